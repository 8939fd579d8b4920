import { existsSync, realpathSync } from "node:fs";
import { writtenFile } from "../../files/writing.ts";
import { failure } from "../../runtime/failure.ts";

/** A file that a command reads or writes besides. */
interface OtherFile {
  readonly path: string;
  /** `the input`. */
  readonly what: string;
}

/** Where a workbook is to be written; refused before any work where it would take the place of something. */
export function workbookPath(asked: string, force: boolean, others: readonly OtherFile[]): string {
  const path = writtenFile(asked);
  const clashing = others.find((other) => placeOf(other.path) === placeOf(path));
  if (clashing !== undefined) throw failure(`${path} is ${clashing.what} as well. Choose another --workbook.`);
  if (existsSync(path) && !force) {
    throw failure(`${path} exists. Choose another --workbook, or replace it with --force.`);
  }
  return path;
}

function placeOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}
