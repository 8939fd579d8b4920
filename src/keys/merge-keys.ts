import { failure } from "../core/runtime/failure.ts";
import { plainCountText } from "../core/text/plural.ts";
import type { ApiKey, Keys, StoredKey } from "./api-key.ts";
import type { KeyFile } from "./key-file.ts";
import type { SqliteKeyStore } from "./sqlite-key-store.ts";

interface MergedKeys {
  readonly added: readonly StoredKey[];
  readonly updated: readonly StoredKey[];
  readonly unchanged: number;
  /** Keys that differ though they have an ID or a token in common, one sentence each. */
  readonly conflicts: readonly string[];
}

/**
 * Merges keys into those that are there. For a key on both sides the sooner end counts: the earlier revocation and the earlier expiry. So
 * an old copy never revives a key, and merging it again changes nothing.
 */
export function mergeKeys(there: readonly StoredKey[], brought: readonly StoredKey[]): MergedKeys {
  const byId = new Map(there.map((stored) => [stored.key.id, stored]));
  const idByHash = new Map(there.map(({ key, tokenHash }) => [tokenHash, key.id]));
  const added: StoredKey[] = [];
  const updated: StoredKey[] = [];
  const conflicts: string[] = [];
  for (const one of brought) {
    const { id } = one.key;
    const known = byId.get(id);
    const holder = idByHash.get(one.tokenHash);
    if (known === undefined) {
      if (holder === undefined) added.push(one);
      else conflicts.push(`the token of ${id} is that of ${holder} here`);
      continue;
    }
    const different = differences(known, one);
    if (different.length > 0) {
      conflicts.push(`${id} has another ${different.join(", another ")} here`);
      continue;
    }
    const merged = mergedKey(known, one);
    if (!isSameKey(merged, known)) updated.push(merged);
  }
  const unchanged = brought.length - added.length - updated.length - conflicts.length;
  return { added, updated, unchanged, conflicts };
}

export function isSameKey(one: StoredKey, other: StoredKey): boolean {
  return (
    differences(one, other).length === 0 &&
    one.key.expiresAt === other.key.expiresAt &&
    one.key.revokedAt === other.key.revokedAt &&
    one.replacedBy === other.replacedBy
  );
}

/** Fields of a key that no command changes, by their names in messages. */
const FIXED: readonly (readonly [string, (stored: StoredKey) => unknown])[] = [
  ["token", ({ tokenHash }) => tokenHash],
  ["name", ({ key }) => key.name],
  ["list of states", ({ key }) => key.states.join(",")],
  ["end of its token", ({ key }) => key.lastFour],
  ["time of creation", ({ key }) => key.createdAt],
  ["limit", ({ key }) => key.lookupsPerMinute],
];

function differences(one: StoredKey, other: StoredKey): readonly string[] {
  return FIXED.filter(([, of]) => of(one) !== of(other)).map(([name]) => name);
}

function mergedKey(known: StoredKey, brought: StoredKey): StoredKey {
  const key: ApiKey = {
    ...known.key,
    expiresAt: earlier(known.key.expiresAt, brought.key.expiresAt),
    revokedAt: earlier(known.key.revokedAt, brought.key.revokedAt),
  };
  return { ...known, key, replacedBy: known.replacedBy ?? brought.replacedBy };
}

/** Instants have one format, so texts compare as times do; null is never. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** Differences between the mirror and the database. */
interface MirrorChanges {
  readonly added: number;
  readonly changed: number;
  /** IDs of keys that the database would revive or extend: the mirror keeps their end. */
  readonly wentBack: readonly string[];
}

/**
 * Mirrors the keys of a database in a home, from which a node answers while the database is away. All changes are written or none. The
 * store is a mirror from then on, and rejects other changes. One call at a time: of two, the one that read earlier must not write later.
 *
 * A database may go back in time (a standby that lagged, an old backup) or be another one. No command deletes a key or extends its life. So
 * a key that ended stays ended here. Throws a failure when the database lacks a key.
 */
export async function mirrorKeys(from: Keys, to: SqliteKeyStore): Promise<MirrorChanges> {
  // Read before the file is locked: the database may be slow.
  const there = await from.list();
  return await to.exclusively((file) => {
    const here = file.list();
    const { added: lacking, updated: ended, conflicts } = mergeKeys(there, here);
    if (!file.isMirror) {
      refuseOwnKeys(file.path, here, there);
      file.becomeMirror();
    }
    refuseOtherKeys(lacking, conflicts);
    const asEnded = new Map(ended.map((stored) => [stored.key.id, stored]));
    const wanted = there.map((stored) => asEnded.get(stored.key.id) ?? stored);
    return { ...write(file, here, wanted), wentBack: [...asEnded.keys()] };
  });
}

function write(file: KeyFile, here: readonly StoredKey[], wanted: readonly StoredKey[]) {
  const before = new Map(here.map((stored) => [stored.key.id, stored]));
  const added = wanted.filter(({ key }) => !before.has(key.id));
  const changed = wanted.filter((stored) => {
    const known = before.get(stored.key.id);
    return known !== undefined && !isSameKey(known, stored);
  });
  file.change(changed);
  file.add(added);
  return { added: added.length, changed: changed.length };
}

/** Mirroring would lose keys that were created in the home, and revive one that was revoked there. */
function refuseOwnKeys(path: string, own: readonly StoredKey[], wanted: readonly StoredKey[]): void {
  const { added, updated, conflicts } = mergeKeys(wanted, own);
  const unknown = added.length + updated.length + conflicts.length;
  if (unknown === 0) return;
  throw failure(
    `${path} has ${plainCountText(unknown, "key of its own that the database does not have, or not as it is here", "keys of its own that the database does not have, or not as they are here")}. ` +
      'Bring them there with "ratebook keys export --home" and "ratebook keys import --database", or choose another --home.',
  );
}

const NAMED_MAX = 5;

/** An emptied, wrong or half-restored database would lock out every client. */
function refuseOtherKeys(lacking: readonly StoredKey[], conflicts: readonly string[]): void {
  const [conflict] = conflicts;
  if (lacking.length === 0 && conflict === undefined) return;
  const ids = lacking.slice(0, NAMED_MAX).map(({ key }) => key.id);
  const more = lacking.length - ids.length;
  const why =
    conflict === undefined
      ? `The database lacks keys that this node has from it: ${ids.join(", ")}${more > 0 ? ` and ${more} more` : ""}`
      : `The database has other keys than this node has from it: ${conflict}`;
  throw failure(
    `${why}. The node goes on with the keys that it knows. Bring a newer export there with "ratebook keys import --database", ` +
      "or name the right --database; for another database, choose another --home.",
  );
}
