import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { ExplainedStep, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { NO_RATE_CODES } from "../../../src/pricing/no-rate.ts";
import { explanationOf, pricedResult, row } from "./support/record.ts";

const DOCS = readFileSync(join(import.meta.dirname, "..", "..", "..", "docs", "explanation.md"), "utf8");

/** The rows of the table below a header whose first cell is in code. */
function tableBelow(header: string): readonly (readonly [string, string])[] {
  const [, rest = ""] = DOCS.split(`${header}\n|---|---|\n`);
  const [table = ""] = rest.split("\n\n");
  return [...table.matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = "", meaning = ""]) => [name, meaning]);
}

it("the codes of results without a price are those that are declared", () => {
  expect(tableBelow("| Code | Meaning |")).toEqual(Object.entries(NO_RATE_CODES));
});

it("every member of the record is named", () => {
  const result: ResultExplanation = pricedResult();
  const [step] = result.steps as [ExplainedStep];
  const record = explanationOf(result);
  const members = [record, result, step, row("r1", 1)].flatMap((each) => Object.keys(each));
  const periods = ["effective_start_date", "effective_end_date"];
  const unnamed = members.filter((name) => !periods.includes(name) && !DOCS.includes(`\`${name}\``));
  expect(unnamed).toEqual([]);
});
