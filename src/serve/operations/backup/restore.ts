import { statfsSync } from "node:fs";
import { open } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { refuseNoFile, unreadable } from "../../../core/files/reading.ts";
import { makeFolders, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER } from "../../../core/files/writing.ts";
import { failure, failureFrom } from "../../../core/runtime/failure.ts";
import type { OnProgress } from "../../../core/runtime/progress.ts";
import { AuditLog } from "../../../keys/audit-log.ts";
import type { State } from "../../../pricing/state/state.ts";
import { homeIn } from "../home.ts";
import { BackupArchive, writeAll } from "./archive.ts";
import { type BackupManifest, type BackupMember, damagedBackup } from "./manifest.ts";
import { type ProvenStores, provenRelease, provenStores } from "./proof.ts";
import { RestorePlace } from "./restore-place.ts";

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
