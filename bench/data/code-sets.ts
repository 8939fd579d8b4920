import type { Random } from "../support/random.ts";
import { type Cells, readTable } from "./cells.ts";
import type { CodeSet, RateTable } from "./plan.ts";
import { TableFile } from "./table-file.ts";
import { variation, varied, yearly } from "./variation.ts";

/** A new code and the code of the sample whose rows it has. */
export interface NewCode {
  readonly code: string;
  readonly template: string;
}

interface Folders {
  readonly sample: string;
  readonly out: string;
}

/** Writes the tables of a code set: the sample's rows, then those of new codes until there are `wanted`. */
export async function writeCodeSet(set: CodeSet, wanted: number, folders: Folders, random: Random): Promise<NewCode[]> {
  const templates = codesOf(set.tables, folders.sample);
  const fresh = newCodes(templates, wanted, set.system, random);
  await writeNewCodes(set.tables, fresh, folders, random);
  return fresh;
}

/** Writes tables by code: the sample's rows, then those of the new codes. */
export async function writeNewCodes(
  tables: readonly RateTable[],
  fresh: readonly NewCode[],
  { sample, out }: Folders,
  random: Random,
): Promise<void> {
  for (const { table, column, varies } of tables) {
    const { header, rows } = readTable(sample, table);
    const byCode = Map.groupBy(rows, (row) => row[column] ?? "");
    const file = new TableFile(out, table, header);
    await file.add(rows);
    for (const { code, template } of fresh) {
      const factor = variation(random);
      const copies = byCode.get(template)?.map((row) => ({ ...varied(row, varies, factor), [column]: code })) ?? [];
      await file.add(copies.flatMap((row) => yearly(row, varies)));
    }
    await file.close();
  }
}

/** The codes that any of the tables has. */
export function codesOf(tables: readonly RateTable[], sample: string): string[] {
  const cells = ({ table, column }: RateTable) => readTable(sample, table).rows.map((row: Cells) => row[column] ?? "");
  return [...new Set(tables.flatMap(cells))];
}

/** Enough to find a free code wherever a tenth of a range is free. */
const TRIES = 100;

/** New codes, each in the range of its template, since ranges decide how a code is paid. */
function newCodes(templates: readonly string[], wanted: number, system: CodeSet["system"], random: Random): NewCode[] {
  const used = new Set(templates);
  const fresh: NewCode[] = [];
  const full = new Set<string>();
  for (let turn = 0; used.size < wanted && full.size < templates.length; turn += 1) {
    const template = templates[turn % templates.length] as string;
    const code = full.has(template) ? null : freeCode(template, system, used, random);
    if (code === null) {
      full.add(template);
      continue;
    }
    used.add(code);
    fresh.push({ code, template });
  }
  return fresh;
}

function freeCode(template: string, system: CodeSet["system"], used: Set<string>, random: Random): string | null {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const code = system === "procedure" ? procedureLike(template, random) : String(1 + random.below(999));
    if (!used.has(code)) return code;
  }
  return null;
}

/** The first two characters and every letter stay. */
function procedureLike(template: string, random: Random): string {
  const end = template.slice(2).replaceAll(/[0-9]/g, () => String(random.below(10)));
  return template.slice(0, 2) + end;
}
