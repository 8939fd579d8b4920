import { readFileSync } from "node:fs";
import { join } from "node:path";
import { INSTALLATION } from "./installation.ts";

let known: string | null = null;

/** The version of this program. */
export function programVersion(): string {
  if (known === null) {
    const file = join(INSTALLATION, "package.json");
    known = (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
  }
  return known;
}
