import { readFileSync } from "node:fs";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ReleaseSlot } from "../../../../src/serve/operations/release-slot.ts";
import { states } from "../../../../src/states/index.ts";
import { SAMPLE } from "../../../cli/support/ratebook.ts";
import { type CompiledDataset, compiledDataset } from "../../../support/compiled-dataset.ts";
import { ask } from "../support/ask.ts";
import { fakeService, TOKENS } from "../support/fake-app.ts";

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
}, 60_000);

afterAll(() => compiled.discard());

interface Fetched {
  readonly status: number;
  readonly text: string;
}

/** Somebody asked for what was not fetched yet: Google's fetch does not return before it has the answer. */
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
