import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import type { Mutant } from "./mutant.ts";
import { switched } from "./switched.ts";

/** What tests need; the packages are shared. */
const COPIED = ["bin", "data", "docs", "scripts", "src", "test", "bench"];
const COPIED_FILES = ["README.md", "package.json", "package-lock.json", "tsconfig.json", "vitest.config.ts"];

/** A copy of the work tree, so that the user's own files are never touched; removed when the process ends. */
export function copyOf(root: string): string {
  mkdirSync(join(root, ".ratebook"), { recursive: true });
  const copy = mkdtempSync(join(root, ".ratebook", "mutate-"));
  process.once("exit", () => rmSync(copy, { recursive: true, force: true }));
  for (const name of [...COPIED, ...COPIED_FILES]) cpSync(join(root, name), join(copy, name), { recursive: true });
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
