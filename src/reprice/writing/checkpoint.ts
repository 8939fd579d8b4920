import { readFile } from "node:fs/promises";
import type { Day } from "../../core/calendar/day.ts";
import { replaceFileLater } from "../../core/files/replace-file.ts";
import { unwritable } from "../../core/files/writing.ts";
import { failure, reasonOf } from "../../core/runtime/failure.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Place } from "../reading/chunks.ts";

/** What makes two runs the same, each under the name that a message gives it. */
export type RunIdentity = Readonly<Record<string, string>>;

/** How far a run has come: everything before `place` is in the files, whole. */
export interface Checkpoint {
  readonly run: RunIdentity;
  readonly today: Day;
  readonly place: Place;
  readonly outputBytes: number;
  readonly faultsBytes: number;
  readonly tally: TallyRecord;
}

/** Puts a checkpoint in place of the one before, so that there is always a whole one. */
export async function writeCheckpoint(path: string, checkpoint: Checkpoint): Promise<void> {
  try {
    await replaceFileLater(path, (file) => file.writeFile(`${JSON.stringify(checkpoint)}\n`));
  } catch (error) {
    throw unwritable(path, error);
  }
}

/** The checkpoint of an interrupted run; null when there is none. */
export async function readCheckpoint(path: string): Promise<Checkpoint | null> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw failure(`${path} cannot be read: ${reasonOf(error)}.`);
  }
  try {
    return JSON.parse(text) as Checkpoint;
  } catch {
    throw failure(`${path} is damaged. Begin again with --force.`);
  }
}

/** Refuses to go on with another run than the one that was interrupted: its output would be of two kinds. */
export function refuseOtherRun(path: string, { run: before }: Checkpoint, now: RunIdentity): void {
  const other = Object.keys({ ...before, ...now }).find((name) => before[name] !== now[name]);
  if (other === undefined) return;
  const told = `${other} was ${before[other] ?? "not given"} and is now ${now[other] ?? "not given"}`;
  throw failure(`The run of ${path} cannot be resumed: ${told}. Begin again with --force.`);
}
