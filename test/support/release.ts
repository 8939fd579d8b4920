import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { Day } from "../../src/core/calendar/day.ts";
import { lookupResults } from "../../src/pricing/answer.ts";
import type { LookupRequest } from "../../src/pricing/lookup.ts";
import { answerSearch, type SearchAnswer } from "../../src/pricing/provider-search.ts";
import type { RequestFault } from "../../src/pricing/request/read.ts";
import type { Result } from "../../src/pricing/result.ts";
import { lookupOf } from "../../src/pricing/state/state.ts";
import type { CareSetting } from "../../src/registry/definition.ts";
import { buildRelease } from "../../src/release/build.ts";
import { openRelease } from "../../src/release/open.ts";
import type { StateInRelease } from "../../src/release/release.ts";
import { states } from "../../src/states/index.ts";

/** CSV files by their path in the dataset, such as `ca/providers.csv`. */
export type DatasetFiles = Readonly<Record<string, string>>;

/** Writes a dataset folder and returns its path; `dataset.json` is added when it is not given. */
export function writeDataset(folder: string, files: DatasetFiles): string {
  const manifest = JSON.stringify({ name: "test", version: "1", description: "made for a test", sources: [] });
  for (const [path, content] of Object.entries({ "dataset.json": manifest, ...files })) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  return folder;
}

/** A compiled dataset that answers lookups the way the service does, for one state. */
export interface TestService {
  /** A request as it is read; it must have no faults. */
  request(setting: CareSetting, query: Record<string, string>): LookupRequest;
  lookup(setting: CareSetting, query: Record<string, string>): Promise<readonly Result[]>;
  faults(setting: CareSetting, query: Record<string, string>): readonly RequestFault[];
  search(query: Record<string, string>): Promise<SearchAnswer>;
  readonly source: StateInRelease;
  close(): void;
}

const TODAY = "2026-11-15" as Day;

/** Builds and opens a real release from CSV files. */
export async function serviceOf(stateCode: string, files: DatasetFiles): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-test-"));
  const out = join(folder, "release.db");
  const outcome = await buildRelease({ dataset: writeDataset(join(folder, "dataset"), files), out, states });
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.faults, null, 2));
  const release = openRelease(out, states);
  const source = release.states.get(stateCode);
  if (source === undefined) throw new Error(`The release has no ${stateCode}`);
  const { state } = source;

  function read(setting: CareSetting, query: Record<string, string>) {
    return lookupOf(state, setting).reader.fromQuery(query, { today: TODAY });
  }

  function request(setting: CareSetting, query: Record<string, string>): LookupRequest {
    const reading = read(setting, query);
    if (!reading.ok) throw new Error(reading.faults.map(({ message }) => message).join(" "));
    return reading.request;
  }

  return {
    source,
    request,
    async lookup(setting, query) {
      const results = await lookupResults(lookupOf(state, setting), request(setting, query), source);
      // As they arrive: a field that does not apply is not there.
      return results.map(({ result }) => JSON.parse(JSON.stringify(result)) as Result);
    },
    faults(setting, query) {
      const reading = read(setting, query);
      return reading.ok ? [] : reading.faults;
    },
    async search(query) {
      const reading = state.search.reader.fromQuery(query, { today: TODAY });
      if (!reading.ok) throw new Error(reading.faults.map(({ message }) => message).join(" "));
      return await answerSearch(state.search, state.providers, reading.request, source.directory, source.data);
    },
    close() {
      release.close();
      rmSync(folder, { recursive: true });
    },
  };
}
