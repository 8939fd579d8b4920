import { accessSync, constants, existsSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { isFolder } from "../../../files/writing.ts";
import { existingHome, homeIn } from "../../../operations/home.ts";
import { isFailure } from "../../../runtime/failure.ts";
import type { Examined } from "../examined.ts";
import { isOpenToOthers, modeText } from "../file-mode.ts";
import { type DoctorFinding, doubt, fault, well } from "../finding.ts";

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
export function existingAncestor(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingAncestor(dirname(folder));
}
