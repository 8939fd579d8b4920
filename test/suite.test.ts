import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { SHARING_ROOMS } from "./support/suite/rooms.ts";

/*
 * The files of the rooms that share a process (test/support/suite/rooms.ts) leave no trace in it: what one of them changed of the process,
 * its modules or its clock, the next one would be tested with.
 */

/** What leaves a trace, and where it may stay: in a file of a room that does not share. */
const TRACES: Readonly<Record<string, RegExp>> = {
  "a module is replaced": /\bvi\.(?:mock|doMock|unmock|doUnmock|hoisted|resetModules|importActual|importMock)\b/,
  "the clock is set": /\bvi\.(?:useFakeTimers|setSystemTime)\b/,
  "variables or globals are set": /\bvi\.(?:stubEnv|stubGlobal)\b|\bprocess\.env\b|\bglobalThis\b/,
  "the limits of tests are set": /\bvi\.setConfig\b/,
  "something that all files have is spied on":
    /\bvi\.spyOn\(\s*(?:[A-Z]|(?:process|console|fs|globalThis)\b|[\w.]+\.prototype\b)/,
  "the process is changed":
    /\bprocess\.(?:chdir|umask|exit|abort|kill|emit|on|once|addListener|prependListener|off|removeListener|removeAllListeners|setUncaughtExceptionCaptureCallback)\b|\bprocess\.exitCode *=/,
  "a builtin is changed":
    /\bsyncBuiltinESMExports\b|\.prototype\.\w+ *= |\bObject\.(?:defineProperty|assign)\( *[A-Z]|\bError\.stackTraceLimit\b/,
  "a server or a thread runs": /\b(?:RunningServer|FixtureHome)\b|\bnew Worker\(|node:cluster/,
};

function typescriptIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".ts")).map((name) => join(folder, name));
}

it.each(SHARING_ROOMS)("no file of test/%s leaves a trace in the process that it shares", (room) => {
  const files = typescriptIn(join(import.meta.dirname, room));
  expect(files).not.toEqual([]);
  const traces = files.flatMap((file) => {
    const text = readFileSync(file, "utf8");
    return Object.entries(TRACES).flatMap(([what, pattern]) =>
      pattern.test(text) ? `${relative(import.meta.dirname, file)}: ${what}` : [],
    );
  });
  expect(traces).toEqual([]);
});

it.each([
  ["release/derivations.test.ts", "a module is replaced"],
  ["operations/observations.test.ts", "the clock is set"],
  ["http/long-work/supervisor.test.ts", "variables or globals are set"],
  ["cli/audit.test.ts", "the limits of tests are set"],
  ["keys/key-ring.test.ts", "something that all files have is spied on"],
  ["runtime/ending.test.ts", "the process is changed"],
  ["cli/support/fault-at.ts", "a builtin is changed"],
  ["operations/workers.test.ts", "a server or a thread runs"],
])("the traces that are looked for are those that tests leave: %s", (file, what) => {
  expect(readFileSync(join(import.meta.dirname, file), "utf8")).toMatch(TRACES[what] as RegExp);
});
