import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReleaseSlot } from "../../../../src/serve/operations/release-slot.ts";
import { states } from "../../../../src/states/index.ts";
import { SAMPLE } from "../../../cli/support/ratebook.ts";
import { casesIn, filesOf, type LookupCase } from "../../../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../../../support/compiled-dataset.ts";
import { ask } from "../support/ask.ts";
import { fakeService, get, TOKENS } from "../support/fake-app.ts";
import * as tables from "./support/tables.ts";

/* Lookups, histories and searches of the conformance datasets, whose names and references are as odd as they can be. */

/** Of each file, evenly chosen, as many as there are references: the rest is alike. */
const CASES_MAX = 7;

/** What a client may send for itself, and what a spreadsheet would make of it. */
const REFERENCES = [
  '=HYPERLINK("http://x.example","pay, now")',
  "-1+1",
  "+15551234",
  "@me",
  "ordinary",
  'a"b,c',
  "-12.50",
];

function some<Case>(cases: readonly Case[]): Case[] {
  const step = Math.max(1, Math.floor(cases.length / CASES_MAX));
  return cases.filter((_, place) => place % step === 0);
}

describe.each(states)("$name", ({ code, lookups, search }) => {
  const files = filesOf(code, "b");
  const releases = new ReleaseSlot();
  const key = { id: "id", name: "id", states: [code], lastFour: "0000", createdAt: "2026-01-01T00:00:00Z" };
  const authenticate = (token: string) =>
    token === TOKENS.all ? { ...key, expiresAt: null, revokedAt: null, lookupsPerMinute: 0 } : null;
  const { app, failures } = fakeService({
    states,
    releases,
    keys: { authenticate, keyWithId: () => null, isLost: false },
  });
  let compiled: CompiledDataset;

  beforeAll(async () => {
    compiled = await compiledDataset(files.dataset);
    releases.put(compiled.open());
  });

  afterAll(() => compiled.discard());

  /** How many rows there are; null where the request is refused, alike in both formats. */
  async function compared(
    path: string,
    query: Readonly<Record<string, unknown>>,
    tableOf: (answer: tables.Json) => tables.Row[],
    columns: readonly string[],
  ): Promise<number | null> {
    const sent = Object.entries(query).map(([name, value]) => [name, String(value)] as [string, string]);
    const asked = get(`/api/v1/${code}${path}?${new URLSearchParams(sent)}`);
    const plain = await ask(app, asked);
    const csv = await ask(app, { ...asked, headers: { ...asked.headers, accept: "text/csv" } });
    expect(csv.statusCode).toBe(plain.statusCode);
    expect(failures).toEqual([]);
    if (plain.statusCode !== 200) return null;
    const headings = tables.headingsOf(csv.body);
    const places = columns.map((name) => headings.indexOf(name));
    // All of them are there, in the order of their declaration.
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
    const expected = tables.withAllHeadings(tableOf(plain.json()), headings);
    tables.expectRows(tables.rowsOf(csv.body), expected);
    return expected.length;
  }

  it.each(lookups)("writes $setting results and histories as JSON has them", async (lookup) => {
    const { setting, resultSchema, dayParameter } = lookup;
    const columns = Object.keys(resultSchema.properties);
    const path = `/${setting}/rate`;
    let rows = 0;
    for (const [place, { request }] of some(casesIn<LookupCase>(files.lookups(setting))).entries()) {
      const query = { ...request, reference_id: REFERENCES[place % REFERENCES.length] };
      rows += (await compared(path, query, tables.lookupTable, columns)) ?? 0;
      const { [dayParameter]: _, ...always } = query as Readonly<Record<string, unknown>>;
      rows += (await compared(`${path}/history`, always, tables.historyTable, columns)) ?? 0;
    }
    expect(rows).toBeGreaterThan(CASES_MAX);
  });

  it("writes records of providers as JSON has them", async () => {
    const columns = Object.keys(search.recordSchema.properties);
    expect(await compared("/providers/search", { limit: "100" }, tables.searchTable, columns)).toBeGreaterThan(20);
  });
});

