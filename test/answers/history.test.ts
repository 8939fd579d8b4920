import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { historyOf, historyParameters } from "../../src/answers/history/periods.ts";
import { changesBetween, type ExplainedResult, fieldsOfTheDay } from "../../src/answers/history/result-changes.ts";
import type { History, HistoryPeriod, ResultChange } from "../../src/answers/history/schema.ts";
import { fieldTexts, history, historyText } from "../../src/answers/history.ts";
import { type Day, dayAfter, dayBefore } from "../../src/core/calendar/day.ts";
import { answerAtOnce } from "../../src/pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import { isPriced } from "../../src/pricing/outcome.ts";
import type { ProviderResult } from "../../src/pricing/result.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { TODAY } from "../every-state/engines.ts";
import { type CompiledDataset, compiledDataset, stateOfDataset } from "../support/compiled-dataset.ts";

/*
 * For the lookups of the conformance cases: the history's results on a day are those of the lookup on that day, on days of every kind.
 */

/** Histories of each lookup that are held against every day's lookups: some of the file, from its first to its last. */
const HISTORIES_MAX = 10;

/** Histories of each lookup that are read page by page as well. */
const PAGED_MAX = 5;

const FIRST = "1990-01-01" as Day;
const LAST = "2099-12-31" as Day;

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);

    it.each(state.lookups)("$setting: a history has the price of every day", async (lookup) => {
      const { read } = historyParameters(state, lookup);
      const seen = { histories: 0, periods: 0, priced: 0, alone: 0, days: 0, changes: 0 };
      for (const fields of spread(queriesOf(lookup, files.lookups(lookup.setting)), HISTORIES_MAX)) {
        const asked = read({ ...fields, limit: "100" }, TODAY);
        if (!asked.ok) continue;
        const { value: history, results: byPeriod } = await historyOf(lookup, asked.request, source());
        expect(gapsIn(history)).toEqual([]);
        const isOfOneResult = byPeriod.every((results) => results.length === 1);
        for (const [place, period] of history.periods.entries()) {
          const answers = byPeriod[place] as readonly ProviderResult[];
          expect(period.results).toEqual(answers.map(({ result }) => result));
          expect(period.no_rate).toEqual(answers.map((answer) => answer.outcome.noRate?.code ?? null));
          const is = notices(answers, lookup);
          const [{ outcome } = {}] = answers;
          if (isOfOneResult && outcome !== undefined && isPriced(outcome)) {
            // The one price of a lookup tells the very period that the history shows.
            expect({ fields, start: period.start_date, end: period.end_date }).toEqual({ fields, ...outcome.period });
            seen.alone += 1;
          }
          for (const day of daysWithin(period)) {
            const results = answered(lookup, asked.request.on(day), source());
            expect({ fields, day, is }).toEqual({ fields, day, is: notices(results, lookup) });
            seen.days += 1;
          }
          seen.periods += 1;
          if (answers.some((answer) => answer.outcome.payment !== null)) seen.priced += 1;
          seen.changes += period.changes?.length ?? 0;
        }
        expect(byPeriod.map((results) => lookup.resultsJson(results))).toEqual(
          history.periods.map(({ date }) =>
            lookup.resultsJson(answered(lookup, asked.request.on(date as Day), source())),
          ),
        );
        seen.histories += 1;
      }
      expect(seen.histories).toBeGreaterThan(3);
      expect(seen.priced).toBeGreaterThan(3);
      expect(seen.alone).toBeGreaterThan(0);
      expect(seen.changes).toBeGreaterThan(3);
    });

    it.each(state.lookups)("$setting: pages and spans have the periods of the whole", async (lookup) => {
      const { read } = historyParameters(state, lookup);
      let pages = 0;
      for (const fields of spread(queriesOf(lookup, files.lookups(lookup.setting)), PAGED_MAX)) {
        const asked = read({ ...fields, limit: "100" }, TODAY);
        if (!asked.ok) continue;
        const { value: whole } = await historyOf(lookup, asked.request, source());
        const paged: HistoryPeriod[] = [];
        for (let to: Day | null = null; ; ) {
          const { value: page } = await historyOf(lookup, { ...asked.request, to, limit: 1 }, source());
          paged.push(...page.periods);
          pages += 1;
          to = page.next_to as Day | null;
          if (to === null) break;
        }
        expect(paged.map(spanAndChanges)).toEqual(whole.periods.map(spanAndChanges));
      }
      expect(pages).toBeGreaterThan(3);
    });
  });
});

