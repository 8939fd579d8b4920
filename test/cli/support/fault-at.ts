/*
 * Loaded before a command (`node --import fault-at.ts?fault=kill&step=7 ...`): the command is killed, or finds the disk full,
 * at the seventh time that it changes something on the disk. With step 0 it says how many times there are.
 */
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { isMainThread } from "node:worker_threads";

type Call = (...given: never[]) => unknown;

const { searchParams } = new URL(import.meta.url);
const isFull = searchParams.get("fault") === "full";
const wanted = Number(searchParams.get("step"));
let steps = 0;

function step(): void {
  steps += 1;
  if (steps !== wanted) return;
  if (!isFull) process.kill(process.pid, "SIGKILL");
  throw Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
}

function isChanging(flags: unknown): boolean {
  return typeof flags === "string" && flags !== "r";
}

/** Has every call of a function of ours be a step, where it is one. */
function watched(owner: object, name: string, isStep: (...given: never[]) => boolean = () => true): void {
  const functions = owner as Record<string, Call>;
  const original = functions[name] as Call;
  const isAsync = owner !== fs;
  functions[name] = function (this: unknown, ...given: never[]) {
    if (!isStep(...given)) return original.apply(this, given);
    if (!isAsync) step();
    else {
      try {
        step();
      } catch (error) {
        return Promise.reject(error);
      }
    }
    return original.apply(this, given);
  };
}

/** A file that is written in one call may be cut off in the middle of it, too. */
function halve(): void {
  const original = fs.writeFileSync;
  fs.writeFileSync = ((path: string, text: string, options?: { flush?: boolean; flag?: string }) => {
    step();
    original(path, text.slice(0, text.length / 2), options);
    step();
    original(path, text.slice(text.length / 2), { flush: options?.flush ?? false, flag: "a" });
  }) as typeof fs.writeFileSync;
}

if (isMainThread) {
  halve();
  const handle = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  const opens = (_path: never, flags: never) => isChanging(flags);
  watched(fs, "openSync", opens);
  watched(fs.promises, "open", opens);
  for (const name of ["writeSync", "renameSync"]) watched(fs, name);
  for (const name of ["rename", "writeFile"]) watched(fs.promises, name);
  watched(handles, "write");
  if (isFull) {
    for (const name of ["fsyncSync", "mkdirSync"]) watched(fs, name);
    for (const name of ["sync", "truncate"]) watched(handles, name);
  } else {
    // A full disk does not keep anybody from removing something.
    for (const name of ["rmSync", "rmdirSync"]) watched(fs, name);
    for (const name of ["rm", "unlink"]) watched(fs.promises, name);
  }
  syncBuiltinESMExports();
  if (wanted === 0) process.once("exit", () => process.stderr.write(`${steps} steps\n`));
}
