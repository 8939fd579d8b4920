import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";

/*
 * Where test files run. Most leave no trace in their process, so they run one after the other in the same one, which loads the modules of
 * the product once for all of them. A file that leaves a trace has a process to itself. What leaves a trace is read from its text and from
 * the texts of the helpers that it imports.
 */

const ROOT = join(import.meta.dirname, "..", "..", "..");

/** Set where each file runs in a thread in place of a process: `npm run mutate`. */
export const IN_THREADS_VARIABLE = "RATEBOOK_TESTS_IN_THREADS";

/** What leaves a trace: the next file in the same process would be tested with it. */
export const TRACES: Readonly<Record<string, RegExp>> = {
  "replaces a module": /\bvi\.(?:mock|doMock|unmock|doUnmock|hoisted|resetModules|importActual|importMock)\b/,
  "sets the clock": /\bvi\.(?:useFakeTimers|setSystemTime)\b/,
  "sets variables or globals":
    /\bvi\.(?:stubEnv|stubGlobal)\b|\bprocess\.env(?:\.\w+|\[[^\]]+\])? *=[^=]|\bdelete process\.env\b|\bglobalThis\.\w+ *=[^=]/,
  "sets the limits of tests": /\bvi\.setConfig\b/,
  "spies on what all files have": /\bvi\.spyOn\(\s*(?:[A-Z]|(?:process|console|fs|globalThis)\b|[\w.]+\.prototype\b)/,
  "changes the process":
    /(?<!\.)\bprocess\.(?:(?:chdir|umask|exit|abort|emit|on|once|addListener|prependListener|off|removeListener|removeAllListeners|setUncaughtExceptionCaptureCallback)\b|kill\(process\.pid\b|exitCode *=[^=])/,
  "changes a builtin":
    /\bsyncBuiltinESMExports\b|\.prototype\.\w+ *= |\bObject\.(?:defineProperty|assign)\( *[A-Z]|\bError\.stackTraceLimit\b/,
};

/** Test files by whether they share a process, as paths from the root. */
export function testFiles(): { readonly sharing: readonly string[]; readonly alone: readonly string[] } {
  const names = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => name.endsWith(".test.ts")).map((name) => join(ROOT, "test", name));
  const { alone = [], sharing = [] } = Object.groupBy(files.sort(), (file) =>
    tracesOf(file).length > 0 ? "alone" : "sharing",
  );
  const fromRoot = (file: string) => relative(ROOT, file);
  return { sharing: sharing.map(fromRoot), alone: alone.map(fromRoot) };
}

/** What a file and its helpers do that leaves a trace, such as `test/cli/audit.test.ts: sets the clock`. */
export function tracesOf(file: string, seen = new Set<string>()): readonly string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const text = readFileSync(file, "utf8");
  const own = Object.entries(TRACES).filter(([, pattern]) => pattern.test(text));
  return [
    ...own.map(([trace]) => `${relative(ROOT, file)}: ${trace}`),
    ...helpersIn(file, text).flatMap((helper) => tracesOf(helper, seen)),
  ];
}

/** The helpers in test/ that a file imports, without those of this folder, which vitest itself runs before the first file. */
function helpersIn(file: string, text: string): readonly string[] {
  const paths = [...text.matchAll(/^(?:import|export)\b[^"]*?"(\.[^"]+\.ts)";$/gm)].map(([, path]) => path as string);
  return paths
    .map((path) => resolve(dirname(file), path))
    .filter((path) => path.startsWith(join(ROOT, "test")) && dirname(path) !== import.meta.dirname);
}
