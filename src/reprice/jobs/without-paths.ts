import { dirname, sep } from "node:path";
import { JOB_LIMITS } from "./limits.ts";
import type { JobTask } from "./order.ts";

/** What messages call the file of a client, whatever its own name is. */
export const INPUT_NAME = "the file";

/** With the number of a line after it. */
const LINE_OF_INPUT = new RegExp(`${INPUT_NAME}:(?=[0-9])`, "g");

/** A sentence about a file without where that lies: whoever sent it knows nothing of it, nor is it their business. */
export function withoutPaths(text: string, { input, release }: Pick<JobTask, "input" | "release">): string {
  return text
    .replaceAll(input, INPUT_NAME)
    .replaceAll(LINE_OF_INPUT, "line ")
    .replaceAll(`${dirname(input)}${sep}`, "")
    .replaceAll(` ${release.file}`, "")
    .replaceAll(release.file, "the release")
    .slice(0, JOB_LIMITS.noteLengthMax);
}
