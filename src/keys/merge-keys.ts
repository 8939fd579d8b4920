import type { ApiKey } from "./api-key.ts";
import type { StoredKey } from "./key-store.ts";

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
