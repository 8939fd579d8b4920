import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { buildRelease } from "../../../src/release/build.ts";
import { openRelease } from "../../../src/release/open.ts";
import { states } from "../../../src/states/index.ts";
import { receiptOf } from "../../../web/src/answer/receipt/receipt-of.ts";
import { referencesOf } from "../../../web/src/answer/receipt/references.ts";
import { sourceOf } from "../../../web/src/answer/receipt/source-of.ts";
import { splitText } from "../../../web/src/answer/receipt/titles.ts";
import { pricedResult } from "../../answers/explanation/support/record.ts";
import { appWith, type TestApp } from "../../serve/http/support/app-with.ts";

const SAMPLE = join(import.meta.dirname, "../../../data/sample");

/** What a figure is called is `figureName`'s matter. */
const NO_FIGURES = { figures: {} };

let folder: string;
let app: TestApp;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-receipts-"));
  const release = join(folder, "sample.db");
  const outcome = await buildRelease({ dataset: SAMPLE, out: release, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults, null, 2));
  app = appWith(states, openRelease(release, states));
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const LOOKUPS = states.flatMap(({ code, lookups }) =>
  lookups.flatMap(({ setting, examples }) =>
    examples.map(({ query }) => ({ path: `${code}/${setting}`, query: `${new URLSearchParams(query)}` })),
  ),
);

async function explained(path: string, query: string): Promise<readonly ResultExplanation[]> {
  const { status, body } = await app.get(`/api/v1/${path}/rate/explain?${query}`);
  expect(status).toBe(200);
  return (body as Explanation).explanations;
}

describe.each(LOOKUPS)("the receipt of $path?$query", ({ path, query }) => {
  let explanations: readonly ResultExplanation[];
  beforeAll(async () => {
    explanations = await explained(path, query);
  });

  it("has every step in its order, with its amount digit for digit, and the price below the line", () => {
    for (const each of explanations) {
      const { rows, total } = receiptOf(each);
      expect(rows.map(({ id, text, value, section, isApplied }) => [id, text, value, section, isApplied])).toEqual(
        each.steps.map(({ id, text, value, section, applied }) => [id, text, value, section, applied]),
      );
      expect(rows.flatMap(({ text }) => text ?? []).join("; ")).toBe(each.result.calculation_method ?? "");
      expect(total?.value ?? null).toBe(each.result.payment_rate);
      const paid = [...each.steps, ...each.inputs].find(({ id }) => id === each.payment);
      expect(paid?.value ?? null).toBe(each.result.payment_rate);
      for (const { value, amount } of rows) {
        expect(amount?.replaceAll(/[$,]| (?:days?|units?)$/g, "").replace("\u2212", "-") ?? null).toBe(value);
      }
    }
  });

  it("says the text of a step without a word changed, and every figure of its formula leads somewhere", () => {
    for (const each of explanations) {
      const known = new Set([...each.steps, ...each.inputs].map(({ id }) => id));
      for (const [place, row] of receiptOf(each).rows.entries()) {
        const step = each.steps[place];
        if (step === undefined) throw new Error(`no step ${place}`);
        const shown = [...row.pieces, ...row.unprinted].flatMap(({ ref }) => ref ?? []);
        expect(new Set(shown)).toEqual(new Set([...referencesOf(step.expression), ...shown]));
        for (const ref of shown) {
          expect(known).toContain(ref);
          if (ref.startsWith("i")) expect(sourceOf(each, ref, NO_FIGURES)?.said.length).toBeGreaterThan(0);
        }
        if (row.text === null) continue;
        const { lead, tail } = splitText(row.text, step);
        expect(`${lead}${row.pieces.map(({ text }) => text).join("")}${tail}`).toBe(row.text);
      }
    }
  });

  it("prints each figure where its digits stand in the text", () => {
    for (const each of explanations) {
      const values = new Map([...each.steps, ...each.inputs].map(({ id, value }) => [id, value]));
      for (const { text, pieces } of receiptOf(each).rows) {
        if (text === null) continue;
        for (const { ref, text: printed } of pieces) {
          if (ref !== null) expect(Number(printed.replace("$", ""))).toBe(Number(values.get(ref)));
        }
      }
    }
  });

  it("draws its bars within the scale, for amounts that were applied alone", () => {
    for (const each of explanations) {
      for (const { bars, isApplied, id } of receiptOf(each).rows) {
        const step = each.steps.find((one) => one.id === id);
        expect(bars.length > 0).toBe(isApplied && step?.unit === "dollars" && step.value !== null);
        for (const { start, end } of bars) {
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeGreaterThanOrEqual(start);
          expect(end).toBeLessThanOrEqual(100.000001);
        }
      }
    }
  });
});

it("a published amount that is paid as it is stands below the line with its source", () => {
  const [unit] = pricedResult().inputs;
  if (unit === undefined) throw new Error("the record has no input");
  const input = { ...unit, value: "21900.00", unit: "dollars" } as const;
  const published = pricedResult({ payment: input.id, steps: [], inputs: [input] });
  expect(receiptOf(published)).toEqual({
    rows: [],
    total: { of: input.id, value: "21900.00", amount: "$21,900.00" },
  });
  expect(sourceOf(published, input.id, NO_FIGURES)?.said).toContainEqual(["Place", 'sheet "Rates", row 1204']);
});
