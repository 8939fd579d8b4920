import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";

/** Where answers are made. */
const FOLDERS = ["core/calendar", "core/money", "pricing", "registry", "states"];

/** A publication declares where its fields stand; files made for its tests are its net. */
const PUBLICATIONS = /^src\/states\/[^/]+\/publications\/|^src\/states\/publications\.ts$/;

/** The files that are mutated, by their path from the root, in an order that is the same everywhere. */
function sourceFiles(root: string): readonly string[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(root, "src", folder), { recursive: true, encoding: "utf8" }).map(
      (name) => `src/${folder}/${name.split(sep).join("/")}`,
    ),
  )
    .filter((path) => path.endsWith(".ts") && !PUBLICATIONS.test(path))
    .sort();
}

/** Their texts, those below `only` alone where it names folders or files. */
export function sourcesOf(root: string, only: readonly string[]): ReadonlyMap<string, string> {
  const chosen = sourceFiles(root).filter((path) => only.length === 0 || only.some((part) => isBelow(path, part)));
  return new Map(chosen.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

function isBelow(path: string, part: string): boolean {
  const folder = part.replace(/\/+$/, "");
  return path === folder || path.startsWith(`${folder}/`);
}
