import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, sep } from "node:path";
import { describe, expect, it } from "vitest";
import { textsIn, unusedExports } from "./support/exports.ts";
import { modulesOf, SOURCE } from "./support/modules.ts";

/*
 * The program has modules, and a lookup flows one way through them. A module may use the modules listed here and its
 * own files; nothing else. A state may use what all states share, never another state.
 */
const FOR_STATES = ["core", "dataset", "registry", "imports", "pricing"];
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  core: [],
  dataset: ["core"],
  registry: ["core", "dataset"],
  imports: ["core", "dataset"],
  pricing: ["core", "dataset", "registry", "imports"],
  states: FOR_STATES,
  medicare: FOR_STATES,
  release: FOR_STATES,
  nodes: ["core"],
  keys: ["core", "nodes"],
  answers: [...FOR_STATES, "medicare", "release"],
  reprice: [...FOR_STATES, "release", "answers", "nodes"],
  diff: [...FOR_STATES, "release", "answers", "reprice"],
  "price-list": [...FOR_STATES, "release", "answers"],
  serve: [...FOR_STATES, "release", "answers", "reprice", "diff", "keys", "nodes"],
  mcp: [...FOR_STATES, "release", "answers", "reprice"],
  cli: [
    ...FOR_STATES,
    "states",
    "medicare",
    "release",
    "answers",
    "reprice",
    "diff",
    "price-list",
    "keys",
    "nodes",
    "serve",
    "mcp",
  ],
};

/** Parts of `core` that others of its parts may use: money and days stand on nothing. */
const PARTS_OF_CORE: Readonly<Record<string, readonly string[]>> = {
  money: [],
  calendar: [],
  text: [],
  schema: [],
  runtime: [],
  files: ["text", "runtime"],
  workbook: ["calendar", "runtime", "files"],
};

const FILES = modulesOf(SOURCE);

/** `states/ca` is a module of its own inside `states`. */
function moduleOf(path: string): string {
  const [module = "", inner = ""] = path.split(sep);
  return module === "states" && !inner.endsWith(".ts") ? `states/${inner}` : module;
}

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true;
  if (from === "states") return to.startsWith("states/") || (MAY_USE.states?.includes(to) ?? false);
  const own = from.startsWith("states/") ? "states" : from;
  return MAY_USE[own]?.includes(to) ?? false;
}

const NO_RULES = [join("pricing", "worksheet", sep), join("pricing", "state", sep)];

/** The folder of a state without its publications, and what all rules are worked out with: where prices are decided. */
function decidesPrices(path: string): boolean {
  const module = moduleOf(path);
  return (
    (module === "pricing" && !NO_RULES.some((folder) => path.startsWith(folder))) ||
    (module.startsWith("states/") && !isPublication(path))
  );
}

function isPublication(path: string): boolean {
  return path.includes(`${sep}publications${sep}`);
}

describe("modules", () => {
  it("every file imports only from the modules below its own", () => {
    const trespassers = FILES.flatMap(({ path, imports }) =>
      imports.filter((to) => !isAllowed(moduleOf(path), moduleOf(to.path))).map((to) => `${path} -> ${to.path}`),
    );
    expect(trespassers).toEqual([]);
  });

  it("every module of the source is on the plan", () => {
    const modules = readdirSync(SOURCE, { withFileTypes: true }).map(({ name }) => name);
    expect(modules.filter((module) => !(module in MAY_USE))).toEqual([]);
  });

  it("every part of core uses only the parts that it may", () => {
    const inCore = FILES.filter(({ path }) => moduleOf(path) === "core");
    const partOf = (path: string) => path.split(sep)[1] ?? "";
    const trespassers = inCore.flatMap(({ path, imports }) =>
      imports
        .filter((to) => partOf(to.path) !== partOf(path) && !PARTS_OF_CORE[partOf(path)]?.includes(partOf(to.path)))
        .map((to) => `${path} -> ${to.path}`),
    );
    expect(trespassers).toEqual([]);
  });

  it("the folders of repricing import each other in one direction", () => {
    const folderOf = (path: string) => path.split(sep).slice(1, -1).join("/");
    const inside = FILES.filter(({ path }) => moduleOf(path) === "reprice" && folderOf(path) !== "");
    const used = (folder: string) =>
      inside
        .filter(({ path }) => folderOf(path) === folder)
        .flatMap(({ imports }) =>
          imports.filter((to) => moduleOf(to.path) === "reprice").map((to) => folderOf(to.path)),
        )
        .filter((each) => each !== "" && each !== folder);
    expect(circleIn([...new Set(inside.map(({ path }) => folderOf(path)))], used)).toBeNull();
  });

  it("the plan has no circle", () => {
    expect(circleIn(Object.keys(MAY_USE), (module) => MAY_USE[module] ?? [])).toBeNull();
  });
});

