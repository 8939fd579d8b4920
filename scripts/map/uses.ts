import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The modules that each module imports from. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORTED = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Reads which modules the files of each module import from; a module is a folder of the source. */
export function usesIn(source: string): Uses {
  const uses = new Map<string, Set<string>>();
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const module = moduleOf(name);
    const used = uses.get(module) ?? new Set();
    uses.set(module, used);
    for (const path of importedBy(join(source, name))) {
      const other = moduleOf(relative(source, path));
      if (other !== module) used.add(other);
    }
  }
  return uses;
}

function importedBy(file: string): readonly string[] {
  const specifiers = readFileSync(file, "utf8").matchAll(IMPORTED);
  return [...specifiers].flatMap(([, path]) => (path === undefined ? [] : [resolve(dirname(file), path)]));
}

function moduleOf(path: string): string {
  const [module = ""] = path.split(sep);
  return module;
}

/**
 * The modules that a module stands on: those it uses, but for what it would reach through another of them anyway (a transitive reduction).
 * All arrows would be three times as many and show less.
 */
export function standsOn(module: string, uses: Uses): ReadonlySet<string> {
  const used = [...(uses.get(module) ?? [])];
  const throughOthers = new Set(used.flatMap((other) => [...reachedFrom(other, uses)]));
  return new Set(used.filter((other) => !throughOthers.has(other)));
}

/** The modules below a module, at any distance. */
function reachedFrom(module: string, uses: Uses, reached: Set<string> = new Set()): ReadonlySet<string> {
  for (const other of uses.get(module) ?? []) {
    if (reached.has(other)) continue;
    reached.add(other);
    reachedFrom(other, uses, reached);
  }
  return reached;
}
