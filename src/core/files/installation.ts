import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the clone or the package that runs: the nearest above this module (`src/core/files`, `dist/program`) with a package.json. */
export const INSTALLATION = folderWithPackage(import.meta.dirname);

function folderWithPackage(folder: string): string {
  return existsSync(join(folder, "package.json")) ? folder : folderWithPackage(dirname(folder));
}

let known: string | null = null;

/** The version of this program. */
export function programVersion(): string {
  if (known === null) {
    const file = join(INSTALLATION, "package.json");
    known = (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
  }
  return known;
}
