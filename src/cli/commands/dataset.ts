import { dataFilesIn, refuseOverwriting } from "../../core/files/writing.ts";
import { checkDataset } from "../../dataset/check.ts";
import { type Fault, faultText } from "../../dataset/fault.ts";
import { type LoadedSettings, loadedSettings, type RowCounts, rowsIn } from "../../pricing/state/loaded.ts";
import type { State } from "../../pricing/state/state.ts";
import { buildRelease } from "../../release/build.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, print, printJson, tell } from "../command-io.ts";
import { ProgressReport } from "../progress.ts";
import { quotedForShell } from "../shell-words.ts";

interface Faults {
  readonly faults: readonly Fault[];
  /** All of them; a hopeless dataset has more than are listed. */
  readonly faultCount: number;
}

export async function check(dataset: string, options: { readonly json: boolean }): Promise<ExitCode> {
  const verdict = await withProgress((onProgress) => checkDataset({ dataset, states, onProgress, tell }));
  const { faults, faultCount, rowCounts } = verdict;
  const loaded = loadedJson(verdict.states, rowCounts);
  if (options.json) printJson({ faults, fault_count: faultCount, row_counts: rowCounts, loaded });
  else if (faultCount > 0) printFaults(verdict);
  else {
    print(`No faults in ${total(rowCounts)} rows of ${Object.keys(rowCounts).length} tables.`);
    printLoaded(dataset, verdict.states, rowCounts);
  }
  return faultCount === 0 ? 0 : 1;
}

interface BuildOptions {
  readonly out: string;
  readonly json: boolean;
}

export async function build(dataset: string, { out, json }: BuildOptions): Promise<ExitCode> {
  refuseOverwriting([{ path: out, option: "--out" }], dataFilesIn(dataset, "a file of the dataset"));
  const outcome = await withProgress((onProgress) => buildRelease({ dataset, out, states, onProgress, tell }));
  if (!outcome.ok) {
    if (json) printJson({ faults: outcome.faults, fault_count: outcome.faultCount });
    else {
      printFaults(outcome);
      print(`${out} was not written.`);
    }
    return 1;
  }
  const { name, version, contentHash, rowCounts } = outcome.description;
  const loaded = loadedJson(outcome.states, rowCounts);
  if (json) printJson({ file: out, name, version, content_hash: contentHash, row_counts: rowCounts, loaded });
  else {
    print(`${out}: ${name} ${version}, ${total(rowCounts)} rows, content ${contentHash}`);
    printLoaded(dataset, outcome.states, rowCounts);
  }
  return 0;
}

function printLoaded(dataset: string, held: readonly State[], rowCounts: RowCounts): void {
  const remedy = `"ratebook status ${quotedForShell(dataset)}" shows which publications bring the rest, and where they are.`;
  for (const line of loadedText(held, rowCounts, remedy)) print(line);
}

export async function withProgress<Outcome>(
  work: (onProgress: ProgressReport["tell"]) => Promise<Outcome>,
): Promise<Outcome> {
  const report = new ProgressReport();
  try {
    return await work((progress) => report.tell(progress));
  } finally {
    report.end();
  }
}

export function printFaults({ faults, faultCount }: Faults): void {
  for (const fault of faults) print(faultText(fault));
  const unlisted = faultCount > faults.length ? `, the first ${faults.length} of them listed` : "";
  print(`${faultCount} ${faultCount === 1 ? "fault" : "faults"}${unlisted}.`);
}

function total(rowCounts: RowCounts): number {
  return Object.values(rowCounts).reduce((sum, count) => sum + count, 0);
}

/** Whether each setting is loaded, by state, for programs. */
function loadedJson(states: readonly State[], rowCounts: RowCounts): Readonly<Record<string, LoadedSettings>> {
  return Object.fromEntries(states.map(({ code, lookups }) => [code, loadedSettings(lookups, rowCounts)]));
}

/** The same in a few lines, with what it means for lookups; `remedy` says where to look for more. */
function loadedText(states: readonly State[], rowCounts: RowCounts, remedy: string): readonly string[] {
  const settings = Object.entries(loadedJson(states, rowCounts)).flatMap(([code, loaded]) =>
    Object.entries(loaded).map(([setting, isLoaded]) => ({ name: `${code} ${setting}`, isLoaded })),
  );
  const named = (wanted: boolean) => settings.filter(({ isLoaded }) => isLoaded === wanted).map(({ name }) => name);
  const missing = named(false);
  const withoutProviders = states.filter(({ providers }) => rowsIn(providers.table, rowCounts) === 0);
  return [
    `Loaded: ${named(true).join(", ") || "nothing"}.`,
    ...(missing.length === 0 ? [] : [`Not loaded: ${missing.join(", ")}.`]),
    ...withoutProviders.map(({ code, name }) => `No providers: ${code}. No lookup of ${name} finds anybody.`),
    ...(missing.length + withoutProviders.length === 0 ? [] : [remedy]),
  ];
}
