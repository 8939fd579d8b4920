import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type {
  ExplainedInput,
  ExplainedStep,
  Explanation,
  ResultExplanation,
} from "../../../src/answers/explanation/schema.ts";
import type { Operator } from "../../../src/pricing/worksheet/calculation.ts";
import { buildRelease } from "../../../src/release/build.ts";
import { openRelease } from "../../../src/release/open.ts";
import { states } from "../../../src/states/index.ts";
import { barsOf, readableText } from "../../../web/src/answer/receipt/bars.tsx";
import { sourceOf } from "../../../web/src/answer/receipt/figure-source.tsx";
import { piecesOf, splitText } from "../../../web/src/answer/receipt/pieces.ts";
import { type Referred, receiptOf, referencesOf } from "../../../web/src/answer/receipt/receipt-of.ts";
import { pricedResult } from "../../answers/explanation/support/record.ts";
import { appWith, type TestApp } from "../../serve/http/support/app-with.ts";

describe("receipt of", () => {
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

    it("draws its bars within what is paid, and none for what was not applied", () => {
      for (const each of explanations) {
        const { rows } = receiptOf(each);
        for (const { bars, isApplied } of rows) {
          if (!isApplied) expect(bars).toEqual([]);
          for (const { start, end } of bars) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(100.000001);
          }
        }
        // The longest bar is the payment: amounts on the way do not press it together.
        const paid = rows.find(({ isPaid }) => isPaid)?.bars.at(-1)?.end;
        if (paid !== undefined) expect(paid).toBeCloseTo(100);
      }
    });

    it("says why a step is no part of the payment", () => {
      for (const each of explanations) {
        for (const row of receiptOf(each).rows) {
          if (row.isApplied) expect(row.whyNot).toBeNull();
          else expect(row.decision ?? row.whyNot).not.toBeNull();
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
});

function step(id: string, value: string, op: Operator, of: readonly string[], applied = true): ExplainedStep {
  const expression = { op, of: of.map((ref) => ({ ref })) };
  return { id, section: "xx 1", expression, value, decimals: 2, unit: "dollars", applied, text: null, decision: null };
}

function input(id: string, value: string, unit: ExplainedInput["unit"] = "dollars"): ExplainedInput {
  return { id, name: `figure ${id}`, value, unit, from: { rule: "xx 1" } };
}

function barsIn(steps: readonly ExplainedStep[], inputs: readonly ExplainedInput[]) {
  const explained: ResultExplanation = {
    result: {},
    period: null,
    payment: steps.at(-1)?.id ?? null,
    steps,
    inputs,
    rows: [],
    rows_left_out: 0,
    units: null,
    no_rate: null,
  };
  return Object.fromEntries(
    [...barsOf(explained)].map(([id, bars]) => [id, bars.map(({ kind, start, end }) => `${kind} ${start} to ${end}`)]),
  );
}

describe("the bars of a receipt", () => {
  const factor = input("i1", "2", "factor");

  it("stand on zero for an amount that begins something", () => {
    expect(barsIn([step("s1", "50.00", "multiply", ["i1", "i1"])], [factor])).toEqual({ s1: ["new 0 to 100"] });
  });

  it("show what is kept and what is new of an amount that is raised, and of one that is cut what is left", () => {
    const raised = [step("s1", "40.00", "multiply", ["i1"]), step("s2", "100.00", "multiply", ["s1", "i1"])];
    expect(barsIn(raised, [factor]).s2).toEqual(["kept 0 to 40", "new 40 to 100"]);
    const cut = [step("s1", "100.00", "multiply", ["i1"]), step("s2", "25.00", "multiply", ["s1", "i1"])];
    expect(barsIn(cut, [factor])).toEqual({ s2: ["new 0 to 100"] });
  });

  it("let the parts of a sum stand on top of each other, as the sum has them", () => {
    const steps = [
      step("s1", "60.00", "multiply", ["i1"]),
      step("s2", "30.00", "multiply", ["s1", "i1"]),
      step("s3", "100.00", "add", ["s1", "s2", "i2"]),
    ];
    expect(barsIn(steps, [factor, input("i2", "10.00")])).toEqual({
      s1: ["new 0 to 60"],
      s2: ["new 60 to 90"],
      s3: ["kept 0 to 60", "kept 60 to 90", "new 90 to 100"],
    });
  });

  it("leave out amounts on the way to what is paid, also from the scale", () => {
    const cost = step("s1", "900.00", "multiply", ["i1"]);
    const loss = step("s2", "50.00", "subtract", ["s1", "i2"]);
    expect(barsIn([cost, loss], [factor, input("i2", "850.00")])).toEqual({ s2: ["new 0 to 100"] });
    const unused = step("s1", "900.00", "multiply", ["i1"], false);
    expect(barsIn([unused, step("s2", "50.00", "multiply", ["i1"])], [factor])).toEqual({ s2: ["new 0 to 100"] });
  });
});

function figure(id: string, value: string, name: string | null = null): Referred {
  return { id, name, value, unit: "dollars" };
}

function marked(text: string, referred: readonly Referred[], others: readonly Referred[] = []): string {
  const { pieces } = piecesOf(text, referred, others);
  return pieces.map((piece) => (piece.ref === null ? piece.text : `[${piece.ref} ${piece.text}]`)).join("");
}

describe("the figures of a step's text", () => {
  it("are found behind their names, also where other numbers stand before them", () => {
    expect(marked("modifier 80 factor (0.16) x fee ($80.00)", [figure("i1", "0.16"), figure("i2", "80", "fee")])).toBe(
      "modifier 80 factor ([i1 0.16]) x fee ([i2 $80.00])",
    );
  });

  it("are distinguished from longer numbers that begin with them", () => {
    expect(marked("rate (12.50) x 1.2", [figure("i1", "1.2")])).toBe("rate (12.50) x [i1 1.2]");
    expect(marked("rate (1.25)", [figure("i1", "1.2")])).toBe("rate (1.25)");
  });

  it("are found by their name alone where the formula does not compute with them", () => {
    const taken = [figure("i2", "0.00", "add-on")];
    expect(marked("children's add-on (0.00)", [figure("s5", "0.00")], taken)).toBe("children's add-on ([s5 0.00])");
    const others = [figure("i2", "0.40", "adjustment"), figure("i3", "7", "fee")];
    expect(marked("fee (5.00), adjustment (0.40)", [figure("i1", "5.00", "fee")], others)).toBe(
      "fee ([i1 5.00]), adjustment ([i2 0.40])",
    );
  });
});

describe("a step's text", () => {
  const cost = { value: "319442.05", unit: "dollars" } as const;

  it("has a name, a calculation and an outcome", () => {
    expect(splitText("outlier: charges (1) x CCR (2) = cost $319442.05", cost)).toEqual({
      lead: "outlier: ",
      body: "charges (1) x CCR (2)",
      tail: " = cost $319442.05",
      name: "cost",
    });
    expect(splitText("base ($1.00) = base payment ($319442.05)", cost).name).toBe("base payment");
    expect(splitText("total: a (1) + b (2) = $319442.05", cost).name).toBe("total");
  });

  it("is read with groups and the signs of print, codes left alone", () => {
    expect(readableText("(cost ($201312.72) - $6184.37) x 0.53")).toBe("(cost ($201,312.72) − $6,184.37) × 0.53");
    expect(readableText("loss $-36508.27")).toBe("loss $-36,508.27");
    expect(readableText("fee (10.02) for 71046, x-ray, 2021-07-01")).toBe("fee (10.02) for 71046, x-ray, 2021-07-01");
  });
});
