import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Random } from "../support/random.ts";
import { readTable } from "./cells.ts";
import { codesOf, type NewCode, writeCodeSet, writeNewCodes } from "./code-sets.ts";
import { missingDrgs, nationalDrgs } from "./drgs.ts";
import type { StatePlan } from "./plan.ts";
import { plans } from "./plans/index.ts";
import { writeRegistry } from "./registry.ts";
import { TableFile } from "./table-file.ts";

/** Bumped when the generator changes, so that an older dataset is not taken for a new one. */
const GENERATOR = "2";
const SEED = 20_261_115;

/** How much of everything. The sample's own codes are always there. */
export interface DatasetSize {
  /** Invented providers by state; states that are not named are left out. */
  readonly providers: Readonly<Record<string, number>>;
  readonly procedures: number;
  /** EAPGs and APGs. */
  readonly groups: number;
  readonly drgs: number;
}

/** The figures of the sample; only the registry grows. */
export const SAMPLE_CODES = { procedures: 0, groups: 0, drgs: 0 } as const;

/** All four states as large as in life. */
export const FULL_SIZE: DatasetSize = {
  providers: Object.fromEntries(plans.map(({ code, providers }) => [code, providers])),
  procedures: 12_000,
  groups: 560,
  drgs: 330,
};

/** A dataset made of the sample by multiplying its rows, kept in the folder. Equal sizes give equal bytes. */
export async function makeDataset(sample: string, folder: string, size: DatasetSize): Promise<string> {
  const mark = join(folder, "generated");
  const wanted = JSON.stringify({ generator: GENERATOR, seed: SEED, ...size });
  if (existsSync(mark) && readFileSync(mark, "utf8") === wanted) return folder;

  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "common"), { recursive: true });
  const held = plans.filter(({ code }) => size.providers[code] !== undefined);
  const drgs = nationalDrgs(codesOf([{ table: "common/apr_drg", column: "drg", varies: [] }], sample), size.drgs);
  const procedures: NewCode[] = [];
  for (const plan of held) procedures.push(...(await writeState(plan, size, drgs, sample, folder)));
  await writeCommon(sample, folder, procedures, drgs);

  const description = "The sample multiplied: invented providers, codes and figures. For measuring speed only.";
  const about = { name: "bench", version: GENERATOR, description, sources: [] };
  writeFileSync(join(folder, "dataset.json"), JSON.stringify(about));
  writeFileSync(mark, wanted);
  return folder;
}

/** Writes the tables of a state; the new procedure codes are returned for their descriptions. */
async function writeState(
  plan: StatePlan,
  size: DatasetSize,
  drgs: readonly string[],
  sample: string,
  folder: string,
): Promise<NewCode[]> {
  const folders = { sample: join(sample, plan.code), out: join(folder, plan.code) };
  const random = new Random(SEED + plan.firstNpi);
  mkdirSync(folders.out);
  // Tables of the program as a whole, such as conversion factors and parameters, stay as they are.
  for (const file of readdirSync(folders.sample)) {
    if (!multiplied(plan).has(basename(file, ".csv"))) cpSync(join(folders.sample, file), join(folders.out, file));
  }
  const procedures: NewCode[] = [];
  for (const set of plan.codeSets) {
    const isProcedures = set.system === "procedure";
    const fresh = await writeCodeSet(set, isProcedures ? size.procedures : size.groups, folders, random);
    if (isProcedures) procedures.push(...fresh);
  }
  const missing = size.drgs === 0 ? [] : missingDrgs(drgs, codesOf([plan.drgWeights], folders.sample));
  await writeNewCodes([plan.drgWeights], missing, folders, random);
  await writeRegistry(plan, size.providers[plan.code] ?? 0, folders, random);
  return procedures;
}

function multiplied({ ownRates, codeSets, drgWeights }: StatePlan): ReadonlySet<string> {
  const tables = [...ownRates, drgWeights, ...codeSets.flatMap((set) => set.tables)].map(({ table }) => table);
  return new Set(["providers", ...tables]);
}

/** Descriptions and taxonomies: a new code is described as the one that it was made of. */
async function writeCommon(
  sample: string,
  folder: string,
  procedures: readonly NewCode[],
  drgs: readonly string[],
): Promise<void> {
  cpSync(join(sample, "common"), join(folder, "common"), { recursive: true });
  const hcpcs = readTable(sample, "common/hcpcs");
  const described = new Map(hcpcs.rows.map((row) => [row.code ?? "", row]));
  for (const { code, template } of procedures) {
    const row = described.get(template);
    if (row !== undefined && !described.has(code)) described.set(code, { ...row, code });
  }
  const hcpcsFile = new TableFile(folder, "common/hcpcs", hcpcs.header);
  await hcpcsFile.add([...described.values()]);
  await hcpcsFile.close();

  const aprDrg = readTable(sample, "common/apr_drg");
  const known = new Set(aprDrg.rows.map(({ drg }) => drg));
  const added = drgs.filter((drg) => !known.has(drg)).map((drg) => ({ drg, soi: "", description: `APR-DRG ${drg}` }));
  const drgFile = new TableFile(folder, "common/apr_drg", aprDrg.header);
  await drgFile.add([...aprDrg.rows, ...added]);
  await drgFile.close();
}
