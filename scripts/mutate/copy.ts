import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Mutant } from "./mutant.ts";
import { switched } from "./switched.ts";

/** The packages are shared, and what the copy makes is its own; names with a dot are those of tools. */
function isCopied(name: string): boolean {
  return name !== "node_modules" && !name.startsWith(".");
}

/** A copy of the work tree, so that the user's own files are never touched; removed when the process ends. */
export function copyOf(root: string): string {
  mkdirSync(join(root, ".ratebook"), { recursive: true });
  const copy = mkdtempSync(join(root, ".ratebook", "mutate-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const name of readdirSync(root).filter(isCopied)) {
    // With its times: a lock file that seems newer than the packages would have them installed again.
    cpSync(join(root, name), join(copy, name), { recursive: true, preserveTimestamps: true });
  }
  symlinkSync(join(root, "node_modules"), join(copy, "node_modules"));
  return copy;
}

/** Puts every mutant into the copy, under its place in the list. */
export function plant(copy: string, sources: ReadonlyMap<string, string>, mutants: readonly Mutant[]): void {
  const numbered = mutants.map(({ file, edit }, number) => ({ file, number, edit }));
  for (const [file, ofFile] of Map.groupBy(numbered, (mutant) => mutant.file)) {
    const path = join(copy, file);
    const toSwitch = relative(dirname(path), join(copy, "scripts/mutate/switch.ts"));
    writeFileSync(path, switched(sources.get(file) as string, ofFile, toSwitch));
  }
}
