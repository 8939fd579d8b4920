import { existsSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { undoneWhenInterrupted } from "../../../core/files/interruption.ts";
import { Lock } from "../../../core/files/lock.ts";
import { replaceFile } from "../../../core/files/replace-file.ts";
import { isFolder, makeFolders, OWNER_ONLY_FILE, OWNER_ONLY_FOLDER, synchronize } from "../../../core/files/writing.ts";
import { failure, failureFrom } from "../../../core/runtime/failure.ts";
import { homeIn, makeHome } from "../home.ts";
import { type BackupManifest, fixedName, manifestText, readManifest } from "./manifest.ts";

/** What an empty home may have: the lock of a restore, and the folder that a file system keeps in its root. */
const IGNORED = [".lock", ".lock.owner", "lost+found"];

/** Enough to recognise a home, or a wrong folder. */
const NAMES_SHOWN = 5;

/**
 * A home into which a backup is restored. Files are proved in a folder inside it, and then renamed into place. The file `.restoring`
 * is there from the beginning until everything is in place: commands and servers refuse the home meanwhile, and the next restore
 * removes what one that was cut off has left.
 */
export class RestorePlace {
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
