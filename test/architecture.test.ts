import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, it } from "vitest";

/*
 * The house has rooms, and a lookup flows one way through them. A room may use the rooms listed
 * here and its own files; nothing else. A state may use what all states share, never another state.
 */
const GROUND = ["money", "calendar", "worksheet", "text", "runtime", "files"];
const PRICING_ROOMS = [...GROUND, "request", "dataset", "providers", "pricing"];
const STATE_ROOMS = [...PRICING_ROOMS, "imports", "state"];
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  money: [],
  calendar: [],
  worksheet: ["money", "calendar"],
  text: [],
  runtime: [],
  files: ["text", "runtime"],
  request: GROUND,
  dataset: GROUND,
  imports: [...GROUND, "dataset"],
  federal: [...GROUND, "dataset", "imports"],
  providers: ["dataset"],
  "provider-index": [...GROUND, "dataset", "providers"],
  pricing: [...GROUND, "request", "dataset", "providers"],
  state: [...PRICING_ROOMS, "imports"],
  states: [...STATE_ROOMS, "federal"],
  release: [...STATE_ROOMS, "provider-index"],
  explanation: STATE_ROOMS,
  history: [...STATE_ROOMS, "explanation"],
  options: [...STATE_ROOMS, "explanation"],
  comparing: STATE_ROOMS,
  workbook: ["calendar", "runtime", "files"],
  reprice: [...STATE_ROOMS, "explanation", "release", "workbook"],
  jobs: [...STATE_ROOMS, "release", "reprice"],
  coverage: [...STATE_ROOMS, "release"],
  diff: [...STATE_ROOMS, "provider-index", "release", "reprice"],
  database: GROUND,
  keys: [...GROUND, "database"],
  audit: [...GROUND, "database"],
  catalogue: [...GROUND, "database"],
  usage: [...GROUND, "database"],
  ranges: [...GROUND, "database", "reprice"],
  operations: [...GROUND, "state", "release", "keys", "audit", "database", "catalogue", "usage"],
  http: [
    ...STATE_ROOMS,
    ...["explanation", "history", "options", "comparing", "release", "coverage", "diff", "keys", "operations", "jobs"],
  ],
  mcp: [...STATE_ROOMS, "explanation", "history", "comparing", "release", "coverage", "http"],
  cli: [
    ...STATE_ROOMS,
    ...["explanation", "history", "options", "comparing", "release", "coverage", "diff"],
    ...["keys", "audit", "database", "catalogue", "usage", "operations", "http", "mcp", "reprice", "jobs", "ranges"],
    "states",
  ],
};

const SOURCE = resolve(import.meta.dirname, "../src");

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}

function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, path]) => path as string);
  return specifiers.map((path) => relative(SOURCE, resolve(dirname(file), path)));
}

/** `states/ca` is a room of its own inside `states`. */
function roomOf(path: string): string {
  const [room = "", inner = ""] = path.split(sep);
  return room === "states" && !inner.endsWith(".ts") ? `states/${inner}` : room;
}

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === "states") return to.startsWith("states/") || (MAY_USE.states?.includes(to) ?? false);
  const own = from.startsWith("states/") ? "states" : from;
  return MAY_USE[own]?.includes(to) ?? false;
}

it("every file imports only from the rooms below its own", () => {
  const trespassers = sourceFiles(SOURCE).flatMap((file) => {
    const from = relative(SOURCE, file);
    return importsOf(file)
      .filter((to) => !isAllowed(roomOf(from), roomOf(to)))
      .map((to) => `${from} -> ${to}`);
  });
  expect(trespassers).toEqual([]);
});

it("every room of the source is on the plan", () => {
  const rooms = readdirSync(SOURCE, { withFileTypes: true }).map(({ name }) => name);
  expect(rooms.filter((room) => !(room in MAY_USE))).toEqual([]);
});
