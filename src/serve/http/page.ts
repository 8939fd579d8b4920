import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { keepCompressed } from "./compression.ts";
import type { BuiltPage, PageFile } from "./dependencies.ts";
import type { Endpoint } from "./exchange.ts";
import { contentSecurityPolicy, PRINTED_STYLE, writeDocumentHeaders } from "./formats.ts";

/** The views of the page. All are one document, which shows what its address says. */
const PAGE_VIEWS = ["/", "/reprice", "/basket", "/changes", "/coverage", "/load-rates"] as const;

/** The page has a view for each (`web/src/app.tsx`), and a link to it: in the top bar, or in the band of test data. */
export type PageView = (typeof PAGE_VIEWS)[number];

/** Our own files and nothing else; no inline script, and no inline style but that of printed documents, which the page also opens (CSP). */
const CONTENT_SECURITY_POLICY = contentSecurityPolicy(
  "script-src 'self'",
  `style-src 'self' ${PRINTED_STYLE}`,
  "img-src 'self' data:",
  "connect-src 'self'",
);

const FOR_EVER = "public, max-age=31536000, immutable";

/** The page at `/` and its files. They are open to everyone: the page shows what the API answers to the person's key. */
export function pageEndpoints({ document, assets }: BuiltPage): readonly [path: string, endpoint: Endpoint][] {
  const view: Endpoint = (exchange) => {
    writeDocumentHeaders(exchange, CONTENT_SECURITY_POLICY).sendTagged(document.mediaType, document.bytes, "no-cache");
  };
  const asset =
    ({ mediaType, bytes }: PageFile): Endpoint =>
    (exchange) => {
      exchange.sendTagged(mediaType, bytes, FOR_EVER);
    };
  return [
    ...PAGE_VIEWS.map((path): [string, Endpoint] => [path, view]),
    ...[...assets].map(([path, file]): [string, Endpoint] => [path, asset(file)]),
  ];
}

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
};

const ASSETS = "assets";

/** Reads the built page from its folder; null where it has not been built. */
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
  const bytes = readFileSync(file);
  // The build has compressed it better than a server would.
  keepCompressed(bytes, readFileSync(`${file}.gz`));
  return { mediaType, bytes };
}
