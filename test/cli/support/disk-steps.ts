import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** What becomes of a command: it is killed with -9, or the disk is full. */
type FaultKind = "kill" | "full";

type Call = (...given: never[]) => unknown;

/** Told of every step before it is taken; what it throws is what the step throws. */
type OnStep = (call: string) => void;

/** What a step on a full disk throws. */
export function diskIsFull(): Error {
  return Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", syscall: "write" });
}

const OPENS = (_path: never, flags: never) => typeof flags === "string" && flags !== "r";

/**
 * Tells of every time that this thread changes something on the disk in a way that the fault can meet with. The function that it returns puts
 * everything back.
 */
export async function watchSteps(fault: FaultKind, onStep: OnStep): Promise<() => void> {
  const putBack: (() => void)[] = [];
  const replace = (owner: object, name: string, replacement: (original: Call) => Call) => {
    const functions = owner as Record<string, Call>;
    const original = functions[name] as Call;
    functions[name] = replacement(original);
    putBack.push(() => {
      functions[name] = original;
    });
  };
  const watch = (owner: object, name: string, isStep: (...given: never[]) => boolean = () => true) =>
    replace(owner, name, (original) => {
      const isAsync = owner !== fs;
      return function (this: unknown, ...given: never[]) {
        if (!isStep(...given)) return original.apply(this, given);
        if (!isAsync) onStep(name);
        else {
          try {
            onStep(name);
          } catch (error) {
            return Promise.reject(error);
          }
        }
        return original.apply(this, given);
      };
    });

  const handle = await fs.promises.open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as object;
  await handle.close();
  replace(fs, "writeFileSync", (original) => inHalves(original as typeof fs.writeFileSync, onStep) as Call);
  watch(fs, "openSync", OPENS);
  watch(fs.promises, "open", OPENS);
  for (const name of ["writeSync", "renameSync"]) watch(fs, name);
  for (const name of ["rename", "writeFile"]) watch(fs.promises, name);
  watch(handles, "write");
  if (fault === "full") {
    for (const name of ["fsyncSync", "mkdirSync"]) watch(fs, name);
    for (const name of ["sync", "truncate"]) watch(handles, name);
  } else {
    // A full disk does not keep anybody from removing something.
    for (const name of ["rmSync", "rmdirSync"]) watch(fs, name);
    for (const name of ["rm", "unlink"]) watch(fs.promises, name);
  }
  syncBuiltinESMExports();
  return () => {
    for (const put of putBack) put();
    syncBuiltinESMExports();
  };
}

/** A file that is written in one call may be cut off in the middle of it, too. */
function inHalves(original: typeof fs.writeFileSync, onStep: OnStep) {
  return (path: string, text: string, options?: { flush?: boolean; flag?: string }) => {
    onStep("writeFileSync");
    original(path, text.slice(0, text.length / 2), options);
    onStep("writeFileSync, its second half");
    original(path, text.slice(text.length / 2), { flush: options?.flush ?? false, flag: "a" });
  };
}
