import { writeFileSync } from "node:fs";
import type { Reporter, TestModule } from "vitest/node";
import { acceptedTimes, BUDGET_FILE, LISTED_SECONDS_MIN, type TestTimes } from "./budget.ts";

/** A file may take this much more than its budget before it is marked: the same work differs by as much from run to run. */
const TOLERANCE = 1.3;

/** How many files the table has when all are run. */
const ROWS_MAX = 40;

/** Prints what each test file takes of the processors, against its budget in `test/times.json`; with `accepts`, writes the budget. */
export class TimesReporter implements Reporter {
  readonly #accepts: boolean;

  constructor(accepts: boolean) {
    this.#accepts = accepts;
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const times = Object.fromEntries(modules.map((module) => [module.relativeModuleId, secondsOf(module)]));
    for (const line of timesTable(times, acceptedTimes())) process.stdout.write(`${line}\n`);
    if (this.#accepts) writeFileSync(BUDGET_FILE, `${JSON.stringify(budgetOf(times), null, 2)}\n`);
  }
}

function secondsOf(module: TestModule): number {
  return (module.meta().processorMilliseconds ?? 0) / 1_000;
}

function* timesTable(times: TestTimes, accepted: TestTimes): Generator<string> {
  const files = Object.entries(times).sort(([, one], [, other]) => other - one);
  yield "\nprocessor seconds   budget   file";
  for (const [file, seconds] of files.slice(0, ROWS_MAX)) {
    const budget = accepted[file] ?? LISTED_SECONDS_MIN;
    const mark = seconds > budget * TOLERANCE ? "  OVER" : "";
    yield `${seconds.toFixed(1).padStart(17)} ${budget.toFixed(1).padStart(8)}   ${file}${mark}`;
  }
  const rest = files.slice(ROWS_MAX);
  if (rest.length > 0) yield `${sum(rest).toFixed(1).padStart(17)}            ${rest.length} more files`;
  yield `${sum(files).toFixed(1).padStart(17)}            together`;
  const { user, system } = process.cpuUsage();
  yield `${((user + system) / 1e6).toFixed(1).padStart(17)}            vitest itself, without the services that files share`;
}

function sum(files: readonly (readonly [string, number])[]): number {
  return files.reduce((total, [, seconds]) => total + seconds, 0);
}

/** Longest first, to a tenth of a second. */
function budgetOf(times: TestTimes): TestTimes {
  const listed = Object.entries(times).filter(([, seconds]) => seconds >= LISTED_SECONDS_MIN);
  return Object.fromEntries(
    listed.sort(([, one], [, other]) => other - one).map(([file, seconds]) => [file, Number(seconds.toFixed(1))]),
  );
}
