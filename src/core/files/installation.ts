import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The folder of the running clone or package: the nearest one above this module with a `package.json`. */
export const INSTALLATION = folderWith("package.json", import.meta.dirname);

let known: string | null = null;

export function programVersion(): string {
  if (known === null) {
    const file = join(INSTALLATION, "package.json");
    known = (JSON.parse(readFileSync(file, "utf8")) as { readonly version: string }).version;
  }
  return known;
}

function folderWith(name: string, folder: string): string {
  if (existsSync(join(folder, name)) || folder === dirname(folder)) return folder;
  return folderWith(name, dirname(folder));
}
