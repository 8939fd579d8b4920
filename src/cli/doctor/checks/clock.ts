import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { INSTALLATION } from "../../../files/installation.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, well } from "../finding.ts";

/** Clocks of machines that share a disk differ by seconds. */
const AHEAD_MILLISECONDS_MAX = 5 * 60_000;
/** A home has a dozen files; whatever else was put there need not be looked at. */
const FILES_MAX = 1_000;

const PROGRAM = join(INSTALLATION, "package.json");

/** A file that was written later than now: the clock is behind, or was ahead before. Ends of keys and today depend on it. */
export function clockFindings(
  { home, release }: Pick<Examined, "home" | "release">,
  now = new Date(),
): readonly DoctorFinding[] {
  const found = `It is ${now.toISOString()}.`;
  const files = [PROGRAM, ...(release === null ? [] : [release]), ...filesIn(home)];
  const newest = files
    .map((file) => ({ file, time: statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .reduce((one, other) => (other.time > one.time ? other : one));
  if (newest.time <= now.getTime() + AHEAD_MILLISECONDS_MAX) return [well("clock", found)];
  const written = new Date(newest.time).toISOString();
  const remedy =
    'Set the clock, and let a time service keep it ("timedatectl"): ends of keys and the day of lookups depend on it.';
  return [doubt("clock", `${found} But ${newest.file} was written at ${written}, which is later.`, remedy)];
}

function filesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .slice(0, FILES_MAX)
      .map((name) => join(folder, name));
  } catch {
    // What is wrong with the home is told by its own check.
    return [];
  }
}
