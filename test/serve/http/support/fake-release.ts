import { setImmediate as nextTurn } from "node:timers/promises";
import type { ProviderDirectory } from "../../../../src/registry/directory.ts";
import type { Release } from "../../../../src/release/release.ts";
import { NO_ORIGINS } from "../../../support/no-origins.ts";
import { NO_FILE, soundGuard } from "../../../support/sound-guard.ts";
import { type FakeProvider, zeeland } from "./fake-state.ts";

const PROVIDERS: readonly FakeProvider[] = [
  { line: 2, npi: "1000000001", providerName: "Alpha Clinic" },
  { line: 3, npi: "1000000002", providerName: "Beta Clinic" },
  { line: 4, npi: "1000000003", providerName: "Gamma Hospital" },
];

function named(folded: string): FakeProvider[] {
  return PROVIDERS.filter(({ providerName }) => providerName.toUpperCase().includes(folded));
}

const directory: ProviderDirectory<FakeProvider> = {
  rowCount: PROVIDERS.length,
  row: (number) => PROVIDERS[number] as FakeProvider,
  find: (identifiers, name) => named(name ?? "").filter(({ npi }) => npi === (identifiers.npi ?? npi)),
  countByName: async (_setting, folded, qualifies, providersMax) => {
    // Yields as the real one does, so that the release must stay open meanwhile.
    await nextTurn();
    const rows = named(folded).map((provider) => PROVIDERS.indexOf(provider));
    const total = rows.length > 0 && qualifies(0) ? rows.length : 0;
    return { total, rows: total === 0 ? [] : rows.slice(0, providersMax), nameMatches: rows.length > 0 };
  },
  representative: () => PROVIDERS[0] as FakeProvider,
  search: async ({ identifiers, name }, limit) => {
    const rows = directory.find(identifiers, name);
    return { total: rows.length, rows: rows.slice(0, limit) };
  },
  searchWords: async (folded, limit) => {
    const rows = named(folded);
    return { total: rows.length, asTyped: rows.length, rows: rows.slice(0, limit), spellings: [] };
  },
};

/** Where its figures come from. */
export const SOURCE = {
  table: "zz/rates",
  publication: "Rates of Zeeland",
  publisher: "Zeeland",
  published: "2026-01-01",
  retrieved: null,
  url: null,
  sha256: "00ff",
  edition: "2026-01-01",
  file: "rates.csv",
  importer: "zz/rates",
};

/** A release of Zeeland in memory that knows whether it has been closed. */
export interface FakeRelease extends Release {
  isClosed(): boolean;
}

export function fakeRelease(version = "1"): FakeRelease {
  let closed = false;
  return {
    file: "memory",
    description: {
      name: "Fake sample",
      version,
      description: "Synthetic data for tests.",
      sources: [SOURCE],
      contentHash: `hash-of-${version}`,
      rowCounts: { "zz/providers": PROVIDERS.length },
    },
    states: new Map([
      [
        "zz",
        {
          state: zeeland,
          identifierNames: ["npi", "stateProviderId"],
          directory: directory as ProviderDirectory<unknown>,
          data: { rows: () => [], hasRows: () => false, editions: () => [] },
          origins: NO_ORIGINS,
          notLoaded: new Map(),
        },
      ],
    ]),
    rates: { rows: () => [], hasRows: () => false, editions: () => [] },
    origins: NO_ORIGINS,
    tables: { groups: () => [] },
    shared: { file: "memory", identity: NO_FILE, contentHash: `hash-of-${version}`, indexes: new Map() },
    guard: soundGuard("memory"),
    close: () => {
      closed = true;
    },
    isClosed: () => closed,
  };
}
