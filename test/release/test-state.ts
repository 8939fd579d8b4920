import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { decimal, integer, list, oneOf, otherwise, pattern, required, text } from "../../src/dataset/column.ts";
import { datedTable, type RowOf, type Table, undatedTable } from "../../src/dataset/table.ts";
import { erased, type State } from "../../src/pricing/state/state.ts";
import type { ProviderDefinition } from "../../src/registry/definition.ts";

/*
 * A state made for tests: two kinds of providers, a fee schedule, and rates of hospitals. The
 * lookups are never asked, so they are left out.
 */

const NPI = pattern(/^[0-9]{10}$/, "10 digits");

export const providers = undatedTable({
  folder: "zz",
  name: "providers",
  columns: {
    npi: NPI,
    stateProviderId: text(),
    alternateNpis: list(NPI),
    providerName: required(text()),
    kind: otherwise(oneOf(["hospital", "office"]), "office"),
    city: text(),
    zipCode: text(),
  },
  key: ["npi", "stateProviderId"],
  rules: [
    ({ npi, stateProviderId }) =>
      npi === null && stateProviderId === null ? { column: "npi", reason: "fill npi or state_provider_id" } : null,
  ],
});

export type Provider = RowOf<typeof providers>;

export const fees = datedTable({
  folder: "zz",
  name: "fees",
  columns: {
    code: required(text()),
    level: integer(1, 4),
    fee: required(decimal({ aboveZero: true })),
  },
  key: ["code", "level"],
  readBy: ["code"],
});

export const hospitalRates = datedTable({
  folder: "zz",
  name: "hospital_rates",
  columns: { stateProviderId: required(text()), rate: required(decimal()) },
  key: ["stateProviderId"],
});

export const definition: ProviderDefinition<Provider> = {
  table: providers,
  name: (row) => row.providerName,
  order: (row) => [row.providerName, row.npi, row.stateProviderId],
  identity: (row) => [row.npi],
  identifiers: {
    npi: { of: (row) => [row.npi, ...row.alternateNpis], fold: (value) => value },
    stateProviderId: { of: (row) => [row.stateProviderId], fold: (value) => value.toUpperCase() },
  },
  classes: {
    outpatient: (row) => row.kind,
    inpatient: (row, data) =>
      row.stateProviderId !== null && data.rows(hospitalRates, { stateProviderId: row.stateProviderId }).length > 0
        ? row.stateProviderId
        : null,
  },
  filters: {
    city: { match: "partial", of: (row) => row.city },
    zipCode: { match: "zip", of: (row) => row.zipCode },
    kind: { match: "exact", of: (row) => row.kind },
  },
};

const hospitalId = (row: Provider) => (row.kind === "hospital" ? row.stateProviderId : null);

export const testState = {
  code: "zz",
  name: "Test",
  tables: [providers, fees, hospitalRates] as readonly Table[],
  publications: async () => [],
  lookups: [],
  providers: erased(definition),
  references: [
    {
      from: hospitalRates,
      column: "stateProviderId",
      to: providers,
      offers: hospitalId,
      what: "a hospital of zz/providers.csv",
    },
  ],
  uniqueness: [{ table: providers, column: "stateProviderId", value: hospitalId, what: "unique among hospitals" }],
  agreements: [
    {
      table: providers,
      column: "kind",
      group: (row: Provider) => row.npi,
      value: (row: Provider) => row.kind,
      what: "one kind for all rows of an NPI",
    },
  ],
} as unknown as State;

/** A sound dataset: its files by their paths. */
export const SOUND = {
  "dataset.json": JSON.stringify({ name: "tiny", version: "1" }),
  "zz/providers.csv": [
    "npi,state_provider_id,alternate_npis,provider_name,kind,city,zip_code",
    "1000000003,S1,,Smith Clinic,,Los Angeles,90001",
    "1000000001,H1,1000000008|1000000009,General Hospital,hospital,San José,90002-1234",
    "1000000002,H2,,General Hospital,hospital,Oakland,900021234",
    "",
  ].join("\n"),
  "zz/fees.csv": [
    "code,level,fee,effective_start_date,effective_end_date",
    "A1,1,10.50,2025-01-01,2025-12-31",
    "A1,1,11.00,2026-01-01,",
    "A1,2,20,2025-01-01,",
    "B1,,5,2025-01-01,",
    "",
  ].join("\n"),
  "zz/hospital_rates.csv": "state_provider_id,rate,effective_start_date\nH1,1000,2025-01-01\n",
} as const;

export type Files = Readonly<Record<string, string | Buffer | null>>;

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** A folder that is gone when the tests are over. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-test-"));
  folders.push(folder);
  return folder;
}

/** Writes a dataset folder: the sound one, with some files replaced or, where null, left out. */
export function writeDataset(changes: Files = {}): string {
  const folder = temporaryFolder();
  for (const [path, content] of Object.entries({ ...SOUND, ...changes })) {
    if (content === null) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}
