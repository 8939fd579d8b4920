import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";

/** A file of the page as it is sent; compressed when it was built, since it never changes afterwards. */
export interface PageFile {
  readonly mediaType: string;
  readonly plain: Buffer;
  readonly gzipped: Buffer;
}

/** The page for people, as `scripts/page` has built it. */
export interface BuiltPage {
  readonly document: PageFile;
  /** By path. Their names hold a hash of what is in them, so that they can be kept for ever. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const ASSETS = "assets";

/** Reads the built page from its folder; null where nobody has built it. */
export function openPage(folder: string): BuiltPage | null {
  const document = join(folder, "index.html");
  if (!existsSync(document)) return null;
  const names = readdirSync(join(folder, ASSETS)).filter((name) => !name.endsWith(".gz"));
  return {
    document: pageFile(document),
    assets: new Map(names.map((name) => [`/${ASSETS}/${name}`, pageFile(join(folder, ASSETS, name))])),
  };
}

function pageFile(file: string): PageFile {
  const mediaType = MEDIA_TYPES[extname(file)];
  if (mediaType === undefined) throw new Error(`${file}: a file of the page has no media type`);
  return { mediaType, plain: readFileSync(file), gzipped: readFileSync(`${file}.gz`) };
}