function queriesOf(lookup: RateLookup, file: string): Record<string, string>[] {
  return casesIn<LookupCase>(file)
    .filter((each) => "results" in each)
    .map(({ request }) => {
      const { [lookup.dayParameter]: _, ...others } = request;
      return Object.fromEntries(
        Object.entries(others)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name, String(value)]),
      );
    });
}

/** Some of the queries, from the first to the last. */
function spread<Query>(queries: readonly Query[], max: number): readonly Query[] {
  const step = Math.ceil(queries.length / max);
  return queries.filter((_, place) => place % step === 0);
}

/** Periods that do not follow each other day by day. */
function gapsIn({ periods }: History): unknown[] {
  return periods.slice(1).filter((older, place) => {
    const start = periods[place]?.start_date;
    return start === null || start === undefined || older.end_date !== dayBefore(start as Day);
  });
}

/** The first and the last day, and some in between. */
function daysWithin({ start_date, end_date }: HistoryPeriod): Day[] {
  const first = (start_date ?? FIRST) as Day;
  const last = (end_date ?? LAST) as Day;
  const days = [first, last];
  const middle = new Date((Date.parse(first) + Date.parse(last)) / 2).toISOString().slice(0, 10) as Day;
  if (first < last) days.push(dayAfter(first), dayBefore(last), middle);
  return days.filter((day) => day >= first && day <= last);
}

function answered(lookup: RateLookup, request: LookupRequest, source: StateInRelease): readonly ProviderResult[] {
  return answerAtOnce(lookup, request, source) as readonly ProviderResult[];
}

/** Results without what names a day (the dates, and a message that says on which day there is no rate), and what is beside the price. */
function notices(results: readonly ProviderResult[], { result: { besidePrice } }: RateLookup): unknown[] {
  return results.map(({ result, outcome }) => {
    const left = [...besidePrice, "effective_start_date", "effective_end_date", "error_message"];
    const others = Object.fromEntries(Object.entries(result).filter(([name]) => !left.includes(name)));
    return { ...others, code: outcome.noRate?.code ?? null };
  });
}

function spanAndChanges({ start_date, end_date, changes }: HistoryPeriod): unknown {
  return { start_date, end_date, changes };
}

describe("a history as text", () => {
  let compiled: CompiledDataset;
  let text: string;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
    const release = compiled.open();
    const source = release.states.get("ca") as StateInRelease;
    const lookup = lookupOf(source.state, "outpatient");
    const asked = { npi: "1000100010", billing_code: "99213" };
    const terms = { states: ["ca"], staleAfterMonths: null, admits: async () => true };
    const answer = await history.ask(asked, TODAY, { lookup, source, release, ...terms });
    if (!answer?.ok) throw new Error(JSON.stringify(answer));
    text = answer.text().text;
  });
  afterAll(() => compiled.discard());

  it("says where a rate was published again as it was", () => {
    const day = "2026-01-01";
    const again = { start_date: day, end_date: null, date: day, results: [], no_rate: [], changes: [] };
    const answered = { value: { periods: [again], next_to: null }, lookups: 1, results: [[]] };
    expect(historyText(answered)).toEqual({
      text: "2026-01-01 onward\n  Published again as in the period before.",
      remarks: [],
    });
  });

  it("has the figures that changed, and no field that repeats them", () => {
    expect(text).toContain("      unit value: 2.35 -> 2.4 (");
    expect(text).not.toContain("basic");
    expect(text).not.toContain("conversion_factor: ");
  });

  it("has words and no codes where there was no rate, with the figures that are there now", () => {
    expect(text).toContain(
      "    no rate (Rates are published for the code or the provider, but none for that day) -> $25.86\n      unit value: 2.30 (",
    );
    expect(text).not.toMatch(/not_in_force|null|\["|true|false/);
  });
});