describe("files", () => {
  it("never import each other in a circle, not even for types: of any two one can be read first", () => {
    const byPath = new Map(FILES.map((module) => [module.path, module]));
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
    expect(texts.size).toBeGreaterThan(FILES.length);
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
    ["better-sqlite3", [join("core", "files", "sqlite.ts")]],
    ["postgres", [join("nodes", "database", "driver.ts")]],
    ["pg-boss", [join("reprice", "ranges", "queue.ts")]],
  ])("the package %s is imported by one file", (name, files) => {
    expect(FILES.filter(({ packages }) => packages.includes(name)).map(({ path }) => path)).toEqual(files);
  });
});

describe("the lookups of every state", () => {
  const LOOKUPS = FILES.filter(({ path }) => moduleOf(path).startsWith("states/") && path.endsWith("lookup.ts"));
  const textBeside = (path: string, file: string) => readFileSync(join(SOURCE, dirname(path), file), "utf8");

  it("have their first rule and all that rules find in price.ts", () => {
    expect(LOOKUPS.length).toBeGreaterThan(0);
    for (const { path } of LOOKUPS) {
      expect(textBeside(path, "price.ts"), path).toMatch(/^export function workOut(?:In|Out)patient\(/m);
      expect(textBeside(path, "price.ts"), path).toMatch(/^export interface Found\b/m);
    }
  });

  it("have the modifiers with a price in request.ts", () => {
    for (const { path } of LOOKUPS.filter(({ path }) => path.includes("outpatient"))) {
      expect(textBeside(path, "request.ts"), path).toMatch(/^export const PRICED_MODIFIERS\b/m);
    }
  });
});

describe("agents", () => {
  const SDK = "@modelcontextprotocol/server";

  it("load the protocol only where it is switched on: a server reaches it by no other way", () => {
    const isProtocol = (packages: readonly string[]) => packages.some((name) => name.startsWith(SDK));
    const speaking = FILES.filter(({ packages }) => isProtocol(packages)).map(({ path }) => path);
    expect(speaking.sort()).toEqual(["protocol.ts", "stdio.ts", "streamable-http.ts"].map((name) => join("mcp", name)));
    const served = FILES.flatMap(({ path, imports }) =>
      imports.filter((to) => to.path === join("mcp", "streamable-http.ts")).map((to) => [path, to.isDynamic]),
    );
    expect(served).toEqual([[join("cli", "product.ts"), true]]);
  });
});

describe("jobs", () => {
  /** What runs in a thread of its own, where waiting for the disk holds up nobody. */
  const THREADS = [join("reprice", "jobs", "thread-side.ts")];

  it("never have the thread that answers lookups wait for the disk", () => {
    const jobs = FILES.filter(
      ({ path }) => path.startsWith(join("reprice", "jobs")) || path.startsWith(join("serve", "http", "reprice")),
    );
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
    const rules = FILES.filter(({ path }) => decidesPrices(path));
    expect(rules.length).toBeGreaterThan(80);
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

  const IN_SMALLEST_PARTS = [join("core", "money"), join("pricing", "worksheet")];

  it("are whole numbers of their smallest parts in money alone", () => {
    const elsewhere = FILES.filter(({ path }) => !IN_SMALLEST_PARTS.some((folder) => path.startsWith(folder)));
    // Cents of a hundred thousand groups of claims, added up in place; sizes of files; a number that is written out; a column above zero.
    const known = [
      join("core", "files", "lock.ts"),
      join("dataset", "column.ts"),
      join("imports", "sources", "workbook", "cell.ts"),
      join("reprice", "report", "grouping.ts"),
    ];
    expect(
      elsewhere
        .filter(({ text }) => BIG_INTEGERS.test(text))
        .map(({ path }) => path)
        .sort(),
    ).toEqual(known);
  });

  it("never wait for publications: no rule reaches one, and a state loads its own when it is asked for them", () => {
    const reaching = FILES.flatMap(({ path, imports }) =>
      imports
        .filter((to) => isPublication(to.path) && !isPublication(path))
        .filter(({ isDynamic }) => !(isDynamic && /^states.\w+.(?:index|state)\.ts$/.test(path)))
        .map((to) => `${path} -> ${to.path}`),
    );
    expect(reaching).toEqual([]);
    const importing = FILES.filter(({ path }) => decidesPrices(path)).flatMap(({ path, imports }) =>
      imports.filter((to) => moduleOf(to.path) === "imports" && !to.isType).map((to) => `${path} -> ${to.path}`),
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
