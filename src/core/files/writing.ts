import {
  closeSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
  writeSync,
} from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { failure, failureFrom, reasonOf } from "../runtime/failure.ts";

/** Permissions of files and folders that only the account of the service may read. */
export const OWNER_ONLY_FILE = 0o600;
export const OWNER_ONLY_FOLDER = 0o700;

/**
 * Where to write a requested file: its path, or the target of a link, which stays. Only regular files are replaced: a
 * folder, a device, a FIFO, a socket or a broken link is refused.
 */
export function writtenFile(path: string): string {
  try {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there === undefined) return refuseMissingFolder(path);
    const real = there.isSymbolicLink() ? leadingTo(path) : path;
    const stats = statSync(real);
    if (stats.isFile()) return real;
    throw failure(`${path} is ${kindOf(stats)} and stays as it is: only a file is replaced. Name another file.`);
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** Turns an error of the system or of SQLite into a failure that names the file; returns any other error unchanged. */
export function unwritable(path: string, error: unknown): unknown {
  return failureFrom(error, `${path} cannot be written`, "Fix the cause, or name another file.");
}

function refuseMissingFolder(path: string): string {
  const folder = dirname(path);
  if (isFolder(folder)) return path;
  throw failure(`${path} cannot be written: there is no folder ${folder}. Make it first, or name another file.`);
}

function leadingTo(link: string): string {
  try {
    return realpathSync(link);
  } catch (error) {
    throw failure(`${link} is a link that leads nowhere (${reasonOf(error)}) and stays as it is. Name another file.`);
  }
}

/** The kind of something that is no file, in words. */
export function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return "a folder";
  if (stats.isFIFO()) return "a FIFO";
  if (stats.isSocket()) return "a socket";
  return "a device";
}

/** Called before bytes are written: throws a failure if that many are not allowed. */
export type MayWrite = (bytes: number) => Promise<void>;

/** For commands: their user owns the disk, so only the disk limits what they write. */
export const AS_MUCH_AS_FITS: MayWrite = async () => {};

/** A file that is read and must not be overwritten. */
export interface ProtectedInput {
  readonly path: string;
  /** How messages name it: `the earlier release`. */
  readonly what: string;
}

interface OutputFile {
  readonly path: string;
  /** The option that names it: `--csv`. */
  readonly option: string;
}

/** Refuses outputs that would overwrite an input or each other, also through links. Called before any work. */
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

/** Refuses outputs that would replace a file, unless the user says `--force`. Called before any work. */
export function refuseReplacing(outputs: readonly OutputFile[], force: boolean): void {
  // What is no file is refused when it is opened: --force would not help.
  const existing = force ? undefined : outputs.find(({ path }) => statsAt(path)?.isFile() ?? false);
  if (existing === undefined) return;
  throw failure(`${existing.path} exists. Choose another ${existing.option}, or replace it with --force.`);
}

/** The data files of a folder and its subfolders, as protected inputs; none without the folder. */
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

/** The real path of a file that may not exist yet: its folder may be reached by links. */
function realPlace(path: string): string {
  const folder = dirname(resolve(path));
  try {
    return join(realpathSync(folder), basename(path));
  } catch {
    return resolve(path);
  }
}

/**
 * Creates a folder and its missing parents. Node's `recursive` never ends if the system reports that a new folder does
 * not exist, as under /proc.
 */
export function makeFolders(folder: string, mode?: number): void {
  if (isFolder(folder)) return;
  makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) throw error;
  }
}

/** Links are followed. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** As `makeFolders`, asynchronous, for a thread that answers requests. */
export async function makeFoldersLater(folder: string, mode?: number): Promise<void> {
  if (await isFolderLater(folder)) return;
  await makeFoldersLater(dirname(folder), mode);
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    if (!(await isFolderLater(folder))) throw error;
  }
}

/** A path that cannot be read is no folder; creating it then reports why. */
async function isFolderLater(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() ?? false;
}

/** Writes all bytes at a position, or at the current one: the system may write less per call. */
export function writeWhole(descriptor: number, bytes: Uint8Array, at: number | null = null): void {
  for (let written = 0; written < bytes.length; ) {
    const place = at === null ? null : at + written;
    written += writeSync(descriptor, bytes, written, bytes.length - written, place);
  }
}

/** Flushes a file, or the names of a folder, to disk (fsync). */
export function synchronize(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