describe("fields that differ", () => {
  const change = (fields: ResultChange["fields"], before: "by_report" | null = null): ResultChange => ({
    result: 0,
    previous_result: 0,
    payment_rate: { before: null, after: null },
    no_rate: { before, after: null },
    inputs: [],
    fields,
  });

  it("are shown in words", () => {
    const texts = fieldTexts(
      change([
        { name: "cutback_ind", before: null, after: "0" },
        { name: "is_manually_priced", before: false, after: true },
        { name: "available_service_types", before: ["A", "B"], after: [] },
      ]),
    );
    expect(texts).toEqual([
      "cutback ind: none -> 0",
      "is manually priced: no -> yes",
      "available service types: A, B -> none",
    ]);
  });

  it("that are filled on both sides are shown where one of them has no rate", () => {
    const fields = [
      { name: "cutback_ind", before: null, after: "0" },
      { name: "procedure_type_used", before: "Surgery", after: "Medicine" },
    ];
    expect(fieldTexts(change(fields, "by_report"))).toEqual(["procedure type used: Surgery -> Medicine"]);
  });
});

describe("result changes", () => {
  /* An office visit at a hospital of the sample: 2.30, 2.35 and 2.4 units at 9.80 and 10.00 dollars. */

  let compiled: CompiledDataset;
  let source: StateInRelease;
  beforeAll(async () => {
    compiled = await compiledDataset(join(import.meta.dirname, "../../data/sample"));
    source = compiled.open().states.get("ca") as StateInRelease;
  });
  afterAll(() => compiled.discard());

  async function history(query: Readonly<Record<string, string>>): Promise<History> {
    const lookup = lookupOf(source.state, "outpatient");
    const read = historyParameters(source.state, lookup).read(
      { npi: "1000100010", billing_code: "99213", ...query },
      TODAY,
    );
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    return (await historyOf(lookup, read.request, source)).value;
  }

  it("has every period, the newest first, and the days before the first rate", async () => {
    const { periods, next_to } = await history({});
    expect(periods.map(({ start_date, end_date }) => [start_date, end_date])).toEqual([
      ["2023-03-15", null],
      ["2022-07-01", "2023-03-14"],
      ["2021-07-01", "2022-06-30"],
      [null, "2021-06-30"],
    ]);
    expect(periods.map(({ results }) => results[0]?.payment_rate)).toEqual(["27.54", "26.42", "25.86", null]);
    expect(next_to).toBeNull();
  });

  it("shows the figures that changed, with the cells that they stand in", async () => {
    const { periods } = await history({ from: "2022-07-01", to: "2023-12-31" });
    expect(periods).toHaveLength(2);
    const [change, ...others] = periods[0]?.changes ?? [];
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      result: 0,
      previous_result: 0,
      payment_rate: { before: "26.42", after: "27.54" },
      no_rate: { before: null, after: null },
    });
    expect(change?.inputs.map(({ name, before, after }) => [name, before?.value, after?.value])).toEqual([
      ["unit value", "2.35", "2.4"],
      ["conversion factor", "9.80", "10.00"],
    ]);
    expect(change?.inputs[0]?.after?.from).toMatchObject({
      table: "ca/outpatient_rates",
      column: "unit_value",
      effective_start_date: "2023-03-15",
    });
    expect(periods[1]?.changes).toBeNull();
  });

  it("shows no period for another procedure type that came into force, while the price is the same", async () => {
    const { next_to } = await history({ limit: "1" });
    expect(next_to).toBe("2023-03-14");
  });

  it("shows a field that changed although the price did not, and none of those that speak of other rows", () => {
    const ofTheDay = fieldsOfTheDay(lookupOf(source.state, "outpatient"));
    const answered = (result: object): ExplainedResult => {
      const outcome = { payment: null, noRate: null, sheet: { assumptions: [] } };
      return { answered: { result, outcome, row: { line: 2 } }, explanation: { inputs: [], rows: [] } } as never;
    };
    const before = answered({ cutback_ind: 0, available_procedure_types: [], effective_start_date: "2024-01-01" });
    const after = answered({
      cutback_ind: 1,
      available_procedure_types: ["Radiology"],
      effective_start_date: "2025-01-01",
    });
    expect(changesBetween([before], [after], ofTheDay)).toMatchObject([
      { inputs: [], fields: [{ name: "cutback_ind", before: 0, after: 1 }] },
    ]);
  });

  it("is of today where nothing ever changes", async () => {
    const { periods } = await history({ billing_code: "ZZZZZ" });
    expect(periods).toMatchObject([{ start_date: null, end_date: null, date: TODAY.today, changes: null }]);
  });
});
