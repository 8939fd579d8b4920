import { describe, expect, it } from "vitest";
import { sourceTexts } from "./support/source-texts.ts";

/* What the text of a file may not hold. `.dependency-cruiser.mjs` has the rules for imports. */

const FILES = [...sourceTexts()].map(([path, text]) => ({ path, text }));

describe("prices", () => {
  /** The states without their publications, and what prices rules. */
  const RULES = FILES.filter(
    ({ path }) =>
      /^(?:pricing|states\/[^/]+)\//.test(path) && !/\/publications\/|^pricing\/(?:worksheet|state)\//.test(path),
  );

  /** What is not computing: constants, comparing, another sign, another type. */
  const NO_ARITHMETIC = ["ONE", "ZERO", "isZero", "compare", "negative", "asMoney", "asFactor"];

  it("are computed by money and the worksheet alone: rules have no other arithmetic", () => {
    expect(RULES.length).toBeGreaterThan(80);
    const borrowed = RULES.flatMap(({ path, text }) =>
      namesFrom(text, "arithmetic")
        .filter((name) => !NO_ARITHMETIC.includes(name))
        .map((name) => `${path}: ${name}`),
    );
    const rounding = RULES.filter(({ text }) => namesFrom(text, "rounding").length > 0);
    const withIntegers = RULES.filter(({ text }) => BIG_INTEGERS.test(text));
    expect([borrowed, [...rounding, ...withIntegers].map(({ path }) => path)]).toEqual([[], []]);
    expect(namesFrom('import { asMoney, sum } from "../../money/arithmetic.ts";', "arithmetic")).toContain("sum");
  });

  it("are whole numbers of their smallest parts in money alone", () => {
    const elsewhere = FILES.filter(({ path }) => !/^(?:core\/money|pricing\/worksheet)\//.test(path));
    // Sizes of files; a column above zero; a number that is written out; cents of a hundred thousand groups of claims, added up in place.
    expect(elsewhere.filter(({ text }) => BIG_INTEGERS.test(text)).map(({ path }) => path)).toEqual([
      "core/files/lock.ts",
      "dataset/column.ts",
      "imports/sources/workbook/cell.ts",
      "reprice/report/grouping.ts",
    ]);
  });
});

const BIG_INTEGERS = /\b\d[\d_]*n\b|\bBigInt\(/;

/** The names that a file imports from a module of `money`. */
function namesFrom(text: string, module: string): readonly string[] {
  const found = new RegExp(`import (?:type )?\\{([^}]*)\\} from "[./]*/money/${module}\\.ts"`).exec(text);
  return (found?.[1] ?? "").match(/\w+(?=\s*(?:,|$))/g) ?? [];
}

describe("jobs", () => {
  /** Functions of Node that wait, and those of `core` that call them. */
  const WAITS_FOR_DISK = /\b\w+Sync\b|\b(?:makeFolders|isFolder|isRunning)\b/;

  it("never block the thread that answers lookups while the disk works", () => {
    const jobs = FILES.filter(({ path }) => /^(?:reprice\/jobs|serve\/http\/reprice)\//.test(path));
    expect(jobs.length).toBeGreaterThan(15);
    const waiting = jobs.filter(({ text }) => WAITS_FOR_DISK.test(text)).map(({ path }) => path);
    // This one runs in another thread.
    expect(waiting).toEqual(["reprice/jobs/thread-side.ts"]);
  });
});
