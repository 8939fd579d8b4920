import { accessSync, constants, existsSync, type Stats, statfsSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isFolder } from "../../core/files/writing.ts";
import { isFailure, reasonOf } from "../../core/runtime/failure.ts";
import { plainCountText } from "../../core/text/plural.ts";
import type { StoredKey } from "../../keys/api-key.ts";
import { keyStatus } from "../../keys/issue.ts";
import { type ExaminedKeys, examinedKeys, rightsRemedy } from "../../keys/key-file.ts";
import { replacements } from "../../keys/key-ring.ts";
import { refuseOwnKeys } from "../../keys/merge-keys.ts";
import { PostgresKeyStore } from "../../keys/postgres-key-store.ts";
import { existingHome, type Home, homeIn } from "../../serve/operations/home.ts";
import { mirrored } from "../../serve/operations/key-place.ts";
import { lookedAt } from "./database.ts";
import {
  bytesText,
  type DoctorFinding,
  type Examined,
  failed,
  isOpenToOthers,
  modeText,
  passed,
  warned,
} from "./finding.ts";

/** The folder of keys, audit log and jobs: it exists, is writable, and only its owner has access. */
export function homeFindings(
  { home, database = null }: Pick<Examined, "home"> & Partial<Pick<Examined, "database">>,
  user: number | undefined = process.getuid?.(),
  canWrite: (folder: string) => boolean = isWritable,
): readonly DoctorFinding[] {
  const stats = statSync(home, { throwIfNoEntry: false });
  if (stats === undefined) return [missing(home, database !== null, canWrite)];
  if (!stats.isDirectory()) {
    return [failed("home", `${home} is not a folder.`, "Choose another with --home, or move the file away.")];
  }
  const problems = [
    lostKeys(home),
    notWritable(home, canWrite),
    otherOwner(home, stats, user),
    openToOthers(home, stats),
  ].filter((finding) => finding !== null);
  return problems.length > 0
    ? problems
    : [passed("home", `${home} exists, is writable, and only its owner has access.`)];
}

function missing(home: string, isNode: boolean, canWrite: (folder: string) => boolean): DoctorFinding {
  const parent = existingAncestor(home);
  if (!isFolder(parent) || !canWrite(parent)) {
    return failed(
      "home",
      `${home} is not there, and ${parent} cannot be written.`,
      "Make it, or choose another --home.",
    );
  }
  const remedy = isNode
    ? "Check --home; a node makes it at its first start."
    : 'Check --home; "ratebook keys create" makes a home with its first key.';
  return warned("home", `${home} is not there yet.`, remedy);
}

/** An audit log without keys: a new store would shut out every client that has a key. */
function lostKeys(home: string): DoctorFinding | null {
  if (!existsSync(homeIn(home).auditFile)) return null;
  try {
    existingHome(home);
    return null;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return failed("home", error.message, 'Copy back what "ratebook backup" wrote, or run "keys import".');
  }
}

function notWritable(home: string, canWrite: (folder: string) => boolean): DoctorFinding | null {
  if (canWrite(home)) return null;
  const found = `${home} cannot be written by this user.`;
  const remedy = "Run it as the owner of the folder, or mount it for writing.";
  // Existing keys can be served from; nothing can be created.
  if (existsSync(homeIn(home).keysFile)) {
    return warned("home", `${found} Its keys work; new ones, files to reprice and the audit log do not.`, remedy);
  }
  return failed("home", found, remedy);
}

function otherOwner(home: string, { uid }: Stats, user: number | undefined): DoctorFinding | null {
  if (user === undefined || uid === user) return null;
  const found = `${home} belongs to user ${uid}, and this is user ${user}.`;
  return warned("home", found, "Run commands and the server as one user: what one makes, the other cannot read.");
}

