import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { benchmark } from "../../../../src/answers/benchmark.ts";
import { kindsFor } from "../../../../src/answers/index.ts";
import type { KeyRing } from "../../../../src/keys/api-key.ts";
import { UNLIMITED } from "../../../../src/keys/rate-limits.ts";
import { jsonValue, namedParameters, type Parameter } from "../../../../src/pricing/request/parameter.ts";
import { openRelease } from "../../../../src/release/open.ts";
import { RepricingJobs } from "../../../../src/reprice/jobs/jobs.ts";
import { longWorkHere } from "../../../../src/serve/http/long-work/here.ts";
import { createOpenApi } from "../../../../src/serve/http/openapi/document.ts";
import { Comparer } from "../../../../src/serve/http/releases/comparer.ts";
import { createApp } from "../../../../src/serve/http/server.ts";
import { Sessions } from "../../../../src/serve/http/sessions.ts";
import { ReleaseSlot } from "../../../../src/serve/operations/release-slot.ts";
import { states } from "../../../../src/states/index.ts";
import { SAMPLE } from "../../../cli/support/ratebook.ts";
import { earlierSampleAt, releaseAt } from "../../../support/shared-release.ts";
import { answerPointer, strictFaults } from "../../../support/strict-schema.ts";
import { installedFolder } from "../../../support/suite/installed.ts";
import { SOON } from "../../../support/waiting.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";
import { TODAY } from "../support/fake-app.ts";
import { listening } from "../support/raw-socket.ts";
import * as tables from "./support/tables.ts";

/*
 * Every operation under /api/v1, over the sample, with an earlier release and a job: its JSON has the members that the OpenAPI document
 * declares and no others, and the CSV of a GET says what its JSON says.
 */

// As they are installed: they start sooner than those of the source.
const module = (name: string) => pathToFileURL(join(installedFolder(), "dist", "program", name));
const folder = temporaryFolder();
const inService = join(folder.path, "rates.db");
const kept = join(folder.path, "releases");
const releases = new ReleaseSlot();
const failures: unknown[] = [];
const key = {
  id: "test",
  name: "test",
  states: states.map(({ code }) => code),
  lastFour: "0000",
  createdAt: "2026-01-01T00:00:00Z",
  expiresAt: null,
  revokedAt: null,
  lookupsPerMinute: 0,
};
const jobs = new RepricingJobs({
  folder: join(folder.path, "jobs"),
  threadModule: module("job-thread.js"),
  onCounts: () => {},
  onPriced: () => {},
  onMistake: (error) => failures.push(error),
});
const keys: KeyRing = { authenticate: () => key, keyWithId: () => null, isLost: false };
const app = createApp({
  states,
  releases,
  longWork: (opened) => longWorkHere(opened),
  isLongWorkDone: () => true,
  keys,
  sessions: new Sessions(keys, "of-a-test"),
  limits: { take: () => UNLIMITED, takeFurther: () => UNLIMITED },
  today: () => TODAY,
  observe: () => undefined,
  reportFailure: (failure) => failures.push(failure),
  metricsText: null,
  isStopping: () => false,
  isShuttingDown: () => false,
  catalogue: { folder: kept, comparer: new Comparer(module("release-comparison-thread.js")) },
  jobs,
});
let address: string;

/** The sample, and what it was before two figures changed. */
beforeAll(async () => {
  mkdirSync(kept);
  await releaseAt(inService, SAMPLE);
  await earlierSampleAt(join(kept, `${"0".repeat(64)}.db`));
  releases.put(openRelease(inService, states));
  address = `http://127.0.0.1:${await listening(app)}`;
});

afterAll(async () => {
  await app.close();
  releases.clear();
  folder.remove();
});

const headers = { authorization: "Bearer test" };

interface Both {
  readonly json: tables.Json;
  readonly csv: string;
}

/** The operations whose answers were held against their schemas: `get /releases 200`. */
const checked = new Set<string>();

function expectDeclared(answer: unknown, path: string, method = "get", status = 200): void {
  expect(strictFaults(answerPointer(path, method, status), answer)).toEqual([]);
  checked.add(`${method} ${path} ${status}`);
}

