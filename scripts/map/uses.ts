import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

/** The rooms that each room imports from. */
export type Uses = ReadonlyMap<string, ReadonlySet<string>>;

const IMPORTED = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;

/** Reads which rooms the files of each room import from; a room is a folder of the source. */
export function usesIn(source: string): Uses {
  const uses = new Map<string, Set<string>>();
  for (const name of readdirSync(source, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".ts")) continue;
    const room = roomOf(name);
    const used = uses.get(room) ?? new Set();
    uses.set(room, used);
    for (const path of importedBy(join(source, name))) {
      const other = roomOf(relative(source, path));
      if (other !== room) used.add(other);
    }
  }
  return uses;
}

function importedBy(file: string): readonly string[] {
  const specifiers = readFileSync(file, "utf8").matchAll(IMPORTED);
  return [...specifiers].flatMap(([, path]) => (path === undefined ? [] : [resolve(dirname(file), path)]));
}

function roomOf(path: string): string {
  const [room = ""] = path.split(sep);
  return room;
}

/**
 * The rooms that a room stands on: those it uses, but for what it would reach through another of them anyway (a transitive reduction).
 * All arrows would be three times as many and show less.
 */
export function standsOn(room: string, uses: Uses): ReadonlySet<string> {
  const used = [...(uses.get(room) ?? [])];
  const throughOthers = new Set(used.flatMap((other) => [...reachedFrom(other, uses)]));
  return new Set(used.filter((other) => !throughOthers.has(other)));
}

/** The rooms below a room, at any distance. */
function reachedFrom(room: string, uses: Uses, reached: Set<string> = new Set()): ReadonlySet<string> {
  for (const other of uses.get(room) ?? []) {
    if (reached.has(other)) continue;
    reached.add(other);
    reachedFrom(other, uses, reached);
  }
  return reached;
}
