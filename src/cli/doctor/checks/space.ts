import { statfsSync } from "node:fs";
import { bytesText } from "../bytes-text.ts";
import type { Examined } from "../examined.ts";
import { type DoctorFinding, doubt, fault, well } from "../finding.ts";
import { existingAncestor } from "./home.ts";

const MEBIBYTE = 1024 * 1024;

/** Keys, the audit log and the status of a server cannot be relied on with less. */
const BYTES_MIN = 16 * MEBIBYTE;
/** The largest file to reprice takes its 256 MiB, and three times as much for its results. */
const BYTES_FOR_A_JOB = 1024 * MEBIBYTE;

/** What is left on the disk of the home. Some file systems do not count files: these say 0 of 0. */
interface Room {
  readonly freeBytes: number;
  readonly files: number;
  readonly freeFiles: number;
}

export function spaceFindings({ home }: Pick<Examined, "home">, room = roomAt(home)): readonly DoctorFinding[] {
  const found = `${bytesText(room.freeBytes)} are free on the disk of ${home}.`;
  if (room.files > 0 && room.freeFiles === 0) {
    return [fault("space", `The disk of ${home} has no room for another file (inodes).`, "Delete files there.")];
  }
  if (room.freeBytes < BYTES_MIN) return [fault("space", found, "Make room, or move the home to a larger disk.")];
  if (room.freeBytes < BYTES_FOR_A_JOB) {
    const remedy = `A large file to reprice takes ${bytesText(BYTES_FOR_A_JOB)}, and is refused without: make room.`;
    return [doubt("space", found, remedy)];
  }
  return [well("space", found)];
}

function roomAt(home: string): Room {
  const { bavail, bsize, files, ffree } = statfsSync(existingAncestor(home));
  return { freeBytes: bavail * bsize, files, freeFiles: ffree };
}
