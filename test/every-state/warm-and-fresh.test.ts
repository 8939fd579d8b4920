import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { snakeCase } from "../../src/core/text/spelling.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { ProviderDefinition } from "../../src/registry/definition.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, mostDifferentFirst } from "../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { forgetfulAnswer, type Item, TODAY, warmAnswer, withoutIdentifiers } from "./engines.ts";
import { type DatasetWithTwins, datasetWithTwins } from "./twins.ts";

/*
 * What an engine remembers never changes an answer: requests that differ in exactly one parameter, and providers that
 * differ in exactly one column, are priced alike by an engine that has just priced the other one and by a fresh one.
 * Parameters and columns are those that the states declare; the requests are those of the conformance cases.
 */

/** Pairs per parameter whose answers differ, so that remembering one for the other would show; a small state may have fewer. */
const PAIRS_PER_PARAMETER_MAX = 3;
/** Two requests that differ in one parameter, and what an engine that remembers nothing answers. */
interface Pair {
  readonly item: Item;
  readonly first: string;
  readonly changed: Item;
  readonly second: string;
}

/** Requests that each family of providers is priced for. */
const REQUESTS_PER_FAMILY = 3;

describe.each(states)("$name", (state) => {
  const { dataset, lookups } = filesOf(state.code, "a");
  let twins: DatasetWithTwins;
  let compiled: CompiledDataset;
  let warm: StateInRelease;
  const opened = () => compiled.open().states.get(state.code) as StateInRelease;
  beforeAll(async () => {
    twins = await datasetWithTwins(dataset, state);
    compiled = await compiledDataset(twins.folder);
    warm = opened();
  });
  afterAll(() => compiled.discard());

  describe.each(state.lookups)("$setting", (lookup) => {
    const cases = casesIn<LookupCase>(lookups(lookup.setting));
    const items = cases.filter((each) => "results" in each).map(({ request }) => request);
    const fresh = new Map<Item, Promise<string>>();
    /** Of a request of a case, which most parameters begin with: worked out once. */
    const freshAnswer = (item: Item) => {
      const answer = fresh.get(item) ?? forgetfulAnswer(lookup, item, warm);
      fresh.set(item, answer);
      return answer;
    };

    const pairsByName = new Map<string, Promise<readonly Pair[]>>();
    const pairsOf = (name: string) => {
      const pairs = pairsByName.get(name) ?? pairsDifferingIn(name);
      pairsByName.set(name, pairs);
      return pairs;
    };

    async function pairsDifferingIn(name: string): Promise<readonly Pair[]> {
      const pairs: Pair[] = [];
      for (const item of items) {
        if (pairs.length === PAIRS_PER_PARAMETER_MAX) break;
        for (const changed of changedIn(name, item, items, lookup, warm)) {
          const [first, second] = [await freshAnswer(item), await forgetfulAnswer(lookup, changed, warm)];
          if (first === second) continue;
          pairs.push({ item, first, changed, second });
          break;
        }
      }
      return pairs;
    }

    const names = Object.keys(lookup.parameters).map(snakeCase);

    it.each(names)("prices requests that differ in %s alone as a fresh engine does", async (name) => {
      const pairs = await pairsOf(name);
      for (const { item, first, changed, second } of pairs) {
        expect(await warmAnswer(lookup, item, warm)).toBe(first);
        expect(await warmAnswer(lookup, changed, warm)).toBe(second);
      }
      expect(pairs.length, `pairs of requests whose answers differ by their ${name}`).toBeGreaterThan(0);
    });

    // A release takes longer to open than to answer from: one for the pairs of all parameters, the other way round.
    it("prices all these requests as a release that was opened just now", async () => {
      const anew = opened();
      for (const name of names.toReversed()) {
        for (const { item, first, changed, second } of await pairsOf(name)) {
          expect(await warmAnswer(lookup, changed, anew)).toBe(second);
          expect(await warmAnswer(lookup, item, anew)).toBe(first);
        }
      }
    });

    it("prices providers that differ in one column alone as a fresh engine does", async () => {
      const asked = mostDifferentFirst(cases)
        .filter((each) => "results" in each)
        .map(({ request }) => withoutIdentifiers(lookup, request));
      let differing = 0;
      for (const [place, family] of twins.families.entries()) {
        // A few requests for each family, others for the next one as far as there are others.
        const ofFamily = asked.filter((_, number) => number % twins.families.length === place);
        const requests = ofFamily.length > 0 ? ofFamily : asked.slice(0, 1);
        for (const item of requests.slice(0, REQUESTS_PER_FAMILY)) {
          const answers = new Set<string>();
          for (const npi of family) {
            const answer = await forgetfulAnswer(lookup, { ...item, npi }, warm);
            expect(await warmAnswer(lookup, { ...item, npi }, warm)).toBe(answer);
            answers.add(answer);
          }
          differing += answers.size - 1;
        }
      }
      // A result shows the NPI: every twin with one of its own is answered otherwise than its original.
      const twinsCount = twins.families.reduce((sum, family) => sum + new Set(family).size - 1, 0);
      expect(differing).toBeGreaterThanOrEqual(twinsCount);
      expect(twinsCount).toBeGreaterThan(Object.keys(state.providers.table.columns).length);
    });
  });
});

/** Requests that differ from another in one parameter alone: absent, or with a value that some other request has for it. */
function* changedIn(
  name: string,
  item: Item,
  items: readonly Item[],
  lookup: RateLookup,
  source: StateInRelease,
): Generator<Item> {
  if (item[name] !== undefined) {
    const { [name]: _, ...rest } = item;
    yield rest;
  }
  const own = identifiersOfSameProvider(name, item, lookup, source);
  const values = new Set([...own, ...items.map((each) => each[name])]);
  for (const value of values) if (value !== undefined && value !== item[name]) yield { ...item, [name]: value };
}

/** What else the provider of a request is found under. */
function identifiersOfSameProvider(name: string, item: Item, lookup: RateLookup, source: StateInRelease): unknown[] {
  const read = lookup.reader.fromItem(item, TODAY);
  if (!read.ok || read.request.npi === null) return [];
  const definition = source.state.providers as ProviderDefinition<never>;
  const identifier = Object.entries(definition.identifiers).find(([key]) => snakeCase(key) === name)?.[1];
  if (identifier === undefined) return [];
  const rows = source.directory.find({ npi: read.request.npi }, null);
  return rows.flatMap((row) => identifier.of(row as never)).filter((value) => value !== null);
}
