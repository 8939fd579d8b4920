import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { whatIf } from "../../src/answers/what-if.ts";
import { factor } from "../../src/core/money/factor.ts";
import { plainText } from "../../src/core/money/rounding.ts";
import { lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";

/*
 * For the examples of every lookup: a price with the caller's figures is the price of a release that was built from files with
 * these figures, and the published figures set again change nothing.
 */

// biome-ignore lint/suspicious/noExplicitAny: JSON as a client reads it
type Json = any;
type Query = Readonly<Record<string, string>>;

const SAMPLE = join(import.meta.dirname, "../../data/sample");
const ALL = states.flatMap(({ code, lookups }) => lookups.map((lookup) => ({ code, lookup, setting: lookup.setting })));

let compiled: CompiledDataset;
let release: Release;
beforeAll(async () => {
  compiled = await compiledDataset(SAMPLE);
  release = compiled.open();
});
afterAll(() => compiled.discard());

async function requested(code: string, lookup: RateLookup, query: Query, set: readonly string[] = []): Promise<Json> {
  const source = release.states.get(code) as StateInRelease;
  const fields = set.length === 0 ? query : { ...query, set: set.join(",") };
  const answer = await whatIf.ask(fields, TODAY, {
    ...{ lookup, source, release, states: [code], staleAfterMonths: null },
    admits: async () => true,
  });
  if (answer === null) throw new Error("not admitted");
  return answer.ok ? JSON.parse(await answer.as("json")) : answer;
}

/** The examples that name one provider. */
function examplesOf({ examples }: RateLookup): readonly Query[] {
  return examples.map(({ query }) => query).filter((query) => !("provider_name" in query));
}

describe.each(ALL)("$code $setting", ({ code, lookup }) => {
  it("has the same price with the published figures set again", async () => {
    let count = 0;
    for (const query of examplesOf(lookup)) {
      const { figures } = await requested(code, lookup, query);
      expect(figures.length, JSON.stringify(query)).toBeGreaterThan(0);
      for (const { cell, published } of figures) {
        const { set, results } = await requested(code, lookup, query, [`${cell}=${published}`]);
        expect(set).toMatchObject([{ cell, published, value: published }]);
        for (const each of results) {
          expect(each, cell).toMatchObject({ what_if: each.published, steps: [] });
          expect(each.difference, cell).toMatch(/^0\.00/);
        }
        count += 1;
        if (!published.includes(".")) continue;
        // A zero at the end does not make another figure.
        const longer = await requested(code, lookup, query, [`${cell}=${published}0`]);
        for (const { steps, difference } of longer.results) {
          expect({ cell, steps, isSame: /^0\.0+$/.test(difference) }).toEqual({ cell, steps: [], isSame: true });
        }
      }
    }
    expect(count).toBeGreaterThan(3);
  });

  it("answers or refuses whatever stands in a figure's place", async () => {
    for (const query of examplesOf(lookup)) {
      const { figures } = await requested(code, lookup, query);
      for (const { cell } of figures) {
        for (const value of ["0", "1", "0.00001", "999999999999", "-1", "x"]) {
          const { results, faults } = await requested(code, lookup, query, [`${cell}=${value}`]);
          if (results === undefined) {
            expect(faults).toHaveLength(1);
            expect(faults[0]).toMatchObject({ field: "set", code: "invalid_parameter" });
            expect(faults[0].message).toContain(` to "${value}" is not valid: expected `);
          } else expect(value).not.toMatch(/x|-1/);
        }
      }
    }
  });
});

describe("a release that was built with the caller's figures", () => {
  /** Cells of all examples by their names, with what is set in them. */
  const changed = new Map<string, Json>();
  let built: CompiledDataset;
  const folder = mkdtempSync(join(tmpdir(), "ratebook-what-if-"));
  beforeAll(async () => {
    for (const { code, lookup } of ALL) {
      for (const query of examplesOf(lookup)) {
        const { figures } = await requested(code, lookup, query);
        for (const figure of figures) changed.set(placeOf(figure), { ...figure, value: another(figure.published) });
      }
    }
    cpSync(SAMPLE, folder, { recursive: true });
    for (const [table, figures] of Map.groupBy(changed.values(), (figure) => figure.table as string)) {
      write(join(folder, `${table}.csv`), figures);
    }
    built = await compiledDataset(folder);
  });
  afterAll(() => {
    built.discard();
    rmSync(folder, { recursive: true });
  });

  it.each(ALL)("$code $setting: has the same prices", async ({ code, lookup }) => {
    const source = built.open().states.get(code) as StateInRelease;
    let differing = 0;
    for (const query of examplesOf(lookup)) {
      const { set, results } = await withAllFigures(code, lookup, query);
      const answer = await lookupAnswer(lookup, "fromQuery", query, TODAY, source);
      if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
      expect(set.length).toBeGreaterThan(0);
      expect(results.map((each: Json) => priceOf(each.what_if))).toEqual(
        answer.results.map(({ result }) => priceOf(result)),
      );
      for (const { difference, steps } of results) {
        if (/^-?0\.0+$/.test(difference)) continue;
        differing += 1;
        expect(steps.length).toBeGreaterThan(0);
      }
    }
    expect(differing).toBeGreaterThan(0);
  });

  /** Sets every figure that was changed and that the price reads, also where it reads it because of the others. */
  async function withAllFigures(code: string, lookup: RateLookup, query: Query): Promise<Json> {
    let set: readonly string[] = [];
    for (;;) {
      const answer = await requested(code, lookup, query, set);
      const all = answer.figures.flatMap((figure: Json) => {
        const own = changed.get(placeOf(figure));
        return own === undefined ? [] : [`${figure.cell}=${own.value}`];
      });
      if (all.length === set.length) return answer;
      set = all;
    }
  }
});

function placeOf({ table, key, line, column }: Json): string {
  return JSON.stringify([table, line ?? key, column]);
}

/** Other digits of the same kind: a tenth less, or one more where that is nothing. */
function another(published: string): string {
  const { units, scale } = factor(published);
  return plainText(units > 1n ? (units * 9n) / 10n : units + 1n, scale);
}

/** Writes figures into their cells, and those that are built in as rows of their own. */
function write(file: string, figures: readonly Json[]): void {
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  const header = (lines[0] as string).split(",");
  for (const { line, column, key, value } of figures) {
    if (line === null) {
      const cells: Record<string, string> = { name: key.name, value, effective_start_date: "0001-01-01" };
      lines.push(header.map((each) => cells[each] ?? "").join(","));
      continue;
    }
    const cells = cellsOf(lines[line - 1] as string);
    cells[header.indexOf(column)] = value;
    lines[line - 1] = cells.join(",");
  }
  writeFileSync(file, `${lines.join("\n")}\n`);
}

/** The cells of a line as they are written, quotes included. */
function cellsOf(line: string): string[] {
  return line.match(/(?<=^|,)("(?:[^"]|"")*"|[^,]*)/g) ?? [];
}

/** What a result says of its price. Other fields may have a figure that the price does not read. */
function priceOf({ rate_found, payment_rate, payment_rate_type, calculation_method, error_message, ...result }: Json) {
  const { effective_start_date, effective_end_date } = result;
  const period = { effective_start_date, effective_end_date };
  return { rate_found, payment_rate, payment_rate_type, calculation_method, error_message, ...period };
}
