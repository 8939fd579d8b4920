import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { fileOf, type Table } from "../../src/dataset/table.ts";
import { lookupAnswer, PROVIDERS_BY_NAME_MAX } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { Parameter } from "../../src/pricing/request/parameter.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { openRelease } from "../../src/release/open.ts";
import type { Release, StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";
import { appWith, type TestApp } from "../serve/http/support/app-with.ts";
import { runs } from "../support/property-runs.ts";
import { releaseAt } from "../support/shared-release.ts";

/*
 * What must hold in every state, whatever is asked, on the sample data: every answer has exactly
 * the fields of its contract, a batch equals its single lookups, and nothing makes the service fail.
 */

const SAMPLE = join(import.meta.dirname, "../../data/sample");

let folder: string;
let app: TestApp;
let opened: Release;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-states-"));
  const release = join(folder, "sample.db");
  await releaseAt(release, SAMPLE);
  opened = openRelease(release, states);
  app = appWith(states, opened);
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

/** The cells of a column of a table of the sample: codes, NPIs and the like that a request can hit. */
function column(table: Table, name: string): string[] {
  const [header = "", ...lines] = readFileSync(join(SAMPLE, fileOf(table)), "utf8")
    .trim()
    .split("\n");
  const place = header.split(",").indexOf(snakeCase(name));
  return [...new Set(lines.map((line) => line.split(",")[place] ?? "").filter((cell) => cell !== ""))];
}

/**
 * The codes of the tables that a lookup is priced from: procedures, which it declares; groups of procedures, which are the whole
 * key of their table; DRGs, alone and with a severity.
 */
function codesOf({ providers }: State, { tables, claimLines }: RateLookup): readonly string[] {
  const procedures = claimLines?.procedures.flatMap((each) => column(each.table, each.column)) ?? [];
  const groups = tables.flatMap((table) => {
    const [name = "", ...others] = table.key as readonly string[];
    return others.length > 0 || name in providers.identifiers ? [] : column(table, name).filter(isShort);
  });
  const drgs = tables.flatMap((table) => ("drg" in table.columns ? column(table, "drg") : []));
  return [...new Set([...procedures, ...groups, ...drgs.flatMap((drg) => [drg, `${drg}-1`, `${drg}-4`])])];
}

const isShort = (cell: string) => /^[0-9A-Z]{1,5}$/.test(cell);

/** One for all parameters: fast-check lists every character of Unicode for each arbitrary of such texts, in a third of a second. */
const NONSENSE = fc.oneof(
  fc.string({ unit: "binary", maxLength: 30 }),
  fc.constantFrom("", " ", "null", "-1", "1e9", "٣"),
);

/** Mostly sensible values of a parameter, and now and then nonsense. */
function valuesOf(
  name: string,
  { schema }: Parameter<unknown>,
  state: State,
  lookup: RateLookup,
): fc.Arbitrary<string> {
  const sensible = (): fc.Arbitrary<string> => {
    if (name === "billing_code") return fc.constantFrom(...codesOf(state, lookup));
    if (name === "npi") return fc.constantFrom(...column(state.providers.table, "npi"));
    if (name === "provider_name") return fc.constantFrom("medical", "health", "an", "hospital", "x");
    if (name.endsWith("date") || name.startsWith("date"))
      return fc.constantFrom("2024-03-01", "10/15/2025", "2026-11-15", "1999-01-01");
    if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as string[]));
    if (schema.type === "boolean") return fc.constantFrom("true", "false");
    if (schema.type === "integer") return fc.integer({ min: 0, max: 120 }).map(String);
    return fc.constantFrom("1000.00", "250000", "0", "26", "TC", "1400");
  };
  return fc.oneof({ arbitrary: sensible(), weight: 30 }, { arbitrary: NONSENSE, weight: 1 });
}

/** Queries that name a code and a provider, and any of the other parameters. */
function queries(state: State, lookup: RateLookup): fc.Arbitrary<Record<string, string>> {
  const fields = Object.entries(lookup.parameters).map(([key, parameter]) => {
    const name = snakeCase(key);
    return [name, valuesOf(name, parameter, state, lookup)] as const;
  });
  const asked = fc.record(Object.fromEntries(fields), { requiredKeys: ["billing_code", "npi"] });
  // A name beside an NPI narrows it; now and then the name stands alone.
  return (asked as fc.Arbitrary<Record<string, string>>).map((query) =>
    query.provider_name !== undefined && query.npi?.endsWith("0") ? without(query, "npi") : query,
  );
}

