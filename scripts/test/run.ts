import { join } from "node:path";
import { startVitest } from "vitest/node";
import { isOutside } from "../../src/core/runtime/failure.ts";
import { findBrowser } from "../browser/find-browser.ts";
import { writeClientTypes } from "../client-types.ts";
import { buildPage } from "../page/build.ts";
import { testsOfChanges } from "./changed.ts";
import { checkBeside } from "./checks.ts";
import { findProgram, PROGRAMS } from "./find-program.ts";

/*
 * npm test                   everything but what starts other programs or takes long, with lint and types beside it
 * npm test -- FILTER... [-u] the test files whose path has one of these texts, of both suites, without lint and types; -u: accepts snapshots
 * npm run test:system        what starts other programs or takes long
 * npm run test:quick         the tests beside the files with uncommitted changes; -- REF: changes since that commit
 */

const ROOT = join(import.meta.dirname, "..", "..");

interface Suite {
  readonly text: string;
  /** As `vitest.config.ts` reads it. */
  readonly variable: "test" | "system" | undefined;
  readonly filters: readonly string[];
  readonly acceptsSnapshots?: boolean;
  readonly hasChecks: boolean;
}

function suiteOf([first, ...others]: readonly string[]): Suite {
  if (first === "--system") return { text: "the system suite", variable: "system", filters: others, hasChecks: false };
  if (first === "--quick") {
    const [reference = "HEAD"] = others;
    const filters = testsOfChanges(ROOT, reference);
    return { text: filters.join(", "), variable: "test", filters, hasChecks: false };
  }
  if (first === undefined) return { text: "the suite, lint and types", variable: "test", filters: [], hasChecks: true };
  const filters = [first, ...others].filter((each) => each !== "-u");
  const acceptsSnapshots = others.includes("-u");
  return {
    text: `test files named ${filters.join(", ")}`,
    variable: undefined,
    filters,
    acceptsSnapshots,
    hasChecks: false,
  };
}

function say(text: string): void {
  process.stderr.write(`ratebook: ${text}\n`);
}

/** Before the first test: a Chromium that comes in a package is unpacked here, once, and not by several tests at the same time. */
async function prepare({ variable }: Suite): Promise<void> {
  await writeClientTypes();
  say("building the page");
  await buildPage(ROOT);
  if (variable !== "system") say(`the page is tested with ${(await findBrowser()).path}`);
  if (variable === "test") return;
  for (const [name, { variable, tested }] of Object.entries(PROGRAMS)) {
    if (findProgram(name as keyof typeof PROGRAMS) === null) {
      say(`${name} is not installed: ${tested} is not tested (name it with ${variable})`);
    }
  }
}

async function test(suite: Suite): Promise<boolean> {
  const started = performance.now();
  if (suite.text === "") {
    say("no file with tests beside it has changed");
    return true;
  }
  await prepare(suite);
  say(`running ${suite.text}`);
  if (suite.variable !== undefined) process.env.RATEBOOK_TEST_SUITE = suite.variable;
  const checks = suite.hasChecks ? checkBeside(ROOT, say) : [];
  const { acceptsSnapshots = false } = suite;
  const vitest = await startVitest("test", [...suite.filters], {
    watch: false,
    update: acceptsSnapshots,
  });
  const failedChecks = await checks;
  const modules = vitest.state.getTestModules();
  const failed = modules.filter((module) => module.state() === "failed");
  const tests = modules.flatMap((module) => [...module.children.allTests()]);
  const hasPassed =
    tests.length > 0 &&
    failed.length === 0 &&
    failedChecks.length === 0 &&
    vitest.state.getUnhandledErrors().length === 0;
  await vitest.close();
  const count = (state: string) => tests.filter((each) => each.result().state === state).length;
  for (const check of failedChecks) say(`${check} failed; its messages stand above`);
  if (tests.length === 0) say("no test ran");
  say(
    `${hasPassed ? "everything passed" : "not everything passed"}, in ${Math.round((performance.now() - started) / 1_000)} s`,
  );
  process.stdout.write(`${count("passed")} passed, ${count("failed")} failed\n`);
  return hasPassed;
}

try {
  if (!(await test(suiteOf(process.argv.slice(2))))) process.exitCode = 1;
} catch (error) {
  process.stderr.write(`${isOutside(error) ? `error: ${error.message}` : (error as Error).stack}\n`);
  process.exitCode = 1;
}
