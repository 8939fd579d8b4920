import { readFileSync } from "node:fs";

let known: string | null = null;

/** The version of this program. */
export function programVersion(): string {
  if (known === null) {
    const file = new URL("../../package.json", import.meta.url);
    known = (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
  }
  return known;
}