describe("recipes", () => {
  /* The script of docs/spreadsheets.md, run against the service with Google's objects in its place. */

  const PAGE = readFileSync(join(import.meta.dirname, "../../../../docs/spreadsheets.md"), "utf8");
  const [, SCRIPT = ""] = /^```js\n([\s\S]*?)^```$/m.exec(PAGE) ?? [];

  const releases = new ReleaseSlot();
  const key = {
    id: "id",
    name: "id",
    states: states.map(({ code }) => code),
    lastFour: "0000",
    createdAt: "2026-01-01T00:00:00Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 0,
  };
  const authenticate = (token: string) => (token === TOKENS.all ? key : null);
  const { app } = fakeService({ states, releases, keys: { authenticate, keyWithId: () => null, isLost: false } });
  let compiled: CompiledDataset;

  beforeAll(async () => {
    compiled = await compiledDataset(SAMPLE);
    releases.put(compiled.open());
  });

  afterAll(() => compiled.discard());

  interface Fetched {
    readonly status: number;
    readonly text: string;
  }

  /** The sheet requested what was not fetched yet: Google's fetch does not return before it has the answer. */
  class NotFetchedYet extends Error {
    readonly url: string;
    readonly headers: Record<string, string>;

    constructor(url: string, headers: Record<string, string>) {
      super(url);
      this.url = url;
      this.headers = headers;
    }
  }

  /** Runs a call of the script; what it needs is fetched, and the script started over. */
  async function run(call: string, token = TOKENS.all): Promise<{ value: unknown; sheets: Map<string, string[][]> }> {
    const answers = new Map<string, Fetched>();
    for (;;) {
      const sheets = new Map<string, string[][]>();
      const range = (name: string) => ({
        setNumberFormat: () => range(name),
        setValues: (rows: string[][]) => sheets.set(name, rows),
      });
      const sheet = (name: string) => ({ clearContents: () => {}, getRange: () => range(name) });
      const google = {
        PropertiesService: { getScriptProperties: () => ({ getProperty: () => token }) },
        UrlFetchApp: {
          fetch: (url: string, { headers }: { headers: Record<string, string> }) => {
            const answer = answers.get(url);
            if (answer === undefined) throw new NotFetchedYet(url, headers);
            return { getResponseCode: () => answer.status, getContentText: () => answer.text };
          },
        },
        Utilities: { parseCsv: (text: string) => parse(text) as string[][] },
        SpreadsheetApp: { getActive: () => ({ getSheetByName: () => null, insertSheet: sheet }) },
      };
      try {
        return { value: runInNewContext(`${SCRIPT}\n${call}`, google), sheets };
      } catch (error) {
        if (!(error instanceof NotFetchedYet)) throw error;
        const { url, headers } = error;
        const { statusCode, body } = await ask(app, { url: url.replace("https://rates.example.org", ""), headers });
        answers.set(url, { status: statusCode, text: body });
      }
    }
  }

  describe("The script for Google Sheets", () => {
    it("writes a whole history, page by page, as one page has it", async () => {
      const { sheets } = await run("refresh()");
      const [headings = [], ...rows] = sheets.get("History") ?? [];
      const url = "/api/v1/ca/outpatient/rate/history?npi=1000700140&billing_code=99213&limit=100";
      const headers = { authorization: `Bearer ${TOKENS.all}`, accept: "text/csv" };
      const [names = [], ...whole] = parse((await ask(app, { url, headers })).body) as string[][];
      expect(headings).toEqual(names);
      // Each page has its own.
      const place = names.indexOf("next_to");
      const days = (table: readonly string[][]) => table.map((row) => row.toSpliced(place, 1));
      expect(rows.length).toBeGreaterThan(1);
      expect(days(rows)).toEqual(days(whole));
    });

    it("says why there is no table", async () => {
      await expect(run('ratebook("ca/outpatient/rate", { npi: "12", billing_code: "99213" })')).rejects.toThrow(
        /^npi "12"/,
      );
      await expect(run('ratebook("releases", {})', "unknown")).rejects.toThrow("The API key is unknown");
    });
  });
});
