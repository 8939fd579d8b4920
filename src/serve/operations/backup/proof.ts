import { existsSync, readFileSync } from "node:fs";
import { damageIn } from "../../../core/files/sqlite.ts";
import { failure, failureFrom } from "../../../core/runtime/failure.ts";
import type { OnProgress } from "../../../core/runtime/progress.ts";
import { verifyChain } from "../../../keys/audit-log.ts";
import { examinedKeys } from "../../../keys/key-file.ts";
import { SqliteUsageStore } from "../../../keys/usage/sqlite-usage-store.ts";
import type { CataloguedRelease } from "../../../nodes/catalogue/release-catalogue.ts";
import type { State } from "../../../pricing/state/state.ts";
import { findingText, verifyRelease } from "../../../release/verify.ts";
import { BACKED_UP, type Home } from "../home.ts";
import { existingCatalogueOfHome } from "../open-catalogue.ts";
import type { BackupManifest } from "./manifest.ts";

/* What a backup proves of the files that it takes, and a restore of those that it is about to put in place. */

/** The stores of a home, found to be sound and of formats that this program knows. */
export interface ProvenStores {
  readonly keys: number;
  /** Whether the keys are those of a database, which a node keeps here. */
  readonly isMirror: boolean;
  readonly releases: readonly CataloguedRelease[];
  /** The content hash of the release that is active; null when none is. */
  readonly active: string | null;
  readonly audit: BackupManifest["audit"];
}

/** Looks through copies of the stores. `nameOf` is how messages name a file. Throws a failure that names the first one that is not sound. */
export async function provenStores(copies: Home, nameOf: (file: string) => string): Promise<ProvenStores> {
  for (const { file, as } of BACKED_UP) if (as === "sqlite") refuseDamaged(copies[file], nameOf(copies[file]));
  const { stored, isMirror } = examinedKeys(copies.keysFile);
  if (existsSync(copies.usageFile)) await SqliteUsageStore.openToRead(copies.usageFile).close();
  const catalogue = existingCatalogueOfHome(copies);
  try {
    const releases = (await catalogue?.list()) ?? [];
    const active = (await catalogue?.active())?.contentHash ?? null;
    const audit = provenAudit(copies.auditFile, nameOf(copies.auditFile));
    return { keys: stored.length, isMirror, releases, active, audit };
  } finally {
    await catalogue?.close();
  }
}

function refuseDamaged(file: string, name: string): void {
  if (!existsSync(file)) return;
  try {
    const damage = damageIn(file);
    if (damage !== null) throw failure(`${name} is damaged: ${damage}. Put back a sound copy of it first.`);
  } catch (error) {
    throw failureFrom(error, `${name} cannot be used`, "Put back a sound copy of it first.");
  }
}

function provenAudit(file: string, name: string): BackupManifest["audit"] {
  if (!existsSync(file)) return null;
  const { entries, broken } = verifyChain(readFileSync(file));
  if (broken !== null) {
    throw failure(
      `Line ${broken.line} of ${name} is not as it was written: ${broken.reason}. See "ratebook audit verify"; move the log away to begin a new one.`,
    );
  }
  const last = entries.at(-1);
  return last === undefined ? null : { entries: entries.length, last_hash: last.hash };
}

interface ReleaseProof {
  readonly contentHash: string;
  readonly version: string;
  /** Why this program could not verify it; null when it did. */
  readonly unread: string | null;
}

/**
 * Verifies a release. `record` is that of the catalogue, whose SHA-256 the file has: such a file is what was pushed and verified
 * then, even when this program no longer reads its format. A file without a record has no other proof, and is refused.
 */
export async function provenRelease(
  file: string,
  name: string,
  record: Pick<CataloguedRelease, "contentHash" | "version"> | null,
  states: readonly State[],
  onProgress: OnProgress,
): Promise<ReleaseProof> {
  const { description, findings, findingCount } = await verifyRelease(file, states, onProgress);
  const unread = findingCount === 0 ? null : findings[0] === undefined ? "it has findings" : findingText(findings[0]);
  const reason = unread?.replaceAll(file, name) ?? null;
  if (record !== null && reason !== null && description === null) return { ...record, unread: reason };
  if (description === null || (record === null && reason !== null)) {
    throw failure(`${name} is not a sound release: ${reason}. Build it again, or move it out of the home.`);
  }
  if (record !== null && description.contentHash !== record.contentHash) {
    throw failure(`${name} holds the release ${description.contentHash} under another name. Push it again.`);
  }
  return { contentHash: description.contentHash, version: record?.version ?? description.version, unread: reason };
}
