import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { checkDataset } from "../../src/dataset/check.ts";
import { commonTables } from "../../src/dataset/common-tables.ts";
import { fileOf, type Table } from "../../src/dataset/table.ts";
import { states } from "../../src/states/index.ts";
import { SAMPLE } from "../fire/sample.ts";

/** Lines of a table, its header included: enough for rules about neighbours to have something to say. */
const LINES_MAX = 10;

/** The tables of a state that others refer to: they are needed as a whole. Found once. */
const wholeOf = new Map<string, ReadonlySet<string>>();

/** The beginning of every table of one state of the sample, written to a folder: a sound dataset that is quickly read. */
export async function smallDataset(state: string, folder: string): Promise<string> {
  rmSync(folder, { recursive: true, force: true });
  for (const name of [state, "common", "dataset.json"])
    cpSync(join(SAMPLE, name), join(folder, name), { recursive: true });
  const known = wholeOf.get(state);
  const whole = new Set<string>();
  for (const file of filesOf(state)) {
    if (known?.has(file)) continue;
    const path = join(folder, file);
    const text = readFileSync(path, "utf8");
    writeFileSync(path, `${text.split("\n").slice(0, LINES_MAX).join("\n")}\n`);
    if (known !== undefined || (await checkDataset({ dataset: folder, states })).faultCount === 0) continue;
    writeFileSync(path, text);
    whole.add(file);
  }
  wholeOf.set(state, known ?? whole);
  writeFileSync(join(folder, "dataset.json"), JSON.stringify({ name: "small", version: "1", sources: [] }));
  return folder;
}

/** The CSV files of a dataset that holds one state, those that are there. */
export function filesOf(state: string): readonly string[] {
  return tablesOf(state)
    .map(fileOf)
    .filter((file) => existsSync(join(SAMPLE, file)));
}

function tablesOf(code: string): readonly Table[] {
  const state = states.find((each) => each.code === code);
  if (state === undefined) throw new Error(`There is no state ${code}.`);
  return [...state.tables, ...(commonTables as readonly Table[])];
}
