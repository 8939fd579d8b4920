import { existsSync, readdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { copyFile, readdir } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";
import { undoneWhenInterrupted } from "../../core/files/interruption.ts";
import { isMissing, sha256Of } from "../../core/files/reading.ts";
import { copySqlite } from "../../core/files/sqlite.ts";
import {
  isFolder,
  makeFolders,
  OWNER_ONLY_FILE,
  OWNER_ONLY_FOLDER,
  synchronize,
  unwritable,
} from "../../core/files/writing.ts";
import { failure, failureFrom } from "../../core/runtime/failure.ts";
import { SqliteKeyStore } from "../../keys/sqlite-key-store.ts";
import type { CataloguedRelease } from "../../nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../nodes/catalogue/release-folder.ts";
import { isReleaseFile } from "../../release/release-file.ts";
import { existingHome, type Home, homeIn } from "./home.ts";
import { existingCatalogueOfHome } from "./open-catalogue.ts";

/** The sums of all other files of a backup, as `sha256sum -c` reads them. */
export const SUMS_NAME = "SHA256SUMS";

/**
 * Copies the keys, the audit log, the usage, the catalogue and the releases of a home into a new folder, while its servers go on. The
 * folder is laid out as a home: restoring is copying it back. It gets its name when it is complete. Returns the number of copied files.
 */
export async function backUpHome(homeFolder: string, out: string): Promise<number> {
  const home = existingHome(homeFolder);
  refuseTarget(homeFolder, out);
  const draft = `${out}.partial`;
  const removeDraft = () => rmSync(draft, { recursive: true, force: true });
  const forgetSignals = undoneWhenInterrupted(removeDraft);
  try {
    removeDraft();
    makeFolders(draft, OWNER_ONLY_FOLDER);
    await copyStores(home, homeIn(draft));
    await copyReleases(homeFolder, draft);
    const sums = await sumsOf(draft);
    writeFileSync(join(draft, SUMS_NAME), sums.map(([name, sum]) => `${sum}  ${name}\n`).join(""), {
      mode: OWNER_ONLY_FILE,
    });
    // After a loss of power, a folder with the final name has whole files.
    for (const name of [...sums.map(([file]) => file), SUMS_NAME, ""]) synchronize(join(draft, name));
    renameSync(draft, out);
    return sums.length;
  } catch (error) {
    removeDraft();
    throw unwritable(out, error);
  } finally {
    forgetSignals();
  }
}

/** A backup inside the home would be lost with it. */
function refuseTarget(home: string, out: string): void {
  if (existsSync(out) && !(isFolder(out) && readdirSync(out).length === 0)) {
    throw failure(`${out} exists already. Name a new folder with --out.`);
  }
  const parent = dirname(resolve(out));
  if (!isFolder(parent)) throw failure(`There is no folder ${parent}. Make it first, or name another with --out.`);
  if (relative(realpathSync(home), realpathSync(parent)).startsWith("..")) return;
  throw failure(`${out} is inside the home ${home}, and would be lost with it. Name a folder elsewhere with --out.`);
}

/** Keys and audit log are copied while no key can change: both copies have a change, or neither has it. */
async function copyStores(home: Home, copies: Home): Promise<void> {
  const keys = new SqliteKeyStore(home.keysFile);
  try {
    await keys.exclusively(() => {
      copyStore(home.keysFile, copies.keysFile);
      copyAuditLog(home.auditFile, copies.auditFile);
    });
  } finally {
    await keys.close();
  }
  for (const file of ["usageFile", "catalogueFile"] as const) {
    if (existsSync(home[file])) copyStore(home[file], copies[file]);
  }
}

function copyStore(file: string, target: string): void {
  // SQLite would make it readable for every user.
  writeFileSync(target, "", { mode: OWNER_ONLY_FILE });
  try {
    copySqlite(file, target);
  } catch (error) {
    throw failureFrom(error, `${file} cannot be copied to ${target}`, "Make room or fix the cause, then try again.");
  }
}

const NEWLINE = 0x0a;

/** Up to the last whole line: a server may be writing the next. */
function copyAuditLog(file: string, target: string): void {
  if (!existsSync(file)) return;
  const log = readFileSync(file);
  writeFileSync(target, log.subarray(0, log.lastIndexOf(NEWLINE) + 1), { mode: OWNER_ONLY_FILE });
}

/** The releases that the copied catalogue names, and those that lie in the home beside it, such as `rates.db`. */
async function copyReleases(home: string, draft: string): Promise<void> {
  const copies = homeIn(draft);
  const catalogue = existingCatalogueOfHome(copies);
  const releases = (await catalogue?.list()) ?? [];
  await catalogue?.close();
  if (releases.length > 0) makeFolders(copies.releasesFolder, OWNER_ONLY_FOLDER);
  const [from, to] = [new ReleaseFolder(homeIn(home).releasesFolder), new ReleaseFolder(copies.releasesFolder)];
  for (const release of releases) await copyRelease(release, from.fileOf(release), to.fileOf(release));
  for (const name of readdirSync(home)) {
    const isCopied = existsSync(join(draft, name));
    if (!isCopied && isReleaseFile(join(home, name))) await copyFile(join(home, name), join(draft, name));
  }
}

async function copyRelease({ version, sha256 }: CataloguedRelease, file: string, copy: string): Promise<void> {
  const remedy = `Push it again with "ratebook releases push", or remove it with "ratebook releases prune".`;
  try {
    await copyFile(file, copy);
  } catch (error) {
    if (isMissing(error)) throw failure(`${file} (release ${version}) is missing. ${remedy}`);
    throw error;
  }
  if ((await sha256Of(copy)) !== sha256) throw failure(`${file} (release ${version}) has changed. ${remedy}`);
}

async function sumsOf(folder: string): Promise<[name: string, sum: string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Promise.all(files.sort().map(async (file) => [relative(folder, file), await sha256Of(file)]));
}
