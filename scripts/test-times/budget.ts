import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Processor seconds of test files, by their path from the root. */
export type TestTimes = Readonly<Record<string, number>>;

export const BUDGET_FILE = join(import.meta.dirname, "../../test/times.json");

/** The times that were accepted last. A file that is not listed takes less than `LISTED_SECONDS_MIN`. */
export function acceptedTimes(): TestTimes {
  return JSON.parse(readFileSync(BUDGET_FILE, "utf8")) as TestTimes;
}

/** Times below this are noise: listing them would change the file with every run. */
export const LISTED_SECONDS_MIN = 1;
