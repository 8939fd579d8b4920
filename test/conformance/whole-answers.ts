import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/calendar/day.ts";
import type { RateLookup, Result } from "../../src/pricing/lookup.ts";
import { lookupAnswer } from "../../src/pricing/lookup-answer.ts";
import { answerSearch, type ProviderSearch } from "../../src/pricing/provider-search.ts";
import type { ObjectSchema } from "../../src/pricing/result-fields.ts";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";

/*
 * Random datasets and requests with the answers that the pages demand, worked out by a second implementation
 * that was written from the pages alone. Every field is compared. A case is one line of JSON; its results leave
 * out the fields that are null. Nothing makes these files anew: a case changes when its page does.
 */

/** A lookup as a batch item: its results without null fields, or the code of its first fault. */
type LookupCase = { readonly request: Record<string, unknown> } & (
  | { readonly results: readonly Result[] }
  | { readonly error: string }
);

interface SearchCase {
  readonly query: Readonly<Record<string, string | number>>;
  readonly answer: { readonly providers: readonly Result[] };
}

const SETS = ["a", "b"] as const;
const TODAY = { today: "2026-11-15" as Day };

/** Declares the tests of a state: both of its sets, both settings and the search. */
export function comparesWholeAnswers(stateCode: string): void {
  describe.each(SETS)("set %s", (set) => {
    const folder = join(import.meta.dirname, "cases", `${stateCode}-${set}`);
    let compiled: string;
    let release: Release;
    let source: StateInRelease;
    beforeAll(async () => {
      compiled = mkdtempSync(join(tmpdir(), "ratebook-conformance-"));
      const out = join(compiled, "release.db");
      const outcome = await buildRelease({ dataset: join(folder, "dataset"), out, states });
      if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults, null, 2));
      release = openRelease(out, states);
      source = release.states.get(stateCode) as StateInRelease;
    });
    afterAll(() => {
      release.close();
      rmSync(compiled, { recursive: true });
    });

    it.each(["outpatient", "inpatient"] as const)("%s lookups answer as the pages demand", async (setting) => {
      const lookup = source.state[setting];
      const cases = casesOf<LookupCase>(join(folder, `${setting}.jsonl`));
      expect(cases.length).toBeGreaterThan(0);
      for (const asked of cases) {
        const wanted = "error" in asked ? asked : { results: whole(asked.results, lookup.resultSchema) };
        expect({ request: asked.request, ...(await answered(lookup, asked.request, source)) }).toEqual({
          request: asked.request,
          ...wanted,
        });
      }
    });

    it.runIf(existsSync(join(folder, "search.jsonl")))("searches answer as the pages demand", async () => {
      const { search } = source.state;
      for (const { query, answer } of casesOf<SearchCase>(join(folder, "search.jsonl"))) {
        const wanted = { ...answer, providers: whole(answer.providers, search.recordSchema) };
        expect({ query, answer: await found(search, query, source) }).toEqual({ query, answer: wanted });
      }
    });
  });
}

function casesOf<Case>(file: string): Case[] {
  const lines = readFileSync(file, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Case);
}

/** Results with the null fields that cases leave out; those that a schema calls optional are absent then. */
function whole(results: readonly Result[], { required }: ObjectSchema): Result[] {
  const nulls = Object.fromEntries(required.map((name) => [name, null]));
  return results.map((result) => ({ ...nulls, ...result }));
}

/** What a lookup answers, as it is written to the wire. */
async function answered(lookup: RateLookup, request: Record<string, unknown>, source: StateInRelease) {
  const answer = await lookupAnswer(lookup, "fromItem", request, TODAY, source);
  return answer.ok ? { results: JSON.parse(lookup.resultsJson(answer.results)) } : { error: answer.faults[0]?.code };
}

async function found(search: ProviderSearch, query: SearchCase["query"], source: StateInRelease) {
  const sent = Object.fromEntries(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const read = search.reader.fromQuery(sent, TODAY);
  if (!read.ok) return read.faults;
  return answerSearch(search, source.state.providers, read.request, source.directory, source.data);
}