function openToOthers(home: string, { mode }: Stats): DoctorFinding | null {
  if (!isOpenToOthers(mode)) return null;
  return warned("home", `Others may look into ${home} (mode ${modeText(mode)}).`, `"chmod 700 ${home}".`);
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The folder itself, or its nearest existing parent. */
function existingAncestor(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : existingAncestor(dirname(folder));
}

const MEBIBYTE = 1024 * 1024;

/** Keys, the audit log and the status of a server need at least this. */
const BYTES_MIN = 16 * MEBIBYTE;
/** The largest file to reprice takes its 256 MiB, and three times as much for its results. */
const BYTES_FOR_A_JOB = 1024 * MEBIBYTE;

/** Free space on the disk of the home. Some file systems do not count files: these report 0 of 0. */
interface Room {
  readonly freeBytes: number;
  readonly files: number;
  readonly freeFiles: number;
}

export function spaceFindings({ home }: Pick<Examined, "home">, room = roomAt(home)): readonly DoctorFinding[] {
  const found = `${bytesText(room.freeBytes)} are free on the disk of ${home}.`;
  if (room.files > 0 && room.freeFiles === 0) {
    return [failed("space", `The disk of ${home} has no room for another file (inodes).`, "Delete files there.")];
  }
  if (room.freeBytes < BYTES_MIN) return [failed("space", found, "Make room, or move the home to a larger disk.")];
  if (room.freeBytes < BYTES_FOR_A_JOB) {
    const remedy = `A large file to reprice takes ${bytesText(BYTES_FOR_A_JOB)}, and is refused without: make room.`;
    return [warned("space", found, remedy)];
  }
  return [passed("space", found)];
}

function roomAt(home: string): Room {
  const { bavail, bsize, files, ffree } = statfsSync(existingAncestor(home));
  return { freeBytes: bavail * bsize, files, freeFiles: ffree };
}

/** The keys of a home without a database. */
export function keyFindings({ home }: Pick<Examined, "home">, now = new Date()): readonly DoctorFinding[] {
  const { keysFile } = homeIn(home);
  const remedy = `Move ${keysFile} away, then put back a copy: "ratebook keys import" takes what "keys export" wrote.`;
  const store = soundStore(keysFile, remedy);
  if (store === null) {
    return [
      warned("keys", "There are no keys yet: every request is refused.", 'Make one with "ratebook keys create".'),
    ];
  }
  if ("verdict" in store) return [store];
  if (store.isMirror) {
    return [
      failed("keys", mirrored(keysFile).message, "Examine it as it is served: with --database, or another --home."),
    ];
  }
  return [...usableFindings(store.stored, now), ...openStore(keysFile)];
}

/** The keys that nodes share, and their mirror in the home of this node. */
export async function sharedKeyFindings(
  folder: string,
  url: string,
  now = new Date(),
): Promise<readonly DoctorFinding[]> {
  const home = homeIn(folder);
  const shared = await lookedAt<readonly StoredKey[]>(url, [], (database) => new PostgresKeyStore(database).list());
  const usable =
    shared === null
      ? [warned("keys", "Those of the database could not be looked at.", "See what is said of the database.")]
      : usableFindings(shared, now, " --database");
  return [...usable, ...mirrorFindings(home, shared)];
}

function mirrorFindings({ keysFile, auditFile }: Home, shared: readonly StoredKey[] | null): readonly DoctorFinding[] {
  // A log without a store is refused, as in a home that has lost its keys.
  const remedy = `Move ${keysFile} and ${auditFile} away: a node brings the keys of its database.`;
  const store = soundStore(keysFile, remedy);
  if (store === null) return [];
  if ("verdict" in store) return [store];
  const own = store.isMirror || shared === null ? null : ownKeys(keysFile, store.stored, shared);
  return [...(own === null ? [] : [own]), ...openStore(keysFile)];
}

/** The check of a node before it writes the database's keys over them. */
function ownKeys(file: string, own: readonly StoredKey[], shared: readonly StoredKey[]): DoctorFinding | null {
  try {
    refuseOwnKeys(file, own, shared);
    return null;
  } catch (error) {
    if (!isFailure(error)) throw error;
    return failed("keys", error.message, "A node does not start with this home until then (keys_not_mirrored).");
  }
}

/** The store of a home, or why it cannot be used; null when there is none. `remedy`: where keys come from when it is damaged. */
function soundStore(file: string, remedy: string): ExaminedKeys | DoctorFinding | null {
  try {
    // Throws in a home of another user, whose keys are not missing.
    if (statSync(file, { throwIfNoEntry: false }) === undefined) return null;
    return examinedKeys(file);
  } catch (error) {
    // Our own failure means that a newer program has written it.
    if (isFailure(error)) return failed("keys", error.message, "Upgrade Ratebook, or use another --home.");
    return failed("keys", `${file} cannot be read (${reasonOf(error)}).`, rightsRemedy(file, error) ?? remedy);
  }
}

function openStore(file: string): readonly DoctorFinding[] {
  const { mode } = statSync(file);
  if (!isOpenToOthers(mode)) return [];
  return [warned("keys", `Others may read or write ${file} (mode ${modeText(mode)}).`, `"chmod 600 ${file}".`)];
}

/** Enough time to make another key and deliver it. */
const SOON_DAYS = 14;
const DAY_MILLISECONDS = 86_400_000;
/** More would hide the other findings; `keys list` has them all. */
const NAMED_MAX = 5;

/** Whether there is a valid key, and for how long. `place` is where `keys` commands find them, such as ` --database`. */
function usableFindings(stored: readonly StoredKey[], now: Date, place = ""): readonly DoctorFinding[] {
  const usable = stored.map(({ key }) => key).filter((key) => keyStatus(key, now) === "active");
  const found = `${usable.length} of ${plainCountText(stored.length, "key works", "keys work")}.`;
  if (usable.length === 0) return [warned("keys", found, `Make one with "ratebook keys create${place}".`)];
  const end = new Date(now.getTime() + SOON_DAYS * DAY_MILLISECONDS).toISOString();
  const isReplaced = replacements(stored, now.getTime());
  const ending = usable.filter(({ id, expiresAt }) => expiresAt !== null && expiresAt < end && !isReplaced(id));
  if (ending.length === 0) return [passed("keys", found)];
  const named = ending.slice(0, NAMED_MAX).map(({ id, name, expiresAt }) => `${id} (${name}) on ${expiresAt}`);
  const more = ending.length > NAMED_MAX ? ` and ${ending.length - NAMED_MAX} more` : "";
  const sentence = `${found} Within ${SOON_DAYS} days end: ${named.join(", ")}${more}.`;
  return [
    warned("keys", sentence, `"ratebook keys rotate ID${place}" makes the next one while the old one still works.`),
  ];
}
