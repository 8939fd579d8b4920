import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type KeyStore, tokenHash } from "../../../src/keys/api-key.ts";
import { issueKey, keyStatus, revokeKey, rotateKey } from "../../../src/keys/issue.ts";

export const NOW = new Date("2026-11-15T12:00:00Z");
export const HOUR = 3_600_000;
export const REQUEST = { name: "Mercy", states: ["ca", "fl"], expiresAt: null, lookupsPerMinute: null };

/** What every store of keys does, whatever it is made of. `open` gives a store without keys; two at once share theirs. */
export function keyStoreContract(name: string, open: () => Promise<{ one: KeyStore; other: KeyStore }>): void {
  describe(name, () => {
    let store: KeyStore;
    let other: KeyStore;

    beforeEach(async () => {
      ({ one: store, other } = await open());
    });
    afterEach(async () => {
      await store.close();
      await other.close();
    });

    const keyOf = async (id: string) => (await store.find(id))?.key;

    test("a key is found again with everything but its token", async () => {
      const { key, token } = await issueKey(store, { ...REQUEST, lookupsPerMinute: 60 }, NOW);
      const stored = {
        key: {
          id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
          name: "Mercy",
          states: ["ca", "fl"],
          lastFour: token.slice(-4),
          createdAt: "2026-11-15T12:00:00.000Z",
          expiresAt: null,
          revokedAt: null,
          lookupsPerMinute: 60,
        },
        tokenHash: tokenHash(token),
        replacedBy: null,
      };
      expect(await store.find(key.id)).toEqual(stored);
      expect(await other.list()).toEqual([stored]);
      expect(await store.find("key_none")).toBeNull();
    });

    test("times, a limit of 0 and names in any writing come back as they were", async () => {
      const expiresAt = new Date("4764-02-29T23:59:59.999Z");
      const request = {
        name: "Clínica 'Ñ'; DROP TABLE keys -- 東京 \\ \"",
        states: ["ga"],
        expiresAt,
        lookupsPerMinute: 0,
      };
      const { key } = await issueKey(store, request, new Date("2026-11-15T12:00:00.007Z"));
      expect(await keyOf(key.id)).toEqual({
        ...key,
        name: request.name,
        createdAt: "2026-11-15T12:00:00.007Z",
        expiresAt: "4764-02-29T23:59:59.999Z",
        lookupsPerMinute: 0,
      });
    });

    test("keys are listed by their age, and by their ID where that is the same", async () => {
      const later = await issueKey(store, REQUEST, new Date(NOW.getTime() + 1));
      const made = [];
      for (let count = 0; count < 20; count += 1) made.push((await issueKey(store, REQUEST, NOW)).key.id);
      expect((await store.list()).map(({ key }) => key.id)).toEqual([...made.sort(), later.key.id]);
    });

    test("a revoked key stays in the list", async () => {
      const { key } = await issueKey(store, REQUEST, NOW);
      await revokeKey(store, key.id, NOW);
      expect((await other.list()).map((each) => keyStatus(each.key, NOW))).toEqual(["revoked"]);
    });

    test("a key that is revoked twice keeps the time of the first", async () => {
      const { key } = await issueKey(store, REQUEST, NOW);
      await revokeKey(store, key.id, NOW);
      const again = await revokeKey(other, key.id, new Date(NOW.getTime() + HOUR));
      expect([again.revokedAt, (await keyOf(key.id))?.revokedAt]).toEqual([NOW.toISOString(), NOW.toISOString()]);
    });

    test("an unknown key is told with the remedy", async () => {
      await expect(revokeKey(store, "key_none", NOW)).rejects.toThrow(/There is no key key_none.*keys list/);
    });

    test("a rotated key has the same scope, and the old one ends after the overlap", async () => {
      const { key: old } = await issueKey(store, { ...REQUEST, lookupsPerMinute: 60 }, NOW);
      const { issued, old: ending } = await rotateKey(store, old.id, 24 * HOUR, NOW);
      const same = { name: "Mercy", states: ["ca", "fl"], lookupsPerMinute: 60, expiresAt: null };
      expect(issued.key).toMatchObject(same);
      expect(ending.expiresAt).toBe("2026-11-16T12:00:00.000Z");
      expect(await store.find(old.id)).toMatchObject({ key: ending, replacedBy: issued.key.id });
    });

    test("the overlap never prolongs a key that ends sooner", async () => {
      const soon = { ...REQUEST, expiresAt: new Date(NOW.getTime() + HOUR) };
      const { key: old } = await issueKey(store, soon, NOW);
      await rotateKey(store, old.id, 24 * HOUR, NOW);
      expect((await keyOf(old.id))?.expiresAt).toBe("2026-11-15T13:00:00.000Z");
    });

    test("a rotated key lives as long as the old one was meant to", async () => {
      const twoDays = { ...REQUEST, expiresAt: new Date(NOW.getTime() + 48 * HOUR) };
      const { key: old } = await issueKey(store, twoDays, NOW);
      const { issued } = await rotateKey(store, old.id, HOUR, new Date(NOW.getTime() + 24 * HOUR));
      expect(issued.key.expiresAt).toBe("2026-11-18T12:00:00.000Z");
    });

    test("a key that does not work any more, or was rotated before, is not rotated", async () => {
      const { key: old } = await issueKey(store, REQUEST, NOW);
      const { key } = (await rotateKey(store, old.id, 24 * HOUR, NOW)).issued;
      const before = `was replaced by ${key.id} before; rotate that one`;
      await expect(rotateKey(store, old.id, HOUR, NOW)).rejects.toThrow(before);
      await revokeKey(store, key.id, NOW);
      await expect(rotateKey(store, key.id, HOUR, NOW)).rejects.toThrow("is revoked and cannot be rotated");
      expect(await store.list()).toHaveLength(2);
    });

    test("of two rotations at once, in one process or in two, one happens", async () => {
      for (const second of [store, other]) {
        const { key } = await issueKey(store, REQUEST, NOW);
        const before = (await store.list()).length;
        const both = await Promise.allSettled([store, second].map((each) => rotateKey(each, key.id, HOUR, NOW)));
        expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
        const refused = both.find((each) => each.status === "rejected");
        expect(String(refused?.reason)).toMatch(/was replaced by key_\w+ before/);
        expect(await store.list()).toHaveLength(before + 1);
      }
    });

    test("several changes happen all or not at all, and are not seen before", async () => {
      const { key } = await issueKey(store, REQUEST, NOW);
      const failing = store.together(async (keys) => {
        await revokeKey(keys, key.id, NOW);
        await issueKey(keys, REQUEST, NOW);
        expect(await keys.list()).toHaveLength(2);
        expect(await other.list()).toMatchObject([{ key }]);
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      expect(await store.list()).toMatchObject([{ key }]);
    });

    test("a key is not added twice, nor is one changed that is not there", async () => {
      const { key } = await issueKey(store, REQUEST, NOW);
      const [stored] = await store.list();
      if (stored === undefined) throw new Error("no key");
      await expect(store.add([stored])).rejects.toThrow();
      const elsewhere = { ...stored, key: { ...key, id: "key_elsewhere" } };
      await expect(store.add([elsewhere])).rejects.toThrow();
      await expect(store.change([stored, elsewhere])).rejects.toThrow();
      expect(await store.list()).toEqual([stored]);
    });

    test("many keys are added and changed at once, whatever the order of those that name each other", async () => {
      await issueKey(store, REQUEST, NOW);
      const [pattern] = await store.list();
      if (pattern === undefined) throw new Error("no key");
      const many = Array.from({ length: 2_000 }, (_, place) => ({
        key: { ...pattern.key, id: `key_${String(place).padStart(5, "0")}` },
        tokenHash: String(place).padStart(64, "0"),
        replacedBy: place < 1_999 ? `key_${String(place + 1).padStart(5, "0")}` : null,
      }));
      await store.add(many);
      const revoked = many.map((each) => ({ ...each, key: { ...each.key, revokedAt: NOW.toISOString() } }));
      await store.change(revoked);
      const listed = await other.list();
      expect(listed.filter(({ key }) => key.id !== pattern.key.id)).toEqual(revoked);
    });
  });
}
