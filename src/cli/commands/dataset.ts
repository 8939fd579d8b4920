import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { dataFilesIn, isFolder, makeFolders, refuseOverwriting, unwritable } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { checkDataset } from "../../dataset/check.ts";
import { DESCRIPTION_FILE, TITLE_CHARACTERS_MAX } from "../../dataset/description.ts";
import { type Fault, faultText } from "../../dataset/fault.ts";
import { medicareTables } from "../../dataset/medicare-tables.ts";
import { readStates } from "../../keys/api-key.ts";
import { type LoadedSettings, loadedSettings, type RowCounts, rowsIn } from "../../pricing/state/loaded.ts";
import type { State } from "../../pricing/state/state.ts";
import { buildRelease } from "../../release/build.ts";
import { findingText, type ReleaseVerification, verifyRelease } from "../../release/verify.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, notify, print, printJson, refusedOption } from "../command-io.ts";
import { ProgressReport } from "../progress.ts";
import { launcherFrom, quotedForShell } from "../shell-words.ts";

interface InitOptions {
  readonly states: string;
  readonly json: boolean;
}

/** Creates an empty dataset: a folder per state and the description. A missing table is empty. */
export function init(folder: string, options: InitOptions): ExitCode {
  const codes = readStates(
    options.states,
    states.map(({ code }) => code),
  );
  if (codes instanceof Refusal) throw refusedOption("--states", options.states, codes);
  refuseUsed(folder);
  const name = basename(folder).slice(0, TITLE_CHARACTERS_MAX);
  const description = {
    name,
    version: "1",
    description: "Empty when it was made; its figures come from the publications named in sources.",
    sources: [],
  };
  try {
    for (const code of codes) makeFolders(join(folder, code));
    // Last: a folder without it is no dataset yet, and `init` can be repeated.
    writeFileSync(join(folder, DESCRIPTION_FILE), `${JSON.stringify(description, null, 2)}\n`, { flag: "wx" });
  } catch (error) {
    throw unwritable(folder, error);
  }
  if (options.json) printJson({ dataset: folder, name, states: codes });
  else
    printNextSteps(
      folder,
      states.filter(({ code }) => codes.includes(code)),
    );
  return 0;
}

/** A new dataset needs an empty folder: no file is overwritten. */
function refuseUsed(folder: string): void {
  if (!existsSync(folder)) return;
  if (!isFolder(folder)) throw failure(`${folder} is no folder. Name one that is not there yet.`);
  if (existsSync(join(folder, DESCRIPTION_FILE))) {
    throw failure(`${folder} is a dataset already. Import into it, or name a folder that is not there yet.`);
  }
  const used = readdirSync(folder).find((entry) => !isLeftover(folder, entry));
  if (used !== undefined) {
    throw failure(`${folder} is not empty: it holds ${used}. Name a folder that is empty or not there yet.`);
  }
}

/** What an interrupted run leaves behind, and hidden files. */
function isLeftover(folder: string, entry: string): boolean {
  if (entry.startsWith(".")) return true;
  const path = join(folder, entry);
  return states.some(({ code }) => code === entry) && isFolder(path) && readdirSync(path).length === 0;
}

function printNextSteps(folder: string, made: readonly State[]): void {
  const here = relative(process.cwd(), folder);
  const shown = quotedForShell(here === "" || here.startsWith("..") ? folder : here);
  const launcher = launcherFrom(process.cwd());
  print(`${shown} is an empty dataset of ${made.map(({ name }) => name).join(", ")}. Next:`);
  print(`  ${launcher} status ${shown}`);
  print("    shows which publications it needs and where to download them; then, for each of them,");
  print(`  ${launcher} import <publication or table> <file> --into ${shown}`);
  print(`  ${launcher} build ${shown} --out rates.db`);
}

interface Faults {
  readonly faults: readonly Fault[];
  /** All errors; a hopeless dataset has more than are listed. */
  readonly faultCount: number;
}

