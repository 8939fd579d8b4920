import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { undoneWhenInterrupted } from "../../../core/files/interruption.ts";
import { Lock } from "../../../core/files/lock.ts";
import { refuseNoFile, unreadable } from "../../../core/files/reading.ts";
import { replaceFile } from "../../../core/files/replace-file.ts";
import { isFolder, makeFolders, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER, synchronize } from "../../../core/files/writing.ts";
import { failure, failureFrom } from "../../../core/runtime/failure.ts";
import type { OnProgress } from "../../../core/runtime/progress.ts";
import { AuditLog } from "../../../keys/audit-log.ts";
import type { State } from "../../../pricing/state/state.ts";
import { homeIn, makeHome } from "../home.ts";
import { BackupArchive, writeAll } from "./archive.ts";
import {
  type BackupManifest,
  type BackupMember,
  damagedBackup,
  fixedName,
  manifestText,
  readManifest,
} from "./manifest.ts";
import { type ProvenStores, provenRelease, provenStores } from "./proof.ts";

interface RestoreRequest {
  readonly file: string;
  readonly home: string;
  /** The states whose rules releases are compared with. */
  readonly states: readonly State[];
}

interface Restored {
  readonly manifest: BackupManifest;
  readonly stores: ProvenStores;
  /** What the operator should know: releases that this program does not read. */
  readonly notes: readonly string[];
}

/** Puts a backup into a home that is missing or empty: all of it, proved before, or nothing. */
export async function restoreHome(request: RestoreRequest, onProgress: OnProgress): Promise<Restored> {
  const { file, home } = request;
  const archive = await openArchive(file);
  try {
    const { manifest } = archive;
    const place = new RestorePlace(home);
    try {
      refuseTooLarge(manifest, home);
      await extract(archive, place.files, onProgress);
      const { stores, notes } = await provenContents(manifest, place.files, request, onProgress);
      noteRestored(request, manifest, place.files);
      place.putInPlace(manifest);
      return { manifest, stores, notes };
    } catch (error) {
      throw failureFrom(error, `${home} cannot be written`, "Make room, fix the cause, or choose another --home.");
    } finally {
      place.leave();
    }
  } finally {
    await archive.close();
  }
}

async function openArchive(file: string): Promise<BackupArchive> {
  refuseNoFile(file);
  try {
    return await BackupArchive.open(file);
  } catch (error) {
    throw unreadable(file, error);
  }
}

function totalBytes({ members }: BackupManifest): number {
  return members.reduce((total, { bytes }) => total + bytes, 0);
}

/** Before gigabytes are written that have no room. */
function refuseTooLarge(manifest: BackupManifest, home: string): void {
  const needed = totalBytes(manifest);
  const { bavail, bsize } = statfsSync(home);
  const free = bavail * bsize;
  if (free >= needed) return;
  throw failure(
    `${home} has no room for this backup: it needs ${needed} bytes, and ${free} are free. Make room, or choose another --home.`,
  );
}

/** Writes every member below a folder, on the disk itself, each proved by its hash. */
async function extract(archive: BackupArchive, folder: string, onProgress: OnProgress): Promise<void> {
  const total = totalBytes(archive.manifest);
  let done = 0;
  await archive.readMembers(async ({ name }, content) => {
    const path = join(folder, name);
    makeFolders(dirname(path), OWNER_ONLY_FOLDER);
    const file = await open(path, "wx", OWNER_ONLY_FILE);
    try {
      for await (const chunk of content) {
        await writeAll(file, chunk);
        done += chunk.length;
        onProgress({ stage: "restoring", done, total });
      }
      await file.sync();
    } finally {
      await file.close();
    }
  });
}

/** Hashes prove that the files are those of the backup; this proves that they make a home. */
async function provenContents(
  manifest: BackupManifest,
  folder: string,
  { file, states }: RestoreRequest,
  onProgress: OnProgress,
): Promise<Pick<Restored, "stores" | "notes">> {
  const stores = await provenStores(homeIn(folder), (path) => `${relative(folder, path)} of ${file}`);
  const { audit } = stores;
  if (audit?.entries !== manifest.audit?.entries || audit?.last_hash !== manifest.audit?.last_hash) {
    throw damagedBackup(file, "its audit log has another end than its manifest says");
  }
  refuseOtherReleases(file, manifest, stores);
  const notes: string[] = [];
  for (const member of manifest.members) {
    if (member.content_hash === null) continue;
    const path = join(folder, member.name);
    const record = stores.releases.find(({ contentHash }) => contentHash === member.content_hash) ?? null;
    const ofCatalogue = member.kind === "release" ? record : null;
    const name = `${member.name} of ${file}`;
    const { contentHash, version, unread } = await provenRelease(path, name, ofCatalogue, states, onProgress);
    if (contentHash !== member.content_hash) throw damagedBackup(file, `${member.name} is another release`);
    if (unread !== null) {
      notes.push(`Release ${version} is as it was pushed; this program cannot verify it: ${unread}`);
    }
  }
  return { stores, notes };
}

/** The catalogue and the members name the same releases, with the same hashes. */
function refuseOtherReleases(file: string, { members }: BackupManifest, { releases }: ProvenStores): void {
  const identity = (hash: string | null, sha256: string, bytes: number) => `${hash} ${sha256} ${bytes}`;
  const recorded = releases.map(({ contentHash, sha256, bytes }) => identity(contentHash, sha256, bytes)).sort();
  const held = members
    .filter(({ kind }: BackupMember) => kind === "release")
    .map(({ content_hash, sha256, bytes }) => identity(content_hash, sha256, bytes))
    .sort();
  if (recorded.join() !== held.join()) throw damagedBackup(file, "its catalogue and its releases do not fit");
}

