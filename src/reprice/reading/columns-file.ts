import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { writtenFile } from "../../files/writing.ts";
import { failure, reasonOf } from "../../runtime/failure.ts";
import { COLUMNS_JSON_EXPECTED, columnsIn, type KeptColumns } from "./columns-json.ts";
import { type InputColumns, roleByIndex } from "./input-columns.ts";

/** Far more than the headings of any file. */
const BYTES_MAX = 1 << 20;

/** The columns that a file keeps; null while there is none. */
export function readColumnsFile(path: string): KeptColumns | null {
  if (!existsSync(path)) return null;
  if (statSync(path).size > BYTES_MAX)
    throw failure(`${path} has more than ${BYTES_MAX} bytes. Is it a file of columns?`);
  let kept: unknown;
  try {
    kept = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw failure(`${path} cannot be read: ${reasonOf(error)}. Mend it, or name a new file to have it written.`);
  }
  const columns = columnsIn(kept);
  if (columns === null) throw failure(`${path} is no file of columns: expected ${COLUMNS_JSON_EXPECTED}.`);
  return columns;
}

/** Keeps what the columns of an input were taken for, so that the next file of the same kind is read alike. A guess is not kept: it would come back as knowledge. */
export function writeColumnsFile(path: string, names: readonly string[], columns: InputColumns): void {
  const roles = roleByIndex(columns);
  const kept = Object.fromEntries(
    names.flatMap((name, index) => (columns.guessed.includes(index) ? [] : [[name, roles.get(index) ?? null]])),
  );
  writeFileSync(writtenFile(path), `${JSON.stringify(kept, null, 2)}\n`);
}
