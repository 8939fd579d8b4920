import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { failure } from "../runtime/failure.ts";

/** A file that is read, and must not be written over. */
interface ProtectedInput {
  readonly path: string;
  /** What it is to whoever asked: `the earlier release`. */
  readonly what: string;
}

/** A file that is written. */
interface OutputFile {
  readonly path: string;
  /** The option that names it: `--csv`. */
  readonly option: string;
}

/**
 * Refuses outputs that would take the place of what is read, or of each other, under whatever names they are given: links
 * lead to the same file as the name itself. Asked before any work is done.
 */
export function refuseOverwriting(outputs: readonly OutputFile[], inputs: readonly ProtectedInput[]): void {
  for (const [index, { path, option }] of outputs.entries()) {
    const input = inputs.find((each) => isSameFile(each.path, path));
    if (input !== undefined) {
      throw failure(`${path} is ${input.what} and would be overwritten. Name another file with ${option}.`);
    }
    const other = outputs.slice(0, index).find((each) => isSameFile(each.path, path));
    if (other !== undefined) {
      throw failure(`${path} is the file of ${other.option} already. Name another file with ${option}.`);
    }
  }
}

/** The data files of a folder and of the folders in it, to be kept; none when there is no such folder. */
export function dataFilesIn(folder: string, what: string): readonly ProtectedInput[] {
  try {
    const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
    return names.filter((name) => /\.(?:csv|json)$/i.test(name)).map((name) => ({ path: join(folder, name), what }));
  } catch {
    return [];
  }
}

/** Whether two paths lead to one file, or would once it is written. */
function isSameFile(one: string, other: string): boolean {
  const [first, second] = [statsAt(one), statsAt(other)];
  if (first !== null && second !== null) return first.ino === second.ino && first.dev === second.dev;
  return first === second && realPlace(one) === realPlace(other);
}

function statsAt(path: string): Stats | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}

/** Where a file that is not there yet would be: its folder may be reached by links. */
function realPlace(path: string): string {
  const folder = dirname(resolve(path));
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return resolve(path);
  }
}
