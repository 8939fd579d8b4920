import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { writtenFile } from "../../core/files/writing.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { ALLOWED_AMOUNT, PAID_AMOUNT, PAID_AS_CREDIT } from "../values/column-names.ts";
import { heading, type InputColumns, saidRoles } from "./input-columns.ts";
import { type Headings, SEVERAL } from "./recognised-columns.ts";

/** Roles of which a file has one. */
const PAID: readonly string[] = [PAID_AMOUNT, PAID_AS_CREDIT];

/** What the caller says about columns. */
interface SaidColumns {
  readonly columns: ReadonlyMap<string, string>;
  readonly passThrough: readonly string[];
  readonly compare: string | null;
}

/**
 * Combines the caller's columns with those of a columns file. The caller has precedence: a kept heading on two lines is the same
 * heading, and a kept column loses its role when the caller gives that role to another column.
 */
export function decidedColumns(
  { columns, passThrough, compare }: SaidColumns,
  kept: KeptColumns | null,
): Pick<Headings, "decided" | "passThrough"> & { readonly leftAlone: readonly string[] } {
  const said = new Map([...columns].map(([name, role]) => [heading(name), role]));
  // A kept column of either kind would compete with the caller's compared column.
  const taken = new Set([...said.values(), ...(compare === null ? [] : [PAID_AMOUNT, ALLOWED_AMOUNT])]);
  if (PAID.some((role) => taken.has(role))) for (const role of PAID) taken.add(role);
  for (const role of SEVERAL) taken.delete(role);
  const decided = new Map(said);
  const leftAlone: string[] = [];
  const isSaid = new Set([
    ...said.keys(),
    ...passThrough.map(heading),
    ...(compare === null ? [] : [heading(compare)]),
  ]);
  for (const [name, role] of kept ?? []) {
    if (isSaid.has(heading(name))) continue;
    if (role === null) leftAlone.push(heading(name));
    else if (!taken.has(role)) decided.set(heading(name), role);
  }
  return { decided, passThrough, leftAlone };
}

const BYTES_MAX = 1 << 20;

/** The columns in a columns file; null when there is no file. */
export function readColumnsFile(path: string): KeptColumns | null {
  if (!existsSync(path)) return null;
  if (statSync(path).size > BYTES_MAX)
    throw failure(`${path} has more than ${BYTES_MAX} bytes. Is it a file of columns?`);
  let columns: KeptColumns | Refusal;
  try {
    columns = columnsIn(readFileSync(path, "utf8"));
  } catch (error) {
    throw failure(`${path} cannot be read: ${reasonOf(error)}. Fix it, or name a new file to have it written.`);
  }
  if (columns instanceof Refusal) throw failure(`${path} is no file of columns: expected ${columns.expected}.`);
  return columns;
}

/** Saves the recognised columns, so that the next file of this kind is read alike. Guesses are not saved: they would return as facts. */
export function writeColumnsFile(path: string, names: readonly string[], columns: InputColumns): void {
  const roles = saidRoles(columns);
  const kept = Object.fromEntries(
    names.flatMap((name, index) => (columns.guessed.includes(index) ? [] : [[name, roles.get(index) ?? null]])),
  );
  writeFileSync(writtenFile(path), `${JSON.stringify(kept, null, 2)}\n`);
}

/** The meaning of columns by heading; null for a column that is kept as is. */
type KeptColumns = ReadonlyMap<string, string | null>;

const COLUMNS_JSON_EXAMPLE = '{"DOS": "date_of_service", "Payer": null}';
export const COLUMNS_JSON_EXPECTED = `a JSON object such as ${COLUMNS_JSON_EXAMPLE}`;

const NO_COLUMNS = new Refusal(COLUMNS_JSON_EXPECTED);
const NAMED_TWICE = new Refusal(`${COLUMNS_JSON_EXPECTED}, with each heading once`);
const QUOTED = /"(?:[^"\\]+|\\.)*"/g;

/** Columns from the JSON of a file or a form; throws where it is not JSON. Of a heading named twice JSON would keep the last meaning. */
export function columnsIn(text: string): KeptColumns | Refusal {
  const json: unknown = JSON.parse(text);
  if (typeof json !== "object" || json === null || Array.isArray(json)) return NO_COLUMNS;
  const columns = new Map<string, string | null>();
  for (const [heading, role] of Object.entries(json)) {
    if (role !== null && typeof role !== "string") return NO_COLUMNS;
    columns.set(heading, role);
  }
  const members = text.replace(QUOTED, "").split(":").length - 1;
  return members === columns.size ? columns : NAMED_TWICE;
}
