import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isFolder } from "../../core/files/writing.ts";
import { isFailure } from "../../core/runtime/failure.ts";
import { existingHome, homeIn } from "../../serve/operations/home.ts";
import {
  bytesText,
  type DoctorFinding,
  doubt,
  type Examined,
  fault,
  isOpenToOthers,
  modeText,
  well,
} from "./finding.ts";

/** The folder of keys, audit log and jobs: there, ours alone, and writable. */
export function homeFindings(
  { home }: Pick<Examined, "home">,
  user: number | undefined = process.getuid?.(),
  canWrite: (folder: string) => boolean = isWritable,
): readonly DoctorFinding[] {
  const stats = statSync(home, { throwIfNoEntry: false });
  if (stats === undefined) return [missing(home, canWrite)];
  if (!stats.isDirectory()) {
    return [fault("home", `${home} is not a folder.`, "Choose another with --home, or move the file away.")];
  }
  const problems = [
    lostKeys(home),
    notWritable(home, canWrite),
    otherOwner(home, stats, user),
    openToOthers(home, stats),
  ].filter((finding) => finding !== null);
  return problems.length > 0 ? problems : [well("home", `${home} is there, writable, and nobody else's.`)];
}

function missing(home: string, canWrite: (folder: string) => boolean): DoctorFinding {
  const parent = existingAncestor(home);
  if (!isFolder(parent) || !canWrite(parent)) {
    return fault(
      "home",
      `${home} is not there, and ${parent} cannot be written.`,
      "Make it, or choose another --home.",
    );
  }
  const remedy = 'Check --home; "ratebook keys create" makes a home with its first key.';
  return doubt("home", `${home} is not there yet.`, remedy);
}

/** An audit log without keys: a new store would shut everybody out. */
function lostKeys(home: string): DoctorFinding | null {
  if (!existsSync(homeIn(home).auditFile)) return null;
  try {
    existingHome(home);
    return null;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return fault("home", error.message, 'A copy made with "ratebook keys export" is put back with "keys import".');
  }
}

function notWritable(home: string, canWrite: (folder: string) => boolean): DoctorFinding | null {
  if (canWrite(home)) return null;
  const found = `${home} cannot be written by this user.`;
  const remedy = "Run it as the owner of the folder, or mount it for writing.";
  // Keys that are there can be served from; nothing can be made.
  if (existsSync(homeIn(home).keysFile)) {
    return doubt("home", `${found} Its keys work; new ones, files to reprice and the audit log do not.`, remedy);
  }
  return fault("home", found, remedy);
}

function otherOwner(home: string, { uid }: Stats, user: number | undefined): DoctorFinding | null {
  if (user === undefined || uid === user) return null;
  const found = `${home} belongs to user ${uid}, and this is user ${user}.`;
  return doubt("home", found, "Run commands and the server as one user: what one makes, the other cannot read.");
}

function openToOthers(home: string, { mode }: Stats): DoctorFinding | null {
  if (!isOpenToOthers(mode)) return null;
  return doubt("home", `Others may look into ${home} (mode ${modeText(mode)}).`, `"chmod 700 ${home}".`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself, or the nearest above it that is there. */
function existingAncestor(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingAncestor(dirname(folder));
}

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