function without(query: Record<string, string>, name: string): Record<string, string> {
  const { [name]: _, ...rest } = query;
  return rest;
}

/** A query as a batch item: what the query string spells, JSON says by type. */
function itemOf(query: Record<string, string>, { parameters }: RateLookup): Record<string, unknown> {
  const item: Record<string, unknown> = {};
  for (const [key, { schema }] of Object.entries(parameters)) {
    const text = query[snakeCase(key)];
    if (text === undefined) continue;
    const isPlain = /^[0-9]{1,6}$/.test(text);
    if (schema.type === "boolean" && (text === "true" || text === "false")) item[snakeCase(key)] = text === "true";
    else item[snakeCase(key)] = schema.type === "integer" && isPlain ? Number(text) : text;
  }
  return item;
}

const lookups = states.flatMap((state) =>
  state.lookups.map((lookup) => ({ name: `${state.name} ${lookup.setting}`, state, lookup })),
);

describe.each(lookups)("$name", ({ state, lookup }) => {
  const path = `/api/v1/${state.code}/${lookup.setting}/rate`;

  it("answers a batch as the single lookups", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(queries(state, lookup), { minLength: 1, maxLength: 5 }), async (asked) => {
        const requests = asked.map((query) => itemOf(query, lookup));
        const batch = await app.post(`${path}/batch`, { requests });
        const { responses } = batch.body as { responses: { results: object[]; error: { code: string } | null }[] };
        expect(batch.status).toBe(200);
        for (const [index, query] of asked.entries()) {
          const single = await app.get(`${path}?${new URLSearchParams(query)}`);
          const response = responses[index] as (typeof responses)[number];
          if (single.status === 200) {
            expect(response).toMatchObject({ error: null, results: single.body as object[] });
          } else {
            expect(single.status).toBe(400);
            expect(response.error?.code).toBe((single.body as { code: string }).code);
          }
        }
      }),
      runs(20),
    );
  });

  it("makes results of the declared fields, all of them, and writes each as it is", async () => {
    const { properties, required } = lookup.resultSchema;
    const source = opened.states.get(state.code) as StateInRelease;
    await fc.assert(
      fc.asyncProperty(queries(state, lookup), async (query) => {
        const answer = await lookupAnswer(lookup, "fromQuery", query, { today: "2026-11-15" as Day }, source);
        if (!answer.ok) return;
        const results = answer.results.map(({ result }) => result);
        for (const result of results) {
          expect(Object.keys(result).filter((name) => !(name in properties))).toEqual([]);
          expect(required.filter((name) => result[name] === undefined)).toEqual([]);
        }
        expect(JSON.parse(lookup.resultsJson(answer.results))).toEqual(JSON.parse(JSON.stringify(results)));
      }),
      runs(60),
    );
  });

  it("shows twenty providers at most and counts everyone for a common name", async () => {
    const { shown, total } = await shownByName(state, lookup);
    expect(total).toBeGreaterThan(0);
    expect(shown).toBe(Math.min(total, PROVIDERS_BY_NAME_MAX));
  });
});

it("the sample shows a capped page in every setting", async () => {
  const answers = await Promise.all(
    lookups.map(async ({ state, lookup }) => ({ ...(await shownByName(state, lookup)), setting: lookup.setting })),
  );
  const capped = answers.filter(({ shown, total }) => shown < total).map(({ setting }) => setting);
  expect(new Set(capped)).toEqual(new Set(lookups.map(({ lookup }) => lookup.setting)));
});

/** The example by name of a lookup: the providers that are shown, and how many there are. */
async function shownByName(state: State, lookup: RateLookup): Promise<{ shown: number; total: number }> {
  const { query } = lookup.examples.find(({ query: asked }) => "provider_name" in asked) ?? { query: {} };
  const { body } = await app.get(`/api/v1/${state.code}/${lookup.setting}/rate?${new URLSearchParams(query)}`);
  const results = body as { npi: string; state_provider_id?: string; provider_matches_total: number }[];
  const providers = new Set(results.map((result) => `${result.npi} ${result.state_provider_id ?? ""}`));
  return { shown: providers.size, total: results[0]?.provider_matches_total ?? 0 };
}
