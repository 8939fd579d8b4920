import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { isFolder, makeFolders, unwritable } from "../../core/files/writing.ts";
import { failure } from "../../core/runtime/failure.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { DESCRIPTION_FILE, TITLE_CHARACTERS_MAX } from "../../dataset/description.ts";
import { readStates } from "../../keys/key-rules.ts";
import type { State } from "../../pricing/state/state.ts";
import { states } from "../../states/index.ts";
import { type ExitCode, print, printJson, refusedOption } from "../command-io.ts";
import { launcherFrom, quotedForShell } from "../shell-words.ts";

interface InitOptions {
  readonly states: string;
  readonly json: boolean;
}

/** Makes an empty dataset: a table that is not there is empty, so it is a folder per state and the description. */
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
    // Last: a folder without it is not a dataset yet, and can be made once more.
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

/** Nobody's files are mixed with a new dataset, and no dataset is made anew. */
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
