import { readFileSync } from "node:fs";
import { join } from "node:path";

export const TIMES_FILE = join(import.meta.dirname, "../../test/times.json");

/** The seconds of test files that take more than one, by their path from the root: the longest start first. */
export function acceptedTimes(): Readonly<Record<string, number>> {
  return JSON.parse(readFileSync(TIMES_FILE, "utf8")) as Readonly<Record<string, number>>;
}
