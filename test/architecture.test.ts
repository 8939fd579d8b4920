import { readdirSync } from "node:fs";
import { join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { textsIn, unusedExports } from "./support/exports.ts";
import { modulesOf, SOURCE } from "./support/modules.ts";

/*
 * The house has rooms, and a lookup flows one way through them. A room may use the rooms listed
 * here and its own files; nothing else. A state may use what all states share, never another state.
 */
const GROUND = ["money", "calendar", "worksheet", "text", "schema", "runtime", "files"];
const PRICING_ROOMS = [...GROUND, "request", "dataset", "providers", "pricing"];
const STATE_ROOMS = [...PRICING_ROOMS, "imports", "state"];
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  money: [],
  calendar: [],
  worksheet: ["money", "calendar"],
  text: [],
  schema: [],
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
  workbook: ["calendar", "runtime", "files"],
  reprice: [...STATE_ROOMS, "explanation", "release", "workbook"],
  jobs: [...STATE_ROOMS, "release", "reprice"],
  coverage: [...STATE_ROOMS, "release"],
  answers: [...STATE_ROOMS, "explanation", "release", "coverage"],
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
    ...["explanation", "answers", "release", "coverage", "diff", "keys", "operations", "reprice", "jobs"],
  ],
  mcp: [...STATE_ROOMS, "explanation", "answers", "release", "coverage", "jobs"],
  cli: [
    ...STATE_ROOMS,
    ...["explanation", "answers", "release", "coverage", "diff"],
    ...["keys", "audit", "database", "catalogue", "usage", "operations", "http", "mcp", "reprice", "jobs", "ranges"],
    "states",
  ],
};

const MODULES = modulesOf(SOURCE);

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

/** The folder of a state without its publications, and what all rules are worked out with: where prices are decided. */
function decidesPrices(path: string): boolean {
  const room = roomOf(path);
  return room === "pricing" || (room.startsWith("states/") && !isPublication(path));
}

function isPublication(path: string): boolean {
  return path.includes(`${sep}publications${sep}`);
}

describe("rooms", () => {
  it("every file imports only from the rooms below its own", () => {
    const trespassers = MODULES.flatMap(({ path, imports }) =>
      imports.filter((to) => !isAllowed(roomOf(path), roomOf(to.path))).map((to) => `${path} -> ${to.path}`),
    );
    expect(trespassers).toEqual([]);
  });

  it("every room of the source is on the plan", () => {
    const rooms = readdirSync(SOURCE, { withFileTypes: true }).map(({ name }) => name);
    expect(rooms.filter((room) => !(room in MAY_USE))).toEqual([]);
  });

  it("the plan has no circle", () => {
    expect(circleIn(Object.keys(MAY_USE), (room) => MAY_USE[room] ?? [])).toBeNull();
  });
});

describe("files", () => {
  it("never import each other in a circle, not even for types: of any two one can be read first", () => {
    const byPath = new Map(MODULES.map((module) => [module.path, module]));
    // What is loaded only when it is asked for is no part of what a file is understood by.
    const needs = (path: string) =>
      (byPath.get(path)?.imports ?? []).filter(({ isDynamic }) => !isDynamic).map((to) => to.path);
    expect(circleIn([...byPath.keys()], needs)).toBeNull();
    const circle = (path: string) => ({ a: ["b"], b: ["c"], c: ["b"] })[path] ?? [];
    expect(circleIn(["a", "b", "c"], circle)).toEqual(["b", "c", "b"]);
  });

  it("export only what another file takes", () => {
    const folders = ["src", "bin", "web", "client", "scripts", "bench", "test"];
    const texts = textsIn(folders.map((folder) => join(SOURCE, "..", folder)));
    expect(texts.size).toBeGreaterThan(MODULES.length);
    expect(unusedExports(texts, SOURCE)).toEqual([]);
    const fees =
      "export const FEE = 1;\nexport interface Fee {}\nexport async function feeOf() {}\nexport class Fees {}\n";
    const small = new Map([
      ["/src/fees.ts", fees],
      ["/src/loading.ts", 'const { Fees } = await import("./fees.ts");\n'],
      ["/test/fees.test.ts", 'import { FEE as ONE, type Fee } from "../src/fees.ts";\n'],
    ]);
    expect(unusedExports(small, "/src")).toEqual(["fees.ts: feeOf"]);
  });

  it.each([
    ["better-sqlite3", [join("files", "sqlite.ts")]],
    ["postgres", [join("database", "driver.ts")]],
    ["pg-boss", [join("ranges", "queue.ts")]],
  ])("the package %s is imported by one file", (name, files) => {
    expect(MODULES.filter(({ packages }) => packages.includes(name)).map(({ path }) => path)).toEqual(files);
  });
});

describe("agents", () => {
  const SDK = "@modelcontextprotocol/sdk/";

  it("load the protocol only where it is switched on: a server reaches it by no other way", () => {
    const isProtocol = (packages: readonly string[]) => packages.some((name) => name.startsWith(SDK));
    const speaking = MODULES.filter(({ packages }) => isProtocol(packages)).map(({ path }) => path);
    expect(speaking.sort()).toEqual(["protocol.ts", "stdio.ts", "streamable-http.ts"].map((name) => join("mcp", name)));
    const served = MODULES.flatMap(({ path, imports }) =>
      imports.filter((to) => to.path === join("mcp", "streamable-http.ts")).map((to) => [path, to.isDynamic]),
    );
    expect(served).toEqual([[join("cli", "product.ts"), true]]);
  });
});

