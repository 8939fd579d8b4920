import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";
import { programVersion } from "../../../core/files/installation.ts";
import { undoneWhenInterrupted } from "../../../core/files/interruption.ts";
import { Lock } from "../../../core/files/lock.ts";
import { isMissing, sha256Of } from "../../../core/files/reading.ts";
import { copySqlite, isSqliteError } from "../../../core/files/sqlite.ts";
import {
  makeFolders,
  OWNER_ONLY_FILE,
  OWNER_ONLY_FOLDER,
  synchronize,
  unwritable,
  writtenFile,
} from "../../../core/files/writing.ts";
import { failure, failureFrom, isOutside } from "../../../core/runtime/failure.ts";
import type { OnProgress } from "../../../core/runtime/progress.ts";
import { SqliteKeyStore } from "../../../keys/sqlite-key-store.ts";
import type { CataloguedRelease } from "../../../nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../nodes/catalogue/release-folder.ts";
import type { State } from "../../../pricing/state/state.ts";
import { isReleaseFile } from "../../../release/release-file.ts";
import { BACKED_UP, existingHome, type Home, homeIn } from "../home.ts";
import { runningServers } from "../server-status.ts";
import { BackupArchive, type MemberSource, writeArchive } from "./archive.ts";
import { type BackupManifest, type BackupMember, isReleaseFileName, newManifest, releaseName } from "./manifest.ts";
import { type ProvenStores, provenRelease, provenStores } from "./proof.ts";

/** A release that is pruned meanwhile is in the records that were copied, and its file is gone: then all is copied again. */
const ATTEMPTS_MAX = 3;

export interface BackupRequest {
  readonly home: string;
  readonly out: string;
  /** The states whose rules releases are compared with. */
  readonly states: readonly State[];
}

interface Backup {
  readonly manifest: BackupManifest;
  readonly stores: ProvenStores;
  readonly bytes: number;
  /** What the operator should know: files that are not in it, releases that this program does not read. */
  readonly notes: readonly string[];
}

/**
 * Writes keys, usage, audit log, catalogue and releases of a home to one file, while its servers go on. The file appears under its
 * name when it is complete and was read back; until then a file of that name stays as it was.
 */
export async function backUpHome(request: BackupRequest, onProgress: OnProgress): Promise<Backup> {
  const { out } = request;
  const home = existingHome(request.home);
  refuseInside(request.home, out);
  const draft = new BackupDraft(out);
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await backUpOnce(request, home, draft, onProgress);
      } catch (error) {
        if (!isMissing(error)) throw error;
        if (attempt === ATTEMPTS_MAX) throw missingFile(error);
        draft.clear();
      }
    }
  } catch (error) {
    throw unwritable(out, error);
  } finally {
    draft.discard();
  }
}

function missingFile(error: unknown): Error {
  const { path } = error as NodeJS.ErrnoException;
  return failure(
    `${path} is missing, and no backup was written. If it is a release of the catalogue, push it again with "ratebook releases push", or remove it with "ratebook releases prune".`,
  );
}

/** A backup inside the home would be lost with it, and could replace a file that servers use. */
function refuseInside(home: string, out: string): void {
  const target = existsSync(out) ? realpathSync(out) : resolve(out);
  const folder = existsSync(dirname(target)) ? realpathSync(dirname(target)) : dirname(target);
  const path = relative(realpathSync(home), folder);
  if (path.startsWith("..") || isAbsolute(path)) return;
  throw failure(
    `${out} is inside the home ${home}, and a backup there is lost with it. Name a file elsewhere with --out.`,
  );
}

async function backUpOnce(
  request: BackupRequest,
  home: Home,
  draft: BackupDraft,
  onProgress: OnProgress,
): Promise<Backup> {
  const copies = homeIn(draft.folder);
  await copyStores(home, copies);
  const stores = await provenStores(copies, (file) => join(request.home, basename(file)));
  const notes: string[] = [];
  const sources = await storeSources(copies);
  for (const record of stores.releases) {
    sources.push(await cataloguedSource(home, record, request.states, notes, onProgress));
  }
  for (const file of releaseFilesIn(request.home)) {
    sources.push(await releaseFileSource(file, request.states, onProgress));
  }
  notes.push(...servedElsewhere(home, stores, sources));
  const manifest = newManifest({
    product_version: programVersion(),
    created_at: new Date().toISOString(),
    audit: stores.audit,
    members: sources.map(({ member }) => member),
  });
  const total = manifest.members.reduce((sum, { bytes }) => sum + bytes, 0);
  await writeArchive(draft.archive, manifest, sources, counted("writing", total, onProgress));
  await readBack(draft.archive, counted("reading back", total, onProgress));
  const { size: bytes } = statSync(draft.archive);
  draft.keep();
  return { manifest, stores, bytes, notes };
}