export async function check(dataset: string, options: { readonly json: boolean }): Promise<ExitCode> {
  const verdict = await withProgress((onProgress) => checkDataset({ dataset, states, onProgress, notify }));
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
  const outcome = await withProgress((onProgress) => buildRelease({ dataset, out, states, onProgress, notify }));
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
  work: (onProgress: ProgressReport["notify"]) => Promise<Outcome>,
): Promise<Outcome> {
  const report = new ProgressReport();
  try {
    return await work((progress) => report.notify(progress));
  } finally {
    report.end();
  }
}

export function printFaults({ faults, faultCount }: Faults): void {
  for (const fault of faults) print(faultText(fault));
  const unlisted = faultCount > faults.length ? `, the first ${faults.length} of them listed` : "";
  print(`${plainCountText(faultCount, "fault")}${unlisted}.`);
}

function total(rowCounts: RowCounts): number {
  return Object.values(rowCounts).reduce((sum, count) => sum + count, 0);
}

function loadedJson(states: readonly State[], rowCounts: RowCounts): Readonly<Record<string, LoadedSettings>> {
  return Object.fromEntries(states.map(({ code, lookups }) => [code, loadedSettings(lookups, rowCounts)]));
}

/** Whether each setting is loaded, in a few lines, with the meaning for lookups; `remedy` says where to find more. */
function loadedText(states: readonly State[], rowCounts: RowCounts, remedy: string): readonly string[] {
  const settings = Object.entries(loadedJson(states, rowCounts)).flatMap(([code, loaded]) =>
    Object.entries(loaded).map(([setting, isLoaded]) => ({ name: `${code} ${setting}`, isLoaded })),
  );
  const named = (wanted: boolean) => settings.filter(({ isLoaded }) => isLoaded === wanted).map(({ name }) => name);
  const missing = named(false);
  const benchmark = medicareTables.some((table) => rowsIn(table, rowCounts) > 0) ? ["medicare benchmark"] : [];
  const withoutProviders = states.filter(({ providers }) => rowsIn(providers.table, rowCounts) === 0);
  return [
    `Loaded: ${[...named(true), ...benchmark].join(", ") || "nothing"}.`,
    ...(missing.length === 0 ? [] : [`Not loaded: ${missing.join(", ")}.`]),
    ...withoutProviders.map(({ code, name }) => `No providers: ${code}. No lookup of ${name} finds anybody.`),
    ...(missing.length + withoutProviders.length === 0 ? [] : [remedy]),
  ];
}

export async function verify(file: string, options: { readonly json: boolean }): Promise<ExitCode> {
  const verification = await verified(file);
  if (options.json) printJson(verificationJson(file, verification));
  else for (const line of verificationLines(file, verification)) print(line);
  return verification.findingCount === 0 ? 0 : 1;
}

async function verified(file: string): Promise<ReleaseVerification> {
  const progress = new ProgressReport();
  try {
    return await verifyRelease(file, states, (far) => progress.notify(far));
  } finally {
    progress.end();
  }
}

function verificationJson(file: string, verification: ReleaseVerification) {
  const { description, findings, findingCount, comparedStates, unknownStates } = verification;
  return {
    file,
    is_sound: findingCount === 0,
    name: description?.name ?? null,
    version: description?.version ?? null,
    content_hash: description?.contentHash ?? null,
    findings,
    finding_count: findingCount,
    compared_states: comparedStates,
    unknown_states: unknownStates,
  };
}

function verificationLines(file: string, verification: ReleaseVerification): string[] {
  const { description, findings, findingCount, comparedStates, unknownStates } = verification;
  const unknown =
    unknownStates.length === 0
      ? []
      : [`This program does not know ${unknownStates.join(", ")}: their rows were verified, their rules were not.`];
  if (findingCount > 0 || description === null) {
    const unlisted = findingCount > findings.length ? `, the first ${findings.length} of them listed` : "";
    const count = `${plainCountText(findingCount, "finding")}${unlisted}.`;
    return [...findings.map(findingText), ...unknown, count];
  }
  const { name, version, contentHash } = description;
  const compared = comparedStates.length === 0 ? "no state" : comparedStates.join(", ");
  return [`${file} is sound: ${name} ${version}, content ${contentHash}, rules compared for ${compared}.`, ...unknown];
}
