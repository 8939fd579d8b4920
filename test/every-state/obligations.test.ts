import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { snakeCase } from "../../src/core/text/spelling.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { fileOf, type RateData, type Table, titleOf } from "../../src/dataset/table.ts";
import { lookupResults } from "../../src/pricing/answer.ts";
import type { RateLookup } from "../../src/pricing/lookup.ts";
import type { State } from "../../src/pricing/state/state.ts";
import { states } from "../../src/states/index.ts";
import { casesIn, filesOf, type LookupCase, SETS } from "../conformance/cases.ts";
import { type CompiledDataset, compiledDataset } from "../support/compiled-dataset.ts";
import { serviceOf, type TestService } from "../support/release.ts";

/* What the tables of a state owe each other is declared by the names of columns; a name that no table has would check nothing. */

describe.each(states)("$name", (state) => {
  const { references, uniqueness, uniqueEffective = [], agreements = [], requirements = [] } = state;

  it("names columns that its tables have", () => {
    const named = [
      ...references.map(({ from, column }) => [from, column] as const),
      ...[...uniqueness, ...uniqueEffective, ...agreements].map(({ table, column }) => [table, column] as const),
      ...requirements.flatMap(({ table, column, where }) => [[table, column] as const, [table, where] as const]),
    ];
    for (const [table, column] of named) expect(Object.keys(table.columns)).toContain(column);
  });

  it.each(
    references.map((reference) => ({
      ...reference,
      file: fileOf(reference.from),
      header: snakeCase(reference.column),
    })),
  )("refuses a row of $file whose $header is not $what", async ({ file, header, what }) => {
    const { dataset } = filesOf(state.code, "a");
    const folder = mkdtempSync(join(tmpdir(), "ratebook-obligations-"));
    cpSync(dataset, folder, { recursive: true });
    const path = join(folder, file);
    const [first = {}, ...others]: Record<string, string>[] = parse(readFileSync(path), { columns: true, trim: true });
    const strange = (first[header] ?? "").replaceAll(/[0-9]/g, "9").replaceAll(/[A-Z]/g, "Z");
    const rows = [{ ...first, [header]: strange }, ...others];
    const cells = rows.map((row) =>
      Object.values(row)
        .map((cell) => `"${cell.replaceAll('"', '""')}"`)
        .join(","),
    );
    writeFileSync(path, [Object.keys(first).join(","), ...cells, ""].join("\n"));
    const { faults } = await checkDataset({ dataset: folder, states });
    rmSync(folder, { recursive: true });
    expect(faults).toContainEqual({ file, line: 2, column: header, value: strange, reason: `expected ${what}` });
  });
});

/* What a lookup declares as its tables is what its rules read: whether a setting is loaded, and what is said to be missing, rests on it. */

const TODAY = "2026-11-15" as Day;

/** The rates of a release, and the dated tables that were asked of them. */
function watched(data: RateData): { data: RateData; asked: Set<string> } {
  const asked = new Set<string>();
  const note = (table: Table) => {
    if (table.dated && table.name !== "parameters") asked.add(titleOf(table));
  };
  return {
    asked,
    data: {
      rows: (table, key) => {
        note(table as unknown as Table);
        return data.rows(table, key);
      },
      hasRows: (table, cell) => {
        note(table);
        return data.hasRows(table, cell);
      },
      editions: (table) => data.editions(table),
    },
  };
}

describe.each(states.map(({ code }) => code))("%s", (code) => {
  const compiled: CompiledDataset[] = [];
  afterAll(() => {
    for (const each of compiled) each.discard();
  });

  it("declares the tables that its lookups read, and no others", async () => {
    const read = new Map<string, Set<string>>();
    for (const set of SETS) {
      const files = filesOf(code, set);
      const dataset = await compiledDataset(files.dataset);
      compiled.push(dataset);
      const source = dataset.open().states.get(code);
      if (source === undefined) throw new Error(`No ${code}`);
      for (const lookup of source.state.lookups) {
        const { data, asked } = watched(source.data);
        for (const { request } of casesIn<LookupCase>(files.lookups(lookup.setting))) {
          const parsed = lookup.reader.fromItem(request, { today: TODAY });
          if (parsed.ok) await lookupResults(lookup, parsed.request, { ...source, data });
        }
        read.set(lookup.setting, new Set([...(read.get(lookup.setting) ?? []), ...asked]));
      }
    }
    const state = states.find((each) => each.code === code);
    for (const { setting, tables } of state?.lookups ?? []) {
      expect([...(read.get(setting) ?? [])].sort()).toEqual(tables.map(titleOf).sort());
    }
  });
});