function counted(stage: string, total: number, onProgress: OnProgress): (bytes: number) => void {
  let done = 0;
  return (bytes) => {
    done += bytes;
    onProgress({ stage, done, total });
  };
}

/** A backup that cannot be read back is none. */
async function readBack(file: string, onBytes: (bytes: number) => void): Promise<void> {
  const archive = await BackupArchive.open(file);
  try {
    await archive.readMembers(async (_, content) => {
      for await (const chunk of content) onBytes(chunk.length);
    });
  } finally {
    await archive.close();
  }
}

/**
 * Copies the stores as they are at one moment. Keys and audit log are copied while no key can be changed: a change is written to the
 * log before it counts, so both copies have it or neither does.
 */
async function copyStores(home: Home, copies: Home): Promise<void> {
  const copyAll = async (files: readonly (typeof BACKED_UP)[number][]) => {
    for (const { file, as } of files) {
      if (!existsSync(home[file])) continue;
      if (as === "sqlite") copyStore(home[file], copies[file]);
      else await copyLines(home[file], copies[file]);
    }
  };
  const { together = [], others = [] } = Object.groupBy(BACKED_UP, ({ kind }) =>
    kind === "keys" || kind === "audit" ? "together" : "others",
  );
  const store = new SqliteKeyStore(home.keysFile);
  try {
    await store.exclusively(() => copyAll(together));
  } catch (error) {
    // Where the store can only be read, no other process changes it either.
    if (!isSqliteError(error) || !error.code.startsWith("SQLITE_READONLY")) throw error;
    await copyAll(together);
  } finally {
    await store.close();
  }
  await copyAll(others);
}

function copyStore(file: string, target: string): void {
  // SQLite would make it for every user to read.
  closeSync(openSync(target, "wx", OWNER_ONLY_FILE));
  try {
    copySqlite(file, target);
  } catch (error) {
    throw failureFrom(
      error,
      `${file} cannot be copied to ${target}`,
      "Make room or fix the cause; what was there stays.",
    );
  }
}

const NEWLINE = 0x0a;

/** Up to the last whole line: a server may be writing the next. */
async function copyLines(file: string, target: string): Promise<void> {
  const text = readFileSync(file);
  const whole = text.subarray(0, text.lastIndexOf(NEWLINE) + 1);
  await writeFile(target, whole, { flag: "wx", mode: OWNER_ONLY_FILE });
}

async function storeSources(copies: Home): Promise<MemberSource[]> {
  const sources: MemberSource[] = [];
  for (const { kind, name, file: fileOfHome } of BACKED_UP) {
    const file = copies[fileOfHome];
    if (!existsSync(file)) continue;
    const hashed = await hashedFile(file);
    sources.push({ file, member: { kind, name, ...hashed, content_hash: null, version: null } });
  }
  return sources;
}

async function hashedFile(file: string): Promise<Pick<BackupMember, "bytes" | "sha256">> {
  const sha256 = await sha256Of(file);
  return { bytes: statSync(file).size, sha256 };
}

async function cataloguedSource(
  home: Home,
  record: CataloguedRelease,
  states: readonly State[],
  notes: string[],
  onProgress: OnProgress,
): Promise<MemberSource> {
  const file = new ReleaseFolder(home.releasesFolder).fileOf(record);
  const hashed = await hashedFile(file);
  if (hashed.sha256 !== record.sha256 || hashed.bytes !== record.bytes) {
    throw failure(
      `${file} (release ${record.version}) is not as it was pushed. Push it again with "ratebook releases push", or remove it with "ratebook releases prune", then repeat the backup.`,
    );
  }
  const { contentHash, version, unread } = await provenRelease(file, file, record, states, onProgress);
  if (unread !== null)
    notes.push(`Release ${version} is in the backup as it was pushed; this program cannot verify it: ${unread}`);
  const name = releaseName(contentHash);
  return { file, member: { kind: "release", name, ...hashed, content_hash: contentHash, version } };
}

