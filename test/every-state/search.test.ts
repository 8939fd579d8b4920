import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { foldName } from "../../src/core/text/folding.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { answerSearch } from "../../src/pricing/provider-search.ts";
import type { Result } from "../../src/pricing/result.ts";
import type { SearchFilter } from "../../src/registry/definition.ts";
import { storedZip, zipQuery } from "../../src/registry/filters.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { filesOf } from "../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { TODAY } from "./engines.ts";

/*
 * A search finds the providers whose records show what is wanted, all of them and no others (conventions 6). Which
 * filters there are, and how each compares, is what the states declare; what a filter looks at is read off the records.
 */

describe.each(states)("$name", (state) => {
  let compiled: CompiledDataset;
  let source: StateInRelease;
  let everybody: readonly Result[];
  beforeAll(async () => {
    compiled = await compiledDataset(filesOf(state.code, "a").dataset);
    source = compiled.open().states.get(state.code) as StateInRelease;
    everybody = await found({ limit: "1000" });
    expect(everybody).toHaveLength(source.directory.rowCount);
  });
  afterAll(() => compiled.discard());

  /** Nobody is found by a value that is refused. */
  async function found(query: Record<string, string>): Promise<readonly Result[]> {
    const read = state.search.reader.fromQuery(query, TODAY);
    if (!read.ok) return [];
    const answer = await answerSearch(state.search, state.providers, read.request, source.directory, source.data);
    expect(answer.total_results).toBe(answer.providers.length);
    return answer.providers;
  }

  const filters = Object.entries(state.providers.filters).map(([key, { match }]) => ({ name: snakeCase(key), match }));

  it.each(filters)("finds by $name those whose records have it", async ({ name, match }) => {
    // A taxonomy may stand in a record by its code and by its name; a state's search looks at one of them.
    const fields = Object.keys(state.search.recordSchema.properties).filter((field) => field.includes(name));
    const differences = await Promise.all(fields.map((field) => differencesBy(field, name, match)));
    expect(Math.min(...differences)).toBe(0);
  });

  /** Values of a field for which the search by a filter and the records disagree. */
  async function differencesBy(field: string, filter: string, match: SearchFilter<unknown>["match"]): Promise<number> {
    const values = [...new Set(everybody.map((record) => record[field]).filter((value) => value !== null))].map(String);
    expect(values.length).toBeGreaterThan(1);
    let differences = 0;
    for (const value of [...values, ...values.map((each) => each.toLowerCase()), `no ${field}`]) {
      const wanted = everybody.filter((record) => matches(match, record[field], value));
      const providers = await found({ [filter]: value, limit: "1000" });
      if (JSON.stringify(providers) !== JSON.stringify(wanted)) differences += 1;
    }
    return differences;
  }

  it("finds by name and identifier what the list of everybody has", async () => {
    for (const record of everybody.slice(0, 40)) {
      const name = String(record.provider_name);
      const named = everybody.filter((other) => foldName(String(other.provider_name)).includes(foldName(name)));
      expect(await found({ provider_name: name, limit: "1000" })).toEqual(named);
      if (record.npi === null) continue;
      expect(await found({ npi: String(record.npi), provider_name: name })).toContainEqual(record);
    }
  });

  it("finds by a single letter those whose names have it, and nobody by none", async () => {
    const ofLetter = everybody.filter((record) => foldName(String(record.provider_name)).includes("S"));
    expect(ofLetter.length).toBeGreaterThan(0);
    expect(await found({ provider_name: "S.", limit: "1000" })).toEqual(ofLetter);
    expect(state.search.reader.fromQuery({ provider_name: "李四" }, TODAY)).toMatchObject({ ok: true });
    expect(await found({ provider_name: "李四" })).toEqual([]);
  });
});

function matches(match: SearchFilter<unknown>["match"], stored: unknown, wanted: string): boolean {
  if (stored === null) return false;
  const text = String(stored);
  if (match === "exact") return text.toLowerCase() === wanted.toLowerCase();
  if (match === "partial") return foldName(wanted) !== "" && foldName(text).includes(foldName(wanted));
  const zip = storedZip(text);
  const asked = zipQuery(wanted);
  if (zip === null || asked === null) return false;
  return zip.five === asked.five && (asked.plusFour === null || zip.plusFour === asked.plusFour);
}
