import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A copy of a dataset that differs in its version; resolves to its folder. */
export function versionOf(dataset: string, folder: string, version: string): string {
  cpSync(dataset, folder, { recursive: true });
  const about = JSON.parse(readFileSync(join(dataset, "dataset.json"), "utf8")) as object;
  writeFileSync(join(folder, "dataset.json"), JSON.stringify({ ...about, version }));
  return folder;
}
