import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { explain } from "../../../src/answers/explanation/explain.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupResults } from "../../../src/pricing/answer.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { lookupOf } from "../../../src/pricing/state/state.ts";
import type { CareSetting } from "../../../src/registry/definition.ts";
import { compiledDataset } from "../../support/compiled-dataset.ts";
import { type DatasetFiles, writeDataset } from "../../support/release.ts";
import { CsvFiles } from "./csv-files.ts";

/** The day that a request without one is taken to mean. */
export const TODAY = "2026-11-15" as Day;

/** An answer and its explanation, as it arrives: through JSON. */
interface Explained {
  readonly explanation: Explanation;
  readonly results: readonly Result[];
}

/** A dataset of one state whose lookups are explained, and its files. */
export interface ExplainedDataset {
  readonly files: CsvFiles;
  explain(setting: CareSetting, query: Readonly<Record<string, string>>): Promise<Explained>;
  /** The explanation of the one result that is expected. */
  explainOne(setting: CareSetting, query: Readonly<Record<string, string>>): Promise<ResultExplanation>;
  discard(): void;
}

export async function explainedDataset(stateCode: string, content: DatasetFiles): Promise<ExplainedDataset> {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-explained-"));
  writeDataset(folder, content);
  const compiled = await compiledDataset(folder);
  const release = compiled.open();
  const source = release.states.get(stateCode);
  if (source === undefined) throw new Error(`The release has no ${stateCode}`);
  const { name, version, contentHash } = release.description;
  const from = { name, version, contentHash, engineVersion: "test", origins: release.origins, source };

  async function explained(setting: CareSetting, query: Readonly<Record<string, string>>): Promise<Explained> {
    const lookup = lookupOf(from.source.state, setting);
    const read = lookup.reader.fromQuery(query, { today: TODAY });
    if (!read.ok) throw new Error(read.faults.map(({ message }) => message).join(" "));
    const results = await lookupResults(lookup, read.request, from.source);
    const sent = new Set(Object.keys(query));
    const explanation = explain({ lookup, request: read.request, sent, results, stale: [], empty: [] }, from);
    return { explanation: JSON.parse(JSON.stringify(explanation)), results: results.map(({ result }) => result) };
  }

  return {
    files: new CsvFiles(folder),
    explain: explained,
    async explainOne(setting, query) {
      const { explanations } = (await explained(setting, query)).explanation;
      const [only, ...others] = explanations;
      if (only === undefined || others.length > 0) throw new Error(`${explanations.length} results`);
      return only;
    },
    discard() {
      compiled.discard();
      rmSync(folder, { recursive: true });
    },
  };
}
