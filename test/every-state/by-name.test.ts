import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldName } from "../../src/core/text/folding.ts";
import { PROVIDERS_BY_NAME_MAX } from "../../src/pricing/answer.ts";
import type { LookupRequest, RateLookup } from "../../src/pricing/lookup.ts";
import { isByReport, isPriced, type Outcome } from "../../src/pricing/outcome.ts";
import { settlePeriods } from "../../src/pricing/price-period.ts";
import type { Result } from "../../src/pricing/result.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, mostDifferentFirst, SETS } from "../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { type Item, TODAY, warmAnswer, withoutIdentifiers } from "./engines.ts";
import { type DatasetWithTwins, datasetWithTwins } from "./twins.ts";

/*
 * A lookup by name prices one row for each class of providers. Here every row is priced by itself, in a registry with
 * twins that differ in a single column, and the two must agree: how many providers qualify, and every result of the first
 * twenty (conventions 3.3). A class that forgets something, a wrong order or a wrong identity shows.
 */

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const { dataset, lookups } = filesOf(state.code, set);
    let twins: DatasetWithTwins;
    let compiled: CompiledDataset;
    let source: StateInRelease;
    beforeAll(async () => {
      twins = await datasetWithTwins(dataset, state);
      compiled = await compiledDataset(twins.folder);
      source = compiled.open().states.get(state.code) as StateInRelease;
    });
    afterAll(() => compiled.discard());

    it.each(state.lookups)(
      "$setting: counts and returns the providers that count when every row is priced by itself",
      async (lookup) => {
        const rows = Array.from({ length: source.directory.rowCount }, (_, number) => source.directory.row(number));
        const names = namesOf(rows.map((row) => source.state.providers.name(row as never)));
        let qualifying = 0;
        const requests = requestsByName(lookup, lookups(lookup.setting));
        for (const [place, item] of requests.entries()) {
          const asked = { ...item, provider_name: names[place % names.length] };
          const read = lookup.reader.fromItem(asked, TODAY);
          if (!read.ok) continue;
          const { total, results } = pricedOneByOne(lookup, read.request, rows, source);
          qualifying += total;
          const answer = JSON.parse(await warmAnswer(lookup, asked, source)) as Result[];
          expect({ asked, total: answer[0]?.provider_matches_total }).toEqual({ asked, total });
          if (results.length > 0) expect({ asked, results: answer }).toEqual({ asked, results });
          else expect(answer).toHaveLength(1);
        }
        // Little is compared where no provider qualifies: on average, one does for every request.
        expect(qualifying).toBeGreaterThan(requests.length);
      },
    );
  });
});

/** Of the requests of a file, one in so many is priced for every row of the registry that has a name. */
const CASES_PER_REQUEST = 4;

/** The most different requests of a file, without what identifies a provider. */
function requestsByName(lookup: RateLookup, file: string): Item[] {
  const cases = casesIn<LookupCase>(file).filter((each) => "results" in each);
  const chosen = mostDifferentFirst(cases).slice(0, Math.ceil(cases.length / CASES_PER_REQUEST));
  return chosen.map(({ request }) => withoutIdentifiers(lookup, request));
}

/** The pairs of letters that most names have, the whole names of some providers, one of a single letter and one of none. */
function namesOf(names: readonly string[]): string[] {
  const folded = names.map(foldName);
  const occurrences = new Map<string, number>();
  for (const name of folded) {
    const pairs = Array.from({ length: name.length - 1 }, (_, start) => name.slice(start, start + 2));
    for (const pair of new Set(pairs.filter((each) => !each.includes(" "))))
      occurrences.set(pair, (occurrences.get(pair) ?? 0) + 1);
  }
  const commonest = [...occurrences].sort(([, a], [, b]) => b - a).slice(0, 6);
  const step = Math.ceil(folded.length / 3);
  return [...commonest.map(([pair]) => pair), ...folded.filter((_, place) => place % step === 0), "S.", "李四"];
}

interface Worked {
  readonly row: unknown;
  readonly outcome: Outcome;
}

/** The answer to a lookup by name, from pricing every row that has the name; no results where none can be priced and none is by report. */
function pricedOneByOne(lookup: RateLookup, request: LookupRequest, rows: readonly unknown[], source: StateInRelease) {
  const { rules } = lookup;
  const pricer = lookup.pricer(request, source.data);
  const { name, identity } = source.state.providers;
  const sought = request.providerName?.folded ?? "";
  const providerOf = ({ row }: Worked) => JSON.stringify(identity(row as never));
  const worked: Worked[] = rows
    .filter((row) => sought !== "" && foldedName(row as never, name).includes(sought))
    .filter((row) => rules.considersByName(request, row))
    .flatMap((row) => rules.workOut(request, row, pricer).map((outcome) => ({ row, outcome })));
  const priced = worked.filter(({ outcome }) => isPriced(outcome));
  const providers = [...new Set(priced.map(providerOf))];
  const returned = new Set(providers.slice(0, PROVIDERS_BY_NAME_MAX));
  const byReport = worked.filter(({ outcome }) => isByReport(outcome)).slice(0, 1);
  const shown = providers.length === 0 ? byReport : priced.filter((each) => returned.has(providerOf(each)));
  const results = shown.map(({ row, outcome }) => {
    settlePeriods(lookup, request, row, [outcome], source.data);
    return { result: lookup.result(request, row, outcome, source.data, providers.length) };
  });
  return { total: providers.length, results: JSON.parse(lookup.resultsJson(results)) as Result[] };
}

const foldedNames = new WeakMap<object, string>();

/** Every request looks at the names of all rows: each is folded once. */
function foldedName(row: never, name: (row: never) => string): string {
  const folded = foldedNames.get(row) ?? foldName(name(row));
  foldedNames.set(row, folded);
  return folded;
}
