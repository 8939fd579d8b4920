import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { issueKey, revokeKey, rotateKey } from "../../src/keys/issue.ts";
import { LOOKS_OUT_OF_TURN_MAX, WatchedKeyRing } from "../../src/keys/key-ring.ts";
import { KeyStore } from "../../src/keys/key-store.ts";
import { mintToken } from "../../src/keys/token.ts";

const REQUEST = { name: "Mercy", states: ["ca"], expiresAt: null, lookupsPerMinute: null };
const START = Date.parse("2026-11-15T12:00:00Z");
const HOUR = 3_600_000;

/** Generous, for a busy machine; looking every quarter of a second makes it one second (key-ring.ts). */
const SOON = { timeout: 10_000, interval: 20 };

let folder: string;
let now: number;
let store: KeyStore;
let rings: WatchedKeyRing[];

function ring(): WatchedKeyRing {
  const onFailure = (error: unknown) => expect.fail(String(error));
  const made = new WatchedKeyRing(new KeyStore(join(folder, "keys.db")), { onFailure, now: () => now });
  rings.push(made);
  return made;
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-ring-"));
  now = START;
  rings = [];
  store = new KeyStore(join(folder, "keys.db"));
});

afterEach(() => {
  for (const each of rings) each.close();
  store.close();
  rmSync(folder, { recursive: true });
});

test("a token stands for its key, at first sight and later", () => {
  const { key, token } = issueKey(store, REQUEST, new Date(now));
  const keys = ring();
  expect(keys.authenticate(token)).toEqual(key);
  expect(keys.authenticate(token)).toEqual(key);
});

test.each(["", "rb_live_", "Bearer x", "rb_live_\u0000", "a".repeat(100_000)])("%.20j is unknown", (token) => {
  expect(ring().authenticate(token)).toBeNull();
});

test("a well-formed token that was never issued is unknown", () => {
  expect(ring().authenticate(mintToken())).toBeNull();
});

test("an expired key is unknown from the very moment on, though it was in use", () => {
  const { token } = issueKey(store, { ...REQUEST, expiresAt: new Date(START + HOUR) }, new Date(START));
  const keys = ring();
  now = START + HOUR - 1;
  expect(keys.authenticate(token)).not.toBeNull();
  now = START + HOUR;
  expect(keys.authenticate(token)).toBeNull();
});

test("a key made elsewhere is known at once", () => {
  const keys = ring();
  expect(keys.authenticate(mintToken())).toBeNull();
  const { key, token } = issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(token)).toEqual(key);
});

test("a flood of unknown tokens does not make it look all the time; a key made meanwhile is soon known, and one made later at once", async () => {
  const looked = vi.spyOn(KeyStore.prototype, "version", "get");
  const keys = ring();
  looked.mockClear();
  for (let count = 0; count < LOOKS_OUT_OF_TURN_MAX + 50; count += 1) keys.authenticate(mintToken());
  expect(looked).toHaveBeenCalledTimes(LOOKS_OUT_OF_TURN_MAX);
  looked.mockRestore();
  const { token } = issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(token)).toBeNull();
  await vi.waitFor(() => expect(keys.authenticate(token)).not.toBeNull(), SOON);
  const later = issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(later.token)).toEqual(later.key);
});

test("tokens that cannot be one never make it look", () => {
  const looked = vi.spyOn(KeyStore.prototype, "version", "get");
  const keys = ring();
  looked.mockClear();
  for (let count = 0; count < 10; count += 1) keys.authenticate(`rb_live_${count}`);
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
});

test("a key revoked elsewhere is soon unknown to every ring, though it was in use", async () => {
  const { key, token } = issueKey(store, REQUEST, new Date(now));
  const several = [ring(), ring(), ring()];
  for (const keys of several) expect(keys.authenticate(token)).not.toBeNull();
  revokeKey(store, key.id, new Date(now));
  await vi.waitFor(() => {
    for (const keys of several) expect(keys.authenticate(token)).toBeNull();
  }, SOON);
});

test("both keys of a rotation work during the overlap, and only the new one after it", () => {
  const old = issueKey(store, REQUEST, new Date(now));
  const keys = ring();
  const next = rotateKey(store, old.key.id, HOUR, new Date(now));
  expect(keys.authenticate(next.token)).not.toBeNull();
  expect(keys.authenticate(old.token)).not.toBeNull();
  now = START + HOUR;
  expect(keys.authenticate(old.token)).toBeNull();
  expect(keys.authenticate(next.token)).not.toBeNull();
});

test("more keys than are remembered still work", () => {
  const tokens = store.together(() =>
    Array.from({ length: 1_100 }, () => issueKey(store, REQUEST, new Date(now)).token),
  );
  const keys = ring();
  for (const token of [...tokens, ...tokens]) expect(keys.authenticate(token)).not.toBeNull();
});

test("the keys known so far stay in use when the store cannot be read, which is said once", async () => {
  const { token } = issueKey(store, REQUEST, new Date(now));
  const broken = new KeyStore(join(folder, "keys.db"));
  const onFailure = vi.fn();
  const keys = new WatchedKeyRing(broken, { onFailure, now: () => now });
  broken.close();
  await vi.waitFor(() => expect(onFailure).toHaveBeenCalled(), SOON);
  await wait(600);
  expect(onFailure).toHaveBeenCalledTimes(1);
  expect(keys.authenticate(token)).not.toBeNull();
  keys.close();
});
