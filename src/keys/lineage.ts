import type { StoredKey } from "./key-store.ts";

/** How a key of a store ended, or will. */
interface KeyFate {
  readonly isRevoked: boolean;
  /** In milliseconds; infinite for a key that does not expire. */
  readonly expiresAt: number;
  readonly replacedBy: string | null;
}

export type KeyFates = ReadonlyMap<string, KeyFate>;

export function fatesOf(stored: readonly StoredKey[]): KeyFates {
  return new Map(
    stored.map(({ key, replacedBy }) => {
      const expiresAt = key.expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(key.expiresAt);
      return [key.id, { isRevoked: key.revokedAt !== null, expiresAt, replacedBy }];
    }),
  );
}

/** Whether a key took the place of another one, by one rotation or by several. */
export function isSuccessor(id: string, earlier: string, fates: KeyFates): boolean {
  // Asked of every job: most keys were never replaced.
  return fates.get(earlier)?.replacedBy != null && successorsOf(earlier, fates).includes(id);
}

/**
 * Whether a key was revoked or has expired, and no key that works took its place: what belonged to it belongs to that one, also when the old key is
 * revoked once all clients have the new one. A key that is not known has not ended: it may be new.
 */
export function hasEnded(id: string, fates: KeyFates, now: number): boolean {
  if (!fates.has(id)) return false;
  return [id, ...successorsOf(id, fates)].every((each) => {
    const { isRevoked, expiresAt } = fates.get(each) as KeyFate;
    return isRevoked || now >= expiresAt;
  });
}

/** Those that are known, the next one first. Each once: a store that was edited by hand may lead in a circle. */
function successorsOf(id: string, fates: KeyFates): readonly string[] {
  const found = new Set<string>();
  for (let next = fates.get(id)?.replacedBy; next && fates.has(next) && !found.has(next); ) {
    found.add(next);
    next = fates.get(next)?.replacedBy;
  }
  return [...found];
}
