import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { fingerprint } from "../../src/core/files/reading.ts";

const STAMP = "built-from";

/** What the page is made of; of the service's source it takes words, lists and limits, so any of that may change it. */
const SOURCES = ["web/src", "data/claims", "web/index.html", "web/vite.config.ts", "src", "package-lock.json"];

/** Builds the page into `web/dist` where it is missing or older than its source. */
export async function buildPage(root: string): Promise<void> {
  const built = join(root, "web", "dist");
  const wanted = fingerprint(SOURCES.map((path) => join(root, path)));
  const stamp = join(built, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;

  process.stderr.write("ratebook: building the page\n");
  // Written beside its place and renamed: a reader of the page never sees half of it.
  const making = join(root, ".ratebook", `page-${process.pid}`);
  mkdirSync(join(root, ".ratebook"), { recursive: true });
  const { build } = await import("vite");
  await build({
    configFile: join(root, "web", "vite.config.ts"),
    root: join(root, "web"),
    logLevel: "warn",
    build: { outDir: making, emptyOutDir: true },
  });
  compress(making);
  await copySwaggerUi(root, making);
  writeFileSync(join(making, STAMP), wanted);
  rmSync(built, { recursive: true, force: true });
  renameSync(making, built);
}

/** The terms of Swagger UI and of what is bundled with it, which go wherever its files go. */
const SWAGGER_UI_TERMS = ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"];

/** The files of `/docs`. They are copied, so that users install neither their package nor what that depends on. */
async function copySwaggerUi(root: string, built: string): Promise<void> {
  const { SWAGGER_UI } = await import("../../src/serve/http/documentation.ts");
  const from = join(root, "node_modules", SWAGGER_UI.package);
  const to = join(built, SWAGGER_UI.folder);
  mkdirSync(to);
  for (const name of [...SWAGGER_UI.assets.map(({ file }) => file), ...SWAGGER_UI_TERMS]) {
    copyFileSync(join(from, name), join(to, name));
  }
}

/** Once for all who will ask, at the best that gzip can. */
function compress(folder: string): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file), { level: 9 }));
  }
}
