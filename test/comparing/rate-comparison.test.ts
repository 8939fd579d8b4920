import { describe, expect, it } from "vitest";
import { comparisonOf, type Member, type RateComparison } from "../../src/comparing/rate-comparison.ts";
import { comparisonDeclaration } from "../../src/comparing/rate-comparison-request.ts";
import type { RowPlace } from "../../src/dataset/table.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { lookupAnswer } from "../../src/pricing/lookup-answer.ts";
import { states } from "../../src/states/index.ts";
import { snakeCase } from "../../src/text/spelling.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { type Item, TODAY, withoutIdentifiers } from "../every-state/engines.ts";
import { stateOfDataset } from "../support/compiled-dataset.ts";

/* What a comparison says of a member is what a lookup by its identifiers answers, and the spread is that of these prices. */

const COMPARISONS_MAX = 15;

type Query = Record<string, string>;

describe.each(states)("$name", (state) => {
  describe.each(SETS)("set %s", (set) => {
    const files = filesOf(state.code, set);
    const source = stateOfDataset(files.dataset, state.code);

    function isByIdentifier(request: Item): boolean {
      return source().identifierNames.some((name) => String(request[snakeCase(name)] ?? "").trim() !== "");
    }

    async function comparison(lookup: RateLookup, query: Query): Promise<RateComparison> {
      const read = comparisonDeclaration(state, lookup).read(query, TODAY);
      if (!read.ok) throw new Error(JSON.stringify(read.faults));
      let admitted = -1;
      const answer = await comparisonOf(lookup, read.request, source(), async (lookups) => {
        admitted = lookups;
        return true;
      });
      expect(answer?.members.length).toBe(admitted);
      return answer as RateComparison;
    }

    async function singleLookup(lookup: RateLookup, query: Query) {
      const answer = await lookupAnswer(lookup, "fromQuery", query, TODAY, source());
      if (!answer.ok) throw new Error(JSON.stringify(answer.faults));
      return answer.results;
    }

    it.each(state.lookups)("$setting: providers have the prices of lookups by their identifiers", async (lookup) => {
      const seen = { members: 0, priced: 0 };
      const filters: readonly Query[] = [{ provider_name: "en" }, { city: "a" }, { provider_name: "al" }];
      for (const [place, request] of requestsOf(lookup, files.lookups(lookup.setting)).entries()) {
        const filter = filters[place % filters.length] as Query;
        const query = queryOf(withoutIdentifiers(lookup, request));
        const { members, total } = await comparison(lookup, { ...query, ...filter });
        expect(members.length).toBeLessThanOrEqual(Math.min(total, 50));
        for (const { identifiers, results } of members) {
          const single = await singleLookup(lookup, { ...query, ...withoutNulls(identifiers) });
          const lines = new Set(results.map(({ row }) => (row as RowPlace | null)?.line ?? null));
          const same = single.filter(({ row }) => lines.has((row as RowPlace | null)?.line ?? null));
          expect(lookup.resultsJson(results)).toBe(lookup.resultsJson(same));
          seen.members += 1;
        }
        seen.priced += members.flatMap(pricesOf).length;
        expectSpread(members);
      }
      expect(seen.members).toBeGreaterThan(100);
      expect(seen.priced).toBeGreaterThan(20);
    });

    it.each(state.lookups)("$setting: codes have the prices of lookups one by one", async (lookup) => {
      const requests = requestsOf(lookup, files.lookups(lookup.setting), isByIdentifier);
      const codes = [...new Set(requests.flatMap(({ billing_code: code }) => (code ? [String(code).trim()] : [])))];
      const listed = codes.filter((code) => !code.includes(",")).slice(0, 50);
      let priced = 0;
      for (const { billing_code: _, ...others } of requests) {
        const query = queryOf(others);
        const { members } = await comparison(lookup, { ...query, billing_codes: listed.join(" , ") });
        expect(members.map(({ billingCode }) => billingCode)).toEqual(listed);
        for (const { billingCode, results } of members) {
          const single = await singleLookup(lookup, { ...query, billing_code: billingCode as string });
          expect(lookup.resultsJson(results)).toBe(lookup.resultsJson(single));
        }
        priced += members.flatMap(pricesOf).length;
        expectSpread(members);
      }
      expect(priced).toBeGreaterThan(0);
    });
  });
});

function requestsOf(lookup: RateLookup, file: string, isWanted: (request: Item) => boolean = () => true): Item[] {
  return casesIn<LookupCase>(file)
    .filter((each) => "results" in each && isOneCode(lookup, each.request))
    .map(({ request }) => request)
    .filter(isWanted)
    .slice(0, COMPARISONS_MAX);
}

/** A code that every lookup reads: not one of the malformed ones. */
function isOneCode(lookup: RateLookup, request: Item): boolean {
  return lookup.reader.fromItem(request, TODAY).ok;
}

function queryOf(item: Item): Query {
  const sent = Object.entries(item).filter(([, value]) => value !== null);
  return Object.fromEntries(sent.map(([name, value]) => [name, String(value)]));
}

function withoutNulls(identifiers: Member["identifiers"]): Query {
  return queryOf(identifiers);
}

function pricesOf({ results, standings }: Member) {
  return results.flatMap(({ result }, place) =>
    result.payment_rate === null ? [] : [{ result, standing: standings[place] }],
  );
}

/** The rank and the difference from the median again, on the wire's texts in ten-thousandths of a dollar. */
function expectSpread(members: readonly Member[]): void {
  for (const ofType of Map.groupBy(members.flatMap(pricesOf), ({ result }) => result.payment_rate_type).values()) {
    const amounts = ofType.map(({ result }) => units(result.payment_rate as string)).sort((a, b) => a - b);
    const middle = (amounts.length - 1) / 2;
    const median = ((amounts[Math.floor(middle)] as number) + (amounts[Math.ceil(middle)] as number)) / 2;
    for (const { result, standing } of ofType) {
      const amount = units(result.payment_rate as string);
      expect(standing).toMatchObject({ rank: amounts.indexOf(amount) + 1, of: amounts.length });
      // Half a cent at most, by rounding the median.
      const difference = units(standing?.difference_from_median as string);
      expect(Math.abs(difference - (amount - median))).toBeLessThanOrEqual(50);
    }
  }
}

function units(text: string): number {
  return Math.round(Number(text) * 10_000);
}