const UNKNOWN_NPI = "1999999992";
const NPI = "1000000004";

/** A registry of one provider, who is called Bay Clinic: the first of the state's cases, so that its row is one that the state has. */
function registryOf({ code, providers: { table } }: State): string {
  const csv = readFileSync(join(filesOf(code, "a").dataset, fileOf(table)), "utf8");
  const [first = {}]: Record<string, string>[] = parse(csv, { columns: true, trim: true });
  const row = { ...first, npi: NPI, provider_name: "Bay Clinic" };
  return `${Object.keys(row).join(",")}\n${Object.values(row)
    .map((cell) => `"${cell.replaceAll('"', '""')}"`)
    .join(",")}\n`;
}

/** The code of a lookup's first example. */
function codeOf({ examples }: RateLookup): string {
  return examples[0]?.query.billing_code ?? "";
}

describe.each(states)("$name without any rate", (state) => {
  const { code, name, lookups } = state;
  let service: TestService;

  beforeAll(async () => {
    service = await serviceOf(code, { [fileOf(state.providers.table)]: registryOf(state) });
  });
  afterAll(() => service.close());

  it.each(lookups)("$setting: one result that says so, whatever is asked", async (lookup) => {
    const { setting } = lookup;
    const asked = [{ npi: NPI }, { npi: UNKNOWN_NPI }, { provider_name: "Bay" }, { provider_name: "zzzz" }];
    for (const identifiers of asked) {
      const results = await service.lookup(setting, { billing_code: codeOf(lookup), ...identifiers });
      expect(results).toHaveLength(1);
      expect(results[0]).toMatchObject({
        rate_found: false,
        payment_rate: null,
        calculation_method: null,
        error_message: expect.stringMatching(
          new RegExp(`^${name} ${setting} rates are not loaded\\. They come from: .+\\(${code}/`),
        ),
      });
    }
  });

  it.each(lookups)("$setting: the provider that was found is named, one that was not is echoed", async (lookup) => {
    const { setting } = lookup;
    const billing_code = codeOf(lookup);
    const [found] = await service.lookup(setting, { billing_code, npi: NPI, reference_id: "r" });
    expect(found).toMatchObject({
      npi: NPI,
      provider_name: "Bay Clinic",
      provider_matches_total: null,
      reference_id: "r",
      billing_code,
    });
    const [unknown] = await service.lookup(setting, { billing_code, npi: UNKNOWN_NPI });
    expect(unknown).toMatchObject({ npi: UNKNOWN_NPI, provider_name: null, provider_matches_total: null });
    const [byName] = await service.lookup(setting, { billing_code, provider_name: "Bay" });
    expect(byName).toMatchObject({ npi: null, provider_name: null, provider_matches_total: 0 });
  });

  it.each(lookups)("$setting: a faulty request is refused as ever", (lookup) => {
    expect(service.faults(lookup.setting, { billing_code: codeOf(lookup), npi: "12" })).toMatchObject([
      { field: "npi" },
    ]);
  });
});

describe("California with its fee schedule alone", () => {
  let service: TestService;

  beforeAll(async () => {
    const rates = "procedure_code,procedure_type,unit_value,conversion_indicator,effective_start_date";
    service = await serviceOf("ca", { "ca/outpatient_rates.csv": `${rates}\n99213,Medicine,24,9,2025-01-01\n` });
  });
  afterAll(() => service.close());

  it("has outpatient rates and no provider to price, as its page says", async () => {
    const results = await service.lookup("outpatient", { billing_code: "99213", npi: UNKNOWN_NPI });
    expect(results).toMatchObject([
      { rate_found: false, error_message: `No California provider matches npi ${UNKNOWN_NPI}.` },
    ]);
    const byName = await service.lookup("outpatient", { billing_code: "99213", provider_name: "Bay" });
    expect(byName).toMatchObject([{ rate_found: false, provider_matches_total: 0 }]);
    expect(await service.search({ provider_name: "Bay" })).toMatchObject({ total_results: 0 });
  });

  it("has no inpatient rates", async () => {
    const [result] = await service.lookup("inpatient", { billing_code: "560-1", npi: UNKNOWN_NPI });
    expect(result?.error_message).toMatch(/^California inpatient rates are not loaded\. /);
  });
});