/** The audit log of the home goes on with an entry about the restore. */
function noteRestored({ file }: RestoreRequest, manifest: BackupManifest, folder: string): void {
  new AuditLog(homeIn(folder).auditFile).append("home_restored", {
    file: basename(file),
    backed_up_at: manifest.created_at,
    product_version: manifest.product_version,
    entries: manifest.audit?.entries ?? 0,
  });
}

/** What an empty home may have: the lock of a restore, and the folder that a file system keeps in its root. */
const IGNORED = [".lock", ".lock.owner", "lost+found"];

/** Enough to recognise a home, or a wrong folder. */
const NAMES_SHOWN = 5;

/**
 * A home into which a backup is restored. Files are proved in a folder inside it, and then renamed into place. The file `.restoring`
 * is there from the beginning until everything is in place: commands and servers refuse the home meanwhile, and the next restore
 * removes what one that was cut off has left.
 */
class RestorePlace {
  /** Where the files are until they are proved, laid out as in a home. */
  readonly files: string;
  readonly #home: string;
  readonly #marker: string;
  /** Folders that were missing, the deepest first: they go again when nothing is restored. */
  readonly #made: readonly string[];
  readonly #lock: Lock;
  readonly #forgetSignals: () => void;
  #isComplete = false;

  /** Throws a failure when the home has contents, which stay as they are. */
  constructor(home: string) {
    this.#home = home;
    this.#marker = homeIn(home).restoringFile;
    this.files = stagingOf(home);
    if (existsSync(home) && !isFolder(home)) throw failure(`${home} is not a folder. Choose another --home.`);
    if (!existsSync(this.#marker)) refuseContents(home);
    this.#made = missingFolders(home);
    makeHome(home);
    this.#lock = Lock.take(home, "restore");
    this.#forgetSignals = undoneWhenInterrupted(() => this.leave());
    try {
      removeCutOff(home);
      refuseContents(home);
      replaceFile(this.#marker, "", { mode: OWNER_ONLY_FILE });
      makeFolders(this.files, OWNER_ONLY_FOLDER);
    } catch (error) {
      this.leave();
      throw failureFrom(error, `${home} cannot be written`, "Fix the cause, or choose another --home.");
    }
  }

  /** Renames the proved files into the home: all of them, or none and an error. */
  putInPlace(manifest: BackupManifest): void {
    const names = namesOf(manifest);
    // From here on the marker says which files of the home are those of the backup.
    replaceFile(this.#marker, manifestText(manifest), { mode: OWNER_ONLY_FILE });
    for (const name of names) {
      const target = join(this.#home, name);
      makeFolders(dirname(target), OWNER_ONLY_FOLDER);
      renameSync(join(this.files, name), target);
    }
    for (const folder of new Set(names.map((name) => dirname(join(this.#home, name))))) synchronize(folder);
    rmSync(this.files, { recursive: true, force: true });
    rmSync(this.#marker);
    this.#isComplete = true;
    synchronize(this.#home);
  }

  /** Unlocks the home. A restore that is not complete leaves it as it was. */
  leave(): void {
    this.#forgetSignals();
    if (!this.#isComplete) removeCutOff(this.#home);
    this.#lock.release();
    if (this.#isComplete) return;
    for (const folder of this.#made) {
      try {
        rmdirSync(folder);
      } catch {
        // It is another process's folder by now.
        return;
      }
    }
  }
}

/** The members, and the audit log: it has an entry about the restore even when the backup had no log. */
function namesOf({ members }: BackupManifest): readonly string[] {
  const names = new Set([...members.map(({ name }) => name), fixedName("audit")]);
  // Without its keys a home is not used, so they come last.
  names.delete(fixedName("keys"));
  return [...names, fixedName("keys")];
}

function stagingOf(home: string): string {
  return join(home, ".restoring.files");
}

/** Removes what a restore that was cut off has put into a home that was empty. The marker goes last. */
function removeCutOff(home: string): void {
  const marker = homeIn(home).restoringFile;
  if (!existsSync(marker)) {
    rmSync(`${marker}.partial`, { force: true });
    return;
  }
  const text = readFileSync(marker);
  // An empty marker: nothing was renamed into the home yet.
  const placed = text.length === 0 ? [] : namesOf(readManifest(marker, text));
  for (const name of placed) rmSync(join(home, name), { force: true });
  removeIfEmpty(homeIn(home).releasesFolder);
  for (const path of [stagingOf(home), `${marker}.partial`]) rmSync(path, { recursive: true, force: true });
  rmSync(marker);
}

function removeIfEmpty(folder: string): void {
  if (isFolder(folder) && readdirSync(folder).length === 0) rmdirSync(folder);
}

function refuseContents(home: string): void {
  if (!isFolder(home)) return;
  const names = readdirSync(home)
    .filter((name) => !IGNORED.includes(name) && name !== ".restoring.partial")
    .sort();
  if (names.length === 0) return;
  const more = names.length > NAMES_SHOWN ? ` and ${names.length - NAMES_SHOWN} more` : "";
  throw failure(
    `${home} is not empty: it has ${names.slice(0, NAMES_SHOWN).join(", ")}${more}. A backup is restored into an empty or missing home only. Stop its servers and move these files away, or choose another --home.`,
  );
}

function missingFolders(folder: string): readonly string[] {
  return existsSync(folder) ? [] : [folder, ...missingFolders(dirname(folder))];
}
