import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { faultWords } from "../../src/core/text/labels.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import { describedFile, openRelease } from "../../src/release/open.ts";
import { daysMeaningToday } from "../../src/reprice/reading/input-columns.ts";
import { chosenFields } from "../../src/reprice/writing/output-columns.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../cli/support/ratebook.ts";
import { appWith, type TestApp } from "../serve/http/support/app-with.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { csvOf, fieldColumns, type Row, repriced, shownResult } from "./support/repriced.ts";

/*
 * A line of a CSV and an item of a batch that say the same are answered the same, to the byte: both are made
 * from lookups that the states show as examples, mixed, mutilated and with text that needs care in a CSV.
 */

const folder = temporaryFolder();
const release = join(folder.path, "sample.db");
let contentHash: string;
let app: TestApp;

beforeAll(async () => {
  await releaseAt(release, SAMPLE);
  ({ contentHash } = describedFile(release));
  app = appWith(states, openRelease(release, states));
});

afterAll(async () => {
  await app.close();
  folder.remove();
});

const LOOKUPS = 40;
const SEED = 20_261_115;
const TODAY = "2026-11-15" as Day;

interface BatchAnswer {
  readonly responses: readonly {
    readonly results: readonly Readonly<Record<string, unknown>>[];
    readonly error: { readonly errors: readonly { readonly field: string; readonly message: string }[] } | null;
  }[];
}

/** Lookups as text: an example with some of its parameters left out and some taken from others or made up. */
function lookupsOf(lookup: RateLookup): Row[] {
  const queries = lookup.examples.map(({ query }) => query);
  const days = daysMeaningToday(lookup, TODAY);
  const values = (name: string) => queries.flatMap((query) => query[name] ?? []);
  const kinds = Object.entries(lookup.parameters).map(([key, parameter]) => {
    const name = snakeCase(key);
    const usual = parameter.schema.type === "boolean" ? ["true", "false"] : values(name);
    // What a file may say otherwise than a request, modifiers, short codes and codes of places, is in `shaped-claims.test.ts`.
    if (name === "modifier") return fc.record({ name: fc.constant(name), value: fc.constantFrom(...usual, "") });
    const isReadOtherwise = name === "billing_code" || name === "place_of_service";
    const odd = parameter.verbatim
      ? [" a, b ", 'say "x"', "two\nlines", "é|1"]
      : ["", " ", "TRUE", ...(isReadOtherwise ? [] : ["x,y", "7", "0"])];
    const value = fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...usual, "") }, fc.constantFrom(...odd));
    // In a file with a column for the day an empty cell is a fault, and in a request today.
    const isDay = days.includes(name);
    return fc.record({ name: fc.constant(name), value: isDay ? value.map((day) => day.trim() || TODAY) : value });
  });
  const changed = fc.array(fc.oneof(...kinds), { maxLength: 3 });
  const made = fc.tuple(fc.constantFrom(...queries), changed).map(([query, changes]) => ({
    ...Object.fromEntries(days.map((name) => [name, TODAY])),
    ...query,
    ...Object.fromEntries(changes.map(({ name, value }) => [name, value])),
  }));
  return fc.sample(made, { numRuns: LOOKUPS, seed: SEED });
}

/** The same as an item of a batch. */
function itemOf(text: Row, lookup: RateLookup): Record<string, unknown> {
  const types = new Map(
    Object.entries(lookup.parameters).map(([key, { schema }]) => [snakeCase(key), schema.type] as const),
  );
  return Object.fromEntries(Object.entries(text).map(([name, value]) => [name, jsonOf(value, types.get(name))]));
}

function jsonOf(text: string, type: string | undefined): unknown {
  if (text.trim() === "") return type === "string" ? text : null;
  if (type === "boolean") return { true: true, false: false, "1": true, "0": false }[text.toLowerCase()] ?? text;
  if (type === "integer") return /^[0-9]+$/.test(text) ? Number(text) : text;
  return text;
}

/** What the JSON of a value says, without the quotes around a string. */
function said(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(said).join("|");
  return typeof value === "string" ? value : JSON.stringify(value);
}

const ALL = states.flatMap((state) => state.lookups.map(({ setting }) => ({ state, setting })));

describe.each(ALL)("$state.name $setting", ({ state, setting }) => {
  it("prices a line as a batch prices the item, field by field", async () => {
    const lookup = lookupOf(state, setting);
    const fields = chosenFields(lookup, ["all"]) as readonly string[];
    const lookups = lookupsOf(lookup);
    const items = lookups.map((text) => itemOf(text, lookup));
    const { status, body } = await app.post(`/api/v1/${state.code}/${setting}/rate/batch`, { requests: items });
    expect(status).toBe(200);
    const { responses } = body as BatchAnswer;

    // An empty column keeps a line of empty cells from being an empty line, which is not a lookup.
    const csv = csvOf(lookups.map((text, index) => ({ position: String(index), ...text })));
    const { results, faults } = await repriced(folder.path, csv, {
      state,
      setting,
      release: { file: release, contentHash },
      fields,
    });

    const columns = fieldColumns(results[0], fields);
    const written = results.map((row) => ({ position: Number(row.position), said: columns.map((name) => row[name]) }));
    const expected = responses.flatMap(({ results: answered, error }, position) =>
      (error === null ? shownResult(answered) : []).map((result) => ({
        position,
        said: fields.map((field) => said(result[field])),
      })),
    );
    expect(written).toEqual(expected);
    expect(expected.length).toBeGreaterThan(LOOKUPS / 2);

    // A line tells all that is wrong with it at once, and says the same in the words of readers.
    const refused = responses.flatMap(({ error }, position) => (error === null ? [] : [{ position, ...error }]));
    expect(faults.map(({ position }) => Number(position))).toEqual(refused.map(({ position }) => position));
    for (const [index, { errors }] of refused.entries()) {
      const { fault_columns = "", fault_reasons = "" } = faults[index] as Row;
      expect(new Set(fault_columns.split("|"))).toEqual(new Set(errors.map(({ field }) => field)));
      for (const { field, message } of errors) {
        // The file has them in words; what reading refused already, it has in its own.
        const isSaid =
          fault_reasons.includes(faultWords(message, lookup.acronyms, field)) || fault_reasons.includes(`${field} "`);
        expect(isSaid, `${fault_reasons} has ${message}`).toBe(true);
      }
    }
  });
});