describe("jobs", () => {
  /** What runs in a thread of its own, where waiting for the disk holds up nobody. */
  const THREADS = [join("jobs", "thread-side.ts")];

  it("never have the thread that answers lookups wait for the disk", () => {
    const jobs = MODULES.filter(({ path }) => roomOf(path) === "jobs" || path.startsWith(join("http", "reprice")));
    expect(jobs.length).toBeGreaterThan(15);
    const waiting = jobs.filter(({ path, text }) => !THREADS.includes(path) && WAITS_FOR_DISK.test(text));
    expect(waiting.map(({ path }) => path)).toEqual([]);
    expect(WAITS_FOR_DISK.test('import { readFileSync } from "node:fs";')).toBe(true);
    expect(WAITS_FOR_DISK.test('import { makeFolders } from "../files/make-folders.ts";')).toBe(true);
  });
});

/** Functions of Node that wait, and ours that are made of them. */
const WAITS_FOR_DISK = /\b\w+Sync\b|\b(?:makeFolders|isFolder|isRunning)\b/;

describe("prices", () => {
  /** What is not computing: constants, comparing, another sign, another type. */
  const NO_ARITHMETIC = ["ONE", "ZERO", "isZero", "compare", "negative", "asMoney", "asFactor"];

  it("are computed by money and the worksheet alone: rules have no other arithmetic", () => {
    const rules = MODULES.filter(({ path }) => decidesPrices(path));
    expect(rules.length).toBeGreaterThan(150);
    const borrowed = rules.flatMap(({ path, text }) =>
      namesFrom(text, "arithmetic")
        .filter((name) => !NO_ARITHMETIC.includes(name))
        .map((name) => `${path}: ${name}`),
    );
    const rounding = rules.filter(({ text }) => namesFrom(text, "rounding").length > 0).map(({ path }) => path);
    const withIntegers = rules.filter(({ text }) => BIG_INTEGERS.test(text)).map(({ path }) => path);
    expect([borrowed, rounding, withIntegers]).toEqual([[], [], []]);
    expect(namesFrom('import { asMoney, sum } from "../../money/arithmetic.ts";', "arithmetic")).toEqual([
      "asMoney",
      "sum",
    ]);
  });

  it("are whole numbers of their smallest parts in money alone", () => {
    const elsewhere = MODULES.filter(({ path }) => !["money", "worksheet"].includes(roomOf(path)));
    // Cents of a hundred thousand groups of claims, added up in place; sizes of files; a number that is written out; a column above zero.
    const known = [
      join("dataset", "column.ts"),
      join("files", "lock.ts"),
      join("imports", "sources", "workbook", "cell.ts"),
      join("reprice", "report", "group-totals.ts"),
    ];
    expect(
      elsewhere
        .filter(({ text }) => BIG_INTEGERS.test(text))
        .map(({ path }) => path)
        .sort(),
    ).toEqual(known);
  });

  it("never wait for publications: no rule reaches one, and a state loads its own when it is asked for them", () => {
    const reaching = MODULES.flatMap(({ path, imports }) =>
      imports
        .filter((to) => isPublication(to.path) && !isPublication(path))
        .filter(({ isDynamic }) => !(isDynamic && /^states.\w+.(?:index|state)\.ts$/.test(path)))
        .map((to) => `${path} -> ${to.path}`),
    );
    expect(reaching).toEqual([]);
    const importing = MODULES.filter(({ path }) => decidesPrices(path)).flatMap(({ path, imports }) =>
      imports.filter((to) => roomOf(to.path) === "imports" && !to.isType).map((to) => `${path} -> ${to.path}`),
    );
    expect(importing).toEqual([]);
  });
});

const BIG_INTEGERS = /\b\d[\d_]*n\b|\bBigInt\(/;

/** The names that a file imports from a module of `money`. */
function namesFrom(text: string, module: string): readonly string[] {
  const found = new RegExp(`import (?:type )?\\{([^}]*)\\} from "[./]*/money/${module}\\.ts"`).exec(text);
  return (found?.[1] ?? "")
    .split(",")
    .map((name) => name.replace("type ", "").trim())
    .filter(Boolean);
}

/** The first circle that is found, its first member again at its end; null where there is none. */
function circleIn(all: readonly string[], needs: (one: string) => readonly string[]): readonly string[] | null {
  const done = new Set<string>();
  const visit = (one: string, way: readonly string[]): readonly string[] | null => {
    const place = way.indexOf(one);
    if (place !== -1) return [...way.slice(place), one];
    if (done.has(one)) return null;
    for (const next of needs(one)) {
      const circle = visit(next, [...way, one]);
      if (circle !== null) return circle;
    }
    done.add(one);
    return null;
  };
  for (const one of all) {
    const circle = visit(one, []);
    if (circle !== null) return circle;
  }
  return null;
}