/** The same request twice: without a wish, and with the wish for CSV. */
async function both(path: string, fileName: string, documented: string): Promise<Both> {
  const url = `${address}/api/v1${path}`;
  const plain = await fetch(url, { headers });
  const text = await plain.text();
  expect(plain.status, text).toBe(200);
  expect(plain.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const answer = await fetch(url, { headers: { ...headers, accept: "text/csv" } });
  const csv = await answer.text();
  expect(answer.status, csv).toBe(200);
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8; header=present");
  expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${fileName}.csv"`);
  for (const name of ["cache-control", "ratebook-release", "ratebook-stale", "ratebook-incomplete"]) {
    expect(answer.headers.get(name), name).toBe(plain.headers.get(name));
  }
  // Answers above 1 kB are compressed.
  for (const { headers } of [answer, plain]) expect(headers.get("vary")).toMatch(/^Accept(, Accept-Encoding)?$/);
  expect(failures).toEqual([]);
  const json = JSON.parse(text);
  expectDeclared(json, documented);
  return { json, csv };
}

/** Codes of the right form that nobody pays. */
const OTHER_CODE = { outpatient: "99999", inpatient: "001-1" } as const;

/** About half of a figure, with as many decimals. */
function anotherFigure(published: string): string {
  const [whole = "", decimals = ""] = published.split(".");
  if (decimals !== "") return (Number(published) / 2).toFixed(decimals.length);
  return String(Number(whole) > 1 ? Math.floor(Number(whole) / 2) : Number(whole) + 1);
}

async function posted(path: string, body: string | FormData, more: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(`${address}/api/v1${path}`, { method: "POST", headers: { ...headers, ...more }, body });
  return await answer.json();
}

const asked = new Set<string>();

async function expectTable(
  route: string,
  query: Readonly<Record<string, string>>,
  fileName: string,
  tableOf: (answer: tables.Json) => tables.Row[],
): Promise<tables.Row[]> {
  asked.add(route);
  const { json, csv } = await both(`${route}?${new URLSearchParams(query)}`, fileName, route);
  const headings = tables.headingsOf(csv);
  expect(new Set(headings).size).toBe(headings.length);
  const rows = tables.rowsOf(csv);
  const expected = tableOf(json);
  if (tableOf === tables.explanationTable) {
    tables.expectRows(
      tables.withoutWords(rows, expected),
      tables.withoutWords(tables.withAllHeadings(expected, headings), expected),
    );
  } else tables.expectRows(rows, tables.withAllHeadings(expected, headings));
  return rows;
}

describe.each(states)("$name", (state) => {
  for (const lookup of state.lookups) {
    const { setting, examples, dayParameter, parameters } = lookup;
    const route = `/${state.code}/${setting}/rate`;
    const name = `${state.code}-${setting}-rate`;
    /** How examples name the provider and the service, and whether there is a rate: the further answers about the others are alike. */
    const seen = new Set<string>();

    it.each(examples)(
      `answers an ${setting} lookup, its explanation, benchmark, history, options, other figures and comparison: $title`,
      async (example) => {
        const { query } = example;
        const rows = await expectTable(route, query, name, tables.lookupTable);
        expect(rows.length).toBeGreaterThan(0);
        await expectTable(`${route}/explain`, query, `${name}-explain`, tables.explanationTable);
        const names = ["npi", "state_provider_id", "provider_name", "billing_code"].filter((field) => field in query);
        const kind = [...names, rows[0]?.rate_found].join();
        if (seen.has(kind)) return;
        seen.add(kind);
        if (kindsFor(lookup).includes(benchmark)) {
          const beside = await expectTable(`${route}/benchmark`, query, `${name}-benchmark`, tables.benchmarkTable);
          expect(beside).toHaveLength(rows.length);
        }
        const { [dayParameter]: _, billing_code, ...others } = query;
        const isByIdentifier = "npi" in query || "state_provider_id" in query;
        if (isByIdentifier) {
          const history = { ...others, ...(billing_code === undefined ? {} : { billing_code }) };
          const periods = await expectTable(`${route}/history`, history, `${name}-history`, tables.historyTable);
          expect(periods.length).toBeGreaterThan(0);
          const values = await expectTable(`${route}/options`, query, `${name}-options`, tables.optionsTable);
          expect(values.length).toBeGreaterThan(0);
          const [first] = await expectTable(`${route}/what-if`, query, `${name}-what-if`, tables.whatIfTable);
          const other = { ...query, set: `${first?.name}=${anotherFigure(first?.published ?? "")}` };
          const steps = await expectTable(`${route}/what-if`, other, `${name}-what-if`, tables.whatIfTable);
          expect(steps.filter(({ row }) => row === "step").length).toBeGreaterThan(0);
        }
        if (isByIdentifier && billing_code !== undefined) {
          const codes = { ...others, billing_codes: `${billing_code},${OTHER_CODE[setting]}` };
          await expectTable(`${route}/compare`, codes, `${name}-compare`, tables.comparisonTable);
        }
      },
    );

    it(`answers ${setting} lookups in a batch, the faulty ones too`, async () => {
      const declared = new Map(namedParameters(parameters).map(({ name: sent, parameter }) => [sent, parameter]));
      const item = (query: Readonly<Record<string, string>>) =>
        Object.entries(query).map(([sent, text]) => [sent, jsonValue(declared.get(sent) as Parameter<unknown>, text)]);
      const items = examples.map(({ query }) => Object.fromEntries(item(query)));
      const requests = [...items, { npi: "12" }, 1];
      const answer = await posted(`${route}/batch`, JSON.stringify({ requests }), {
        "content-type": "application/json",
      });
      expectDeclared(answer, `${route}/batch`, "post");
      const { responses } = answer as { responses: { error: object | null }[] };
      expect(responses.filter(({ error }) => error !== null)).toHaveLength(2);
    });

    it(`answers ${setting} lookups by name and over providers`, async () => {
      const example = examples.map(({ query }) => query).find(({ provider_name }) => provider_name !== undefined);
      // The first letters of a name, which others have too.
      const byName = { ...example, provider_name: example?.provider_name?.slice(0, 2) ?? "" };
      await expectTable(route, byName, name, tables.lookupTable);
      await expectTable(`${route}/explain`, byName, `${name}-explain`, tables.explanationTable);
      const rows = await expectTable(`${route}/compare`, byName, `${name}-compare`, tables.comparisonTable);
      expect(rows.length).toBeGreaterThan(0);
    });
  }

  it("answers searches, also those that are cut and those that find nobody", async () => {
    const route = `/${state.code}/providers/search`;
    const name = `${state.code}-providers-search`;
    for (const { query } of state.search.examples) await expectTable(route, query, name, tables.searchTable);
    const [only] = await expectTable(route, { limit: "1" }, name, tables.searchTable);
    expect(Number(only?.total_results)).toBeGreaterThan(1);
    expect(await expectTable(route, { provider_name: "nobody has it" }, name, tables.searchTable)).toEqual([]);
  });

  it("answers what is typed into search boxes: providers and codes", async () => {
    const found = `/${state.code}/providers/find`;
    const name = `${state.code}-providers-find`;
    expect(await expectTable(found, { text: "center", limit: "2" }, name, tables.searchTable)).not.toEqual([]);
    expect(await expectTable(found, { text: "1999999999" }, name, tables.searchTable)).toEqual([]);
    const codes = await expectTable(
      `/${state.code}/codes/find`,
      { text: "9", limit: "3" },
      `${state.code}-codes-find`,
      tables.codesTable,
    );
    expect(codes).toHaveLength(3);
  });

  it("answers with the price list of a provider, page by page", async () => {
    const npi = state.lookups.flatMap(({ examples }) => examples).find(({ query }) => query.npi)?.query.npi ?? "";
    const route = `/${state.code}/price-list`;
    const query = { npi, limit: "30" };
    for (const { setting } of state.lookups) {
      await expectTable(route, { ...query, setting }, `${state.code}-price-list`, tables.priceListTable);
    }
  });
});

it("answers with what is covered", async () => {
  const rows = await expectTable("/coverage", {}, "coverage", tables.coverageTable);
  expect(rows.length).toBeGreaterThan(40);
});

it("answers with the releases, and with what changed, page by page", async () => {
  expect(await expectTable("/releases", {}, "releases", tables.releasesTable)).toHaveLength(2);
  // On a busy machine the first request is told to ask again.
  await vi.waitFor(
    async () => expect((await fetch(`${address}/api/v1/releases/diff`, { headers })).status).toBe(200),
    SOON,
  );
  const all = await expectTable("/releases/diff", {}, "releases-diff", tables.changesTable);
  expect(all.length).toBeGreaterThan(0);
  const pages: tables.Row[] = [];
  for (let offset = 0; offset < Number(all[0]?.changes_listed); offset += 1) {
    const query = { limit: "1", offset: String(offset) };
    pages.push(...(await expectTable("/releases/diff", query, "releases-diff", tables.changesTable)));
  }
  expect(pages).toEqual(all);
});

it("answers with a job", async () => {
  const claims = "npi,billing_code,date_of_service,paid\n1000700140,99213,2026-10-01,20.00\n1000700140,99213,never,1\n";
  const form = new FormData();
  form.set("state", "ca");
  form.set("setting", "outpatient");
  form.set("file", new Blob([claims]), "claims.csv");
  const accepted = await posted("/reprice", form);
  expectDeclared(accepted, "/reprice", "post", 202);
  const { id } = accepted as { id: string };
  const path = `/reprice/${id}`;
  await vi.waitFor(async () => {
    const { status } = (await (await fetch(`${address}/api/v1${path}`, { headers })).json()) as { status: string };
    expect(status).toBe("done");
  }, SOON);
  const { json, csv } = await both(path, "reprice", "/reprice/{id}");
  asked.add("/reprice/{id}");
  const headings = tables.headingsOf(csv);
  const [row] = tables.rowsOf(csv);
  const [whole] = tables.jobTable(json);
  // The columns of an object that is missing are empty: this file is no remittance, and its payments are not negative.
  const absent = ["remittance", "negative_payments"];
  const { summary } = json as { readonly summary: Readonly<Record<string, unknown>> };
  expect(absent.map((object) => summary[object] ?? null)).toEqual(absent.map(() => null));
  const isAbsent = (name: string) => absent.some((object) => name.startsWith(`summary_${object}_`));
  const expectedOf = (name: string) => (isAbsent(name) ? "" : whole?.[name]);
  expect(row).toEqual(Object.fromEntries(headings.map((name) => [name, expectedOf(name)])));
  expect(row).toMatchObject({ status: "done", summary_lookups: "2", summary_faulty: "1", summary_compared: "1" });
  const list = await both("/reprice", "reprice", "/reprice");
  asked.add("/reprice");
  const [listed] = tables.rowsOf(list.csv);
  expect(listed).toEqual(Object.fromEntries(tables.headingsOf(list.csv).map((name) => [name, row?.[name]])));
  const variances = await both(`${path}/variances`, "reprice-variances", "/reprice/{id}/variances");
  asked.add("/reprice/{id}/variances");
  const [variance] = tables.rowsOf(variances.csv);
  expect(variance).toMatchObject({ input_line: "2", expected_amount: "24.00", paid: "20.00", difference: "4.00" });
  expect(variances.json).toMatchObject({ total: 1, left: 0, lines: [{ input_line: 2, difference: "4.00" }] });
  for (const file of ["/results", "/faults"]) {
    asked.add(`/reprice/{id}${file}`);
    const answer = await fetch(`${address}/api/v1${path}${file}`, { headers: { ...headers, accept: "text/csv" } });
    expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  }
  const deleted = await fetch(`${address}/api/v1${path}`, { method: "DELETE", headers });
  expectDeclared(await deleted.json(), "/reprice/{id}", "delete");
  form.set("dry_run", "true");
  expectDeclared(await posted("/reprice", form), "/reprice", "post");
});

it("has checked the members of every answer that the document has", () => {
  const { paths } = createOpenApi(states) as { paths: Record<string, Record<string, Described>> };
  const declared = Object.entries(paths)
    .filter(([, { servers }]) => servers === undefined)
    .flatMap(([path, operations]) =>
      Object.entries(operations).flatMap(([method, { responses = {} }]) =>
        Object.entries(responses)
          .filter(([status, { content = {} }]) => status.startsWith("2") && "application/json" in content)
          .map(([status]) => `${method} ${path} ${status}`),
      ),
    );
  expect(declared).toContain("post /ca/outpatient/rate/batch 200");
  expect([...checked].sort()).toEqual(declared.sort());
});

interface Described {
  readonly responses?: Record<string, { readonly content?: object }>;
}

it("knows no GET that has no table, the workbook of a job and the document of its lines aside", () => {
  const { paths } = createOpenApi(states) as { paths: Record<string, { get?: object; servers?: object }> };
  const ours = Object.entries(paths).filter(([, { get, servers }]) => get !== undefined && servers === undefined);
  expect([...asked, "/reprice/{id}/explanations", "/reprice/{id}/workbook"].sort()).toEqual(
    ours.map(([path]) => path).sort(),
  );
});

it("leaves problems as they are: a document, with no file name", async () => {
  const answer = await fetch(`${address}/api/v1/ca/outpatient/rate?npi=12`, {
    headers: { ...headers, accept: "text/csv" },
  });
  expect(answer.status).toBe(400);
  expect(answer.headers.get("content-type")).toMatch(/^application\/problem\+json/);
  expect(answer.headers.get("content-disposition")).toBeNull();
  expect(await answer.json()).toMatchObject({ code: "missing_parameter" });
});

it("says to HEAD what GET would say", async () => {
  const url = `${address}/api/v1/releases`;
  const asCsv = { headers: { ...headers, accept: "text/csv" } };
  const [head, get] = [await fetch(url, { method: "HEAD", ...asCsv }), await fetch(url, asCsv)];
  for (const name of ["content-type", "content-length", "content-disposition", "vary"]) {
    expect(head.headers.get(name)).toBe(get.headers.get(name));
  }
  expect(await head.text()).toBe("");
});
