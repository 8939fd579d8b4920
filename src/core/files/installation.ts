import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the clone or the package that runs. In both, this module stands two folders below it: `src/core/files`, `dist/program`. */
export const INSTALLATION = join(import.meta.dirname, "..", "..", "..");

let known: string | null = null;

/** The version of this program. */
export function programVersion(): string {
  if (known === null) {
    const file = join(INSTALLATION, "package.json");
    known = (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
  }
  return known;
}
