import type { StoredKey } from "../../../src/keys/api-key.ts";

/** A key of a store, made up; different numbers have different IDs and tokens. */
export function storedKey(
  number: number,
  about: Partial<StoredKey["key"]> = {},
  replacedBy: string | null = null,
): StoredKey {
  return {
    key: {
      id: `key_number${number}`,
      name: `Clinic ${number}`,
      states: ["ca", "ny"],
      lastFour: "aB3d",
      createdAt: "2026-01-01T00:00:00.000Z",
      expiresAt: null,
      revokedAt: null,
      lookupsPerMinute: null,
      ...about,
    },
    tokenHash: number.toString(16).padStart(64, "0"),
    replacedBy,
  };
}
