import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { faultText } from "../../src/dataset/fault.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { ROOT, type Workspace } from "./workspace.ts";

export const SAMPLE = join(ROOT, "data", "sample");
export const ALL_STATES = states.map(({ code }) => code).join(",");

/** Compiles a dataset, the sample unless another is named. */
export async function compiled(out: string, dataset = SAMPLE): Promise<string> {
  const built = await buildRelease({ dataset, out, states });
  if (!built.ok) throw new Error(`${dataset} is faulty: ${built.faults.map(faultText).join("; ")}`);
  return out;
}

/** A release of the sample at this place. */
export async function sampleRelease({ sample }: Workspace, out: string): Promise<string> {
  if (sample === null) return await compiled(out);
  copyFileSync(sample, out);
  return out;
}

export interface MadeKey {
  readonly id: string;
  readonly key: string;
}

/** Makes a key by the command, as an operator does. */
export async function madeKey(workspace: Workspace, home: string, ...options: readonly string[]): Promise<MadeKey> {
  const about = ["keys", "create", "--home", home, "--name", "fire", "--states", ALL_STATES, "--json"];
  const { stdout, stderr } = await workspace.run([...about, ...options]);
  const line = stdout.trimEnd().split("\n").at(-1);
  if (!line) throw new Error(`No key was made: ${stderr}`);
  return JSON.parse(line) as MadeKey;
}

type Row = Readonly<Record<string, string>>;

const parsed = new Map<string, readonly Row[]>();

/** Every table of the sample is parsed once. */
function rowsOf(table: string): readonly Row[] {
  const rows = parsed.get(table) ?? parse(readFileSync(join(SAMPLE, `${table}.csv`)), { columns: true });
  parsed.set(table, rows);
  return rows;
}

/** Where the codes of outpatient lookups stand; inpatient ones are all from the weights of APR-DRGs. */
const OUTPATIENT_CODES: Readonly<Record<string, readonly (readonly [table: string, column: string])[]>> = {
  ca: [["outpatient_rates", "procedure_code"]],
  fl: [
    ["fee_schedule", "code"],
    ["eapg_weights", "eapg"],
  ],
  ga: [
    ["fee_schedule", "code"],
    ["lab_rates", "code"],
  ],
  ny: [
    ["fee_schedule", "code"],
    ["apg_procedures", "code"],
    ["apg_weights", "apg"],
  ],
};

/** Codes of the sample that a state has rates for. */
export function codesOf(state: string, setting: string): readonly string[] {
  const codes =
    setting === "inpatient"
      ? rowsOf(`${state}/drg_weights`).map(({ drg, soi }) => `${drg}-${soi}`)
      : (OUTPATIENT_CODES[state] ?? []).flatMap(([table, column]) =>
          rowsOf(`${state}/${table}`).map((row) => row[column] as string),
        );
  return [...new Set(codes)];
}

/** Values of a column of the sample's providers, such as `npi`, each once. */
export function providerValues(state: string, column: string): readonly string[] {
  const values = rowsOf(`${state}/providers`).map((row) => row[column] ?? "");
  return [...new Set(values.filter((value) => value !== ""))];
}
