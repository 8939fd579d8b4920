import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

/** A hash of the names and contents of files, and of all files in folders: what was made from them is up to date as long as it stays. */
export function fingerprint(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const name of filesOf(path)) hash.update(`${name}\n`).update(readFileSync(name));
  }
  return hash.digest("hex");
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}
