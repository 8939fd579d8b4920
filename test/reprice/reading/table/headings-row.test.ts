import { describe, expect, it } from "vitest";
import { headingsRow, withinBudget } from "../../../../src/reprice/reading/header.ts";

/** Two columns are all that is needed. */
const judge = (names: readonly string[]) => {
  const count = names.filter((name) => ["npi", "code"].includes(name)).length;
  return count === 2 ? Number.POSITIVE_INFINITY : count;
};

const TITLE = ["Claims of May"];

describe("The row of headings", () => {
  it("is the first that has all that is needed", () => {
    expect(headingsRow([TITLE, ["npi"], ["npi", "code"], ["npi", "code", "date"]], judge)).toBe(2);
  });

  it("is the one that has most of it when none has all, so that what is missing is told of that one", () => {
    expect(headingsRow([TITLE, ["x", "npi"], ["1", "2"]], judge)).toBe(1);
  });

  it("is the first one when none has any", () => {
    expect(headingsRow([TITLE, ["x"], ["1"]], judge)).toBe(0);
  });

  it("is among the first twenty", () => {
    const above = (count: number) => Array.from({ length: count }, () => TITLE);
    expect(headingsRow([...above(19), ["npi", "code"]], judge)).toBe(19);
    expect(headingsRow([...above(20), ["npi", "code"]], judge)).toBe(0);
  });

  it("is none with a text too long for a heading, nor one too wide for a table, which would take long to compare", () => {
    expect(headingsRow([TITLE, ["npi", "code", "x".repeat(500)]], judge)).toBe(1);
    expect(headingsRow([TITLE, ["npi", "code", "x".repeat(501)]], judge)).toBe(0);
    const wide = (count: number) => ["npi", "code", ...Array.from({ length: count - 2 }, () => "")];
    expect(headingsRow([TITLE, wide(2_000)], judge)).toBe(1);
    expect(headingsRow([TITLE, wide(2_001)], judge)).toBe(0);
  });
});

describe("A budget of names", () => {
  it("is spent on the first rows, each of them once", () => {
    const judged: (readonly string[])[] = [];
    const frugal = withinBudget((names) => judge(names) + judged.push(names), 5);
    const worths = [["npi", "x"], ["npi", "x"], ["a", "b", "c", "d"], ["code"], ["a", "b"], ["b", "a"]].map(frugal);
    expect(worths).toEqual([2, 2, 0, 3, 3, 0]);
    expect(judged).toHaveLength(3);
  });
});
