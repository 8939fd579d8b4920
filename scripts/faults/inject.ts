import fs from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/*
 * A preload (NODE_OPTIONS="--require .../inject.ts") that makes file operations fail as a full, broken or read-only disk
 * does, or that kills the process in the middle of one. What is to fail stands in a file, which is looked at with every
 * operation: a running server is given faults, and freed of them, by writing that file. Threads and workers inherit it.
 */

/** What is to fail. */
export interface FaultPlan {
  /** The error, or `KILL`. */
  readonly fault: string;
  /** Names of operations: open, write, rename, mkdir, fsync. */
  readonly operations: readonly string[];
  /** Paths below this folder alone. */
  readonly folder: string;
  /** Which of the matching operations of a process fails, counted from 1. */
  readonly nth: number;
  /** Whether all later ones fail too. */
  readonly lasts: boolean;
  /** Distinguishes one plan from the next: counting starts again. */
  readonly id: number;
}

export const PLAN_VARIABLE = "RATEBOOK_FAULT_PLAN";
/** Written beside the plan, a line for every fault that was given. */
export const HITS_SUFFIX = ".hits";

const planFile = process.env[PLAN_VARIABLE];
const original = { ...fs };
const pathOf = new Map<number, string>();
let countedFor = -1;
let counted = 0;

function plan(): FaultPlan | null {
  try {
    return JSON.parse(original.readFileSync(planFile as string, "utf8")) as FaultPlan;
  } catch {
    return null;
  }
}

/** The error to fail with; null when the operation is to go on. */
function faultAt(operation: string, path: unknown): NodeJS.ErrnoException | null {
  const place = typeof path === "number" ? pathOf.get(path) : String(path);
  const planned = plan();
  if (planned === null || place === undefined || !place.startsWith(planned.folder)) return null;
  if (!planned.operations.includes(operation)) return null;
  if (planned.id !== countedFor) [countedFor, counted] = [planned.id, 0];
  counted += 1;
  if (counted !== planned.nth && !(planned.lasts && counted > planned.nth)) return null;
  original.appendFileSync(`${planFile}${HITS_SUFFIX}`, `${planned.id} ${operation} ${place}\n`);
  if (planned.fault === "KILL") process.kill(process.pid, "SIGKILL");
  const message = `${planned.fault}: injected, ${operation} '${place}'`;
  return Object.assign(new Error(message), { code: planned.fault, errno: -1, syscall: operation, path: place });
}

type Loose = Record<string, (...given: unknown[]) => unknown>;

/** The name of the operation that a function is, in its three forms. */
const OPERATIONS: Readonly<Record<string, string>> = {
  open: "open",
  write: "write",
  writev: "write",
  writeFile: "write",
  appendFile: "write",
  rename: "rename",
  mkdir: "mkdir",
  fsync: "fsync",
  fdatasync: "fsync",
  ftruncate: "write",
  copyFile: "write",
  unlink: "unlink",
  readFile: "read",
  readdir: "read",
};

function patchSync(name: string, operation: string): void {
  const whole = (original as unknown as Loose)[`${name}Sync`] as (...given: unknown[]) => unknown;
  (fs as unknown as Loose)[`${name}Sync`] = (...given) => {
    const error = faultAt(operation, given[0]);
    if (error !== null) throw error;
    const result = whole.apply(fs, given);
    if (operation === "open") pathOf.set(result as number, String(given[0]));
    return result;
  };
}

function patchCallback(name: string, operation: string): void {
  const whole = (original as unknown as Loose)[name] as (...given: unknown[]) => unknown;
  (fs as unknown as Loose)[name] = (...given) => {
    const error = faultAt(operation, given[0]);
    const done = given.at(-1) as (...outcome: unknown[]) => void;
    if (error !== null) return void process.nextTick(done, error);
    if (operation !== "open") return whole.apply(fs, given);
    const noting = (failed: unknown, descriptor: unknown): void => {
      if (failed === null) pathOf.set(descriptor as number, String(given[0]));
      done(failed, descriptor);
    };
    return whole.apply(fs, [...given.slice(0, -1), noting]);
  };
}

function patchPromise(name: string, operation: string): void {
  const whole = (promises as unknown as Loose)[name] as (...given: unknown[]) => Promise<unknown>;
  (promises as unknown as Loose)[name] = async (...given) => {
    const error = faultAt(operation, given[0]);
    if (error !== null) throw error;
    const result = await whole.apply(promises, given);
    if (operation === "open") {
      patchHandles(result as object);
      pathOf.set((result as { fd: number }).fd, String(given[0]));
    }
    return result;
  };
}

let areHandlesPatched = false;

/** Handles write by methods of their own, which all handles share: the first one leads to them. */
function patchHandles(handle: object): void {
  if (areHandlesPatched) return;
  areHandlesPatched = true;
  const shared = Object.getPrototypeOf(handle) as Loose;
  const methods = { write: "write", writeFile: "write", sync: "fsync", truncate: "write" };
  for (const [name, operation] of Object.entries(methods)) {
    const whole = shared[name] as (...given: unknown[]) => Promise<unknown>;
    shared[name] = async function (this: { fd: number }, ...given: unknown[]) {
      const error = faultAt(operation, this.fd);
      if (error !== null) throw error;
      return await whole.apply(this, given);
    };
  }
}

if (planFile !== undefined) {
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    patchSync(name, operation);
    patchCallback(name, operation);
    if (name in promises) patchPromise(name, operation);
  }
  syncBuiltinESMExports();
}