/** Releases that lie in the home beside the catalogue, such as `rates.db`. */
function releaseFilesIn(folder: string): readonly string[] {
  return readdirSync(folder)
    .filter(isReleaseFileName)
    .sort()
    .map((name) => join(folder, name))
    .filter(isReleaseFile);
}

async function releaseFileSource(
  file: string,
  states: readonly State[],
  onProgress: OnProgress,
): Promise<MemberSource> {
  const hashed = await hashedFile(file);
  const { contentHash, version } = await provenRelease(file, file, null, states, onProgress);
  const name = basename(file);
  return { file, member: { kind: "release_file", name, ...hashed, content_hash: contentHash, version } };
}

/** A server may serve a file from another place, which this backup does not have. A node brings those of its database again. */
function servedElsewhere(home: Home, { isMirror }: ProvenStores, sources: readonly MemberSource[]): readonly string[] {
  const held = new Set(sources.map(({ member }) => member.content_hash));
  const isOfDatabase = (file: string) => isMirror && dirname(file) === home.releasesFolder;
  return runningServers(home)
    .filter(({ release, releaseFile }) => !held.has(release.hash) && !isOfDatabase(releaseFile))
    .map(
      ({ port, releaseFile }) =>
        `The server on port ${port} serves ${realPath(releaseFile)}, which is not in the backup: keep a copy of that file.`,
    );
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** `home-2026-11-18.tar.4711.backup-partial` */
const DRAFT_NAME = /^(.+)\.[0-9]+\.backup-partial$/;

/**
 * The folder beside a backup in which it is made, and from which it is renamed when it is complete. The next backup to the same
 * folder removes what a killed one left, whatever the name of its file: files of backups often have the day in their name.
 */
class BackupDraft {
  readonly folder: string;
  /** Where the complete file is made. */
  readonly archive: string;
  readonly #target: string;
  readonly #lock: Lock;
  readonly #forgetSignals: () => void;

  /** Throws a failure when nothing can be written there. */
  constructor(out: string) {
    this.#target = writtenFile(out);
    this.folder = `${this.#target}.${process.pid}.backup-partial`;
    this.archive = join(this.folder, "archive.tar");
    // The folder is there before the lock and goes after it: it leads the next backup to the lock file that a killed one left.
    try {
      makeFolders(this.folder, OWNER_ONLY_FOLDER);
      this.#lock = Lock.take(this.#target, "backup");
    } catch (error) {
      rmSync(this.folder, { recursive: true, force: true });
      throw unwritable(out, error);
    }
    this.#forgetSignals = undoneWhenInterrupted(() => this.discard());
    try {
      sweepDrafts(this.#target, this.folder);
      // Until the lock was taken, another backup could have removed it.
      makeFolders(this.folder, OWNER_ONLY_FOLDER);
    } catch (error) {
      this.discard();
      throw unwritable(out, error);
    }
  }

  /** Removes what a first attempt has made. */
  clear(): void {
    for (const name of readdirSync(this.folder)) rmSync(join(this.folder, name), { recursive: true, force: true });
  }

  /** Puts the complete file in place of the target. It survives a loss of power from here on. */
  keep(): void {
    renameSync(this.archive, this.#target);
    synchronize(dirname(this.#target));
  }

  /** Removes everything but what was kept. */
  discard(): void {
    this.#forgetSignals();
    this.#lock.release();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A backup that runs has its target locked; the others have ended. */
function sweepDrafts(target: string, own: string): void {
  const folder = dirname(target);
  for (const name of readdirSync(folder)) {
    const [, file] = DRAFT_NAME.exec(name) ?? [];
    if (file === undefined || join(folder, name) === own) continue;
    const other = join(folder, file);
    const remove = () => rmSync(join(folder, name), { recursive: true, force: true });
    if (other === target) remove();
    else removeIfEnded(other, remove);
  }
}

function removeIfEnded(target: string, remove: () => void): void {
  try {
    const lock = Lock.takeIfFree(target, "backup");
    if (lock === null) return;
    try {
      remove();
    } finally {
      lock.release();
    }
  } catch (error) {
    // A draft of another user stays, and is no reason to make no backup.
    if (!isOutside(error)) throw error;
  }
}
