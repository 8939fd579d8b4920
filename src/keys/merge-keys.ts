import { failure } from "../core/runtime/failure.ts";
import { plainCountText } from "../core/text/plural.ts";
import type { ApiKey, Keys, StoredKey } from "./api-key.ts";
import type { KeyFile } from "./key-file.ts";
import type { SqliteKeyStore } from "./sqlite-key-store.ts";

/** What becomes of keys that are brought to others. */
interface MergedKeys {
  readonly added: readonly StoredKey[];
  /** As they are to be from now on. */
  readonly updated: readonly StoredKey[];
  readonly unchanged: number;
  /** Keys that cannot be the same though they have the same ID or token, in a sentence each. */
  readonly conflicts: readonly string[];
}

/**
 * Brings keys to those that are there. Of a key that both know, what ends it sooner counts: it stays revoked when either says so, since
 * the earlier time, and it ends at the earlier expiry. So an old copy never revives a key, and bringing it again changes nothing.
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

/** Whether everything that is known of a key is the same. */
export function isSameKey(one: StoredKey, other: StoredKey): boolean {
  return (
    differences(one, other).length === 0 &&
    one.key.expiresAt === other.key.expiresAt &&
    one.key.revokedAt === other.key.revokedAt &&
    one.replacedBy === other.replacedBy
  );
}

/** What no command ever changes of a key, as people call it. */
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

/** Instants are written alike, so that texts compare as times do; null is never. */
function earlier(one: string | null, other: string | null): string | null {
  if (one === null || other === null) return one ?? other;
  return one < other ? one : other;
}

/** What was not in the mirror as it is in the database. */
interface MirrorChanges {
  readonly added: number;
  readonly changed: number;
  /** The IDs of keys that the database would let live again or longer: the mirror keeps what ended them. */
  readonly wentBack: readonly string[];
}

/**
 * Brings the keys of a home into step with those of a database, which a node answers from while that is away. All of it happens or
 * nothing, and nothing is written when nothing has changed. The store is a mirror from then on, and takes no changes of its own.
 * One call at a time: of two, the one that has read earlier must not write later.
 *
 * A database may go back in time (a standby that lagged, an old backup) or be another one. No command takes a key out or gives it a longer
 * life, so a key that ended stays as it is here, and where a key is missing there nothing is mirrored. Throws a failure then.
 */
export async function mirrorKeys(from: Keys, to: SqliteKeyStore): Promise<MirrorChanges> {
  // Asked before the file is locked: the database may take its time.
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

/** Keys that were made in the home would be lost by mirroring, and one that was revoked there would work again. */
export function refuseOwnKeys(path: string, own: readonly StoredKey[], wanted: readonly StoredKey[]): void {
  const { added, updated, conflicts } = mergeKeys(wanted, own);
  const unknown = added.length + updated.length + conflicts.length;
  if (unknown === 0) return;
  throw failure(
    `${path} has ${plainCountText(unknown, "key of its own that the database does not have, or not as it is here", "keys of its own that the database does not have, or not as they are here")}. ` +
      'Bring them there with "ratebook keys export --home" and "ratebook keys import --database", or choose another --home.',
  );
}

/** Named in a message; the count covers the rest. */
const NAMED_MAX = 5;

/** An emptied database, the wrong one, one that is being restored: every holder of a key would be shut out. */
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
