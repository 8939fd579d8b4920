import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import type { ObjectSchema } from "../../src/core/schema/schema.ts";
import { lookupAnswer } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { answerSearch, type ProviderSearch } from "../../src/pricing/provider-search.ts";
import type { Result } from "../../src/pricing/result.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { blankResult } from "../support/blank-result.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";
import { casesIn, filesOf, hasRightDates, type LookupCase, SETS, type SearchCase } from "./cases.ts";

const TODAY = { today: "2026-11-15" as Day };

/* Every field of every case of both sets of every state, lookups and searches. */
describe.each(states)("$code", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);

    it.each(state.lookups)("$setting lookups answer as the pages demand", async (lookup) => {
      const cases = casesIn<LookupCase>(files.lookups(lookup.setting));
      expect(cases.length).toBeGreaterThan(0);
      for (const asked of cases) {
        const { request } = asked;
        const answer = await answered(lookup, request, source());
        if ("error" in asked) {
          expect({ request, ...answer }).toEqual(asked);
          continue;
        }
        const { results = [] } = answer;
        const wanted = whole(asked.results, blankOf(lookup, request)).map(withoutDates);
        expect({ request, results: results.map(withoutDates) }).toEqual({ request, results: wanted });
        const misdated = results.filter((result, place) => !hasRightDates(result, asked.results[place], TODAY.today));
        expect({ request, misdated }).toEqual({ request, misdated: [] });
      }
    });

    if (!existsSync(files.searches)) return;
    it("searches answer as the pages demand", async () => {
      const { search } = source().state;
      for (const { query, answer } of casesIn<SearchCase>(files.searches)) {
        const wanted = { ...answer, providers: whole(answer.providers, nullsOf(search.recordSchema)) };
        expect({ query, answer: await found(search, query, source()) }).toEqual({ query, answer: wanted });
      }
    });
  });
});

/** Results with what cases leave out. */
function whole(results: readonly Result[], leftOut: Result): Result[] {
  return results.map((result) => ({ ...leftOut, ...result }));
}

/** The null fields; those that a schema calls optional are absent then. */
function nullsOf({ required }: ObjectSchema): Result {
  return Object.fromEntries(required.map((name) => [name, null]));
}

/** What is settled for the results of every state, and null fields. */
function blankOf(lookup: RateLookup, request: LookupCase["request"]): Result {
  const read = lookup.reader.fromItem(request, TODAY);
  if (!read.ok) throw new Error(JSON.stringify(read.faults));
  return blankResult(lookup, read.request);
}

/** What is compared as it is; the dates are held against the bounds of the case. */
function withoutDates({ effective_start_date: _, effective_end_date: __, period: ___, ...others }: Result): Result {
  return others;
}

/** What a lookup answers, as it is written to the wire. */
async function answered(lookup: RateLookup, request: LookupCase["request"], source: StateInRelease) {
  const answer = await lookupAnswer(lookup, "fromItem", request, TODAY, source);
  if (!answer.ok) return { error: answer.faults[0]?.code };
  return { results: JSON.parse(lookup.resultsJson(answer.results)) as Result[] };
}

async function found(search: ProviderSearch, query: SearchCase["query"], source: StateInRelease) {
  const sent = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const read = search.reader.fromQuery(sent, TODAY);
  if (!read.ok) return read.faults;
  return answerSearch(search, source.state.providers, read.request, source.directory, source.data);
}
