import { copyFileSync, existsSync, mkdtempSync, renameSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mintToken } from "../../src/keys/api-key.ts";
import { issueKey, revokeKey, rotateKey } from "../../src/keys/issue.ts";
import { KeyFile } from "../../src/keys/key-file.ts";
import { LOOKS_OUT_OF_TURN_MAX, LOST_STORE_GRACE_MILLISECONDS, WatchedKeyRing } from "../../src/keys/key-ring.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { SOON } from "../support/waiting.ts";

const REQUEST = { name: "Mercy", states: ["ca"], expiresAt: null, lookupsPerMinute: null };
const START = Date.parse("2026-11-15T12:00:00Z");
const HOUR = 3_600_000;

const notices = { onMissing: vi.fn(), onUnreadable: vi.fn(), onReopened: vi.fn() };

let folder: string;
let file: string;
let now: number;
let elapsed: number;
let store: SqliteKeyStore;
let rings: WatchedKeyRing[];

function ring(): WatchedKeyRing {
  const made = new WatchedKeyRing(file, { ...notices, now: () => now, elapsed: () => elapsed });
  rings.push(made);
  return made;
}

/** As an operator does with `mv`. */
function putInPlace(other: string): void {
  renameSync(other, file);
}

/** Another store with a key of its own. */
async function otherStore(): Promise<{ readonly path: string; readonly token: string }> {
  const path = join(folder, "other.db");
  const other = new SqliteKeyStore(path);
  const { token } = await issueKey(other, REQUEST, new Date(now));
  await other.close();
  return { path, token };
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-ring-"));
  file = join(folder, "keys.db");
  now = START;
  elapsed = 0;
  rings = [];
  store = new SqliteKeyStore(file);
  for (const each of Object.values(notices)) each.mockReset();
});

afterEach(async () => {
  for (const each of rings) each.close();
  await store.close();
  rmSync(folder, { recursive: true });
});

test("a token stands for its key, at first sight and later", async () => {
  const { key, token } = await issueKey(store, REQUEST, new Date(now));
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

test("an expired key is unknown from the very moment on, though it was in use", async () => {
  const { token } = await issueKey(store, { ...REQUEST, expiresAt: new Date(START + HOUR) }, new Date(START));
  const keys = ring();
  now = START + HOUR - 1;
  expect(keys.authenticate(token)).not.toBeNull();
  now = START + HOUR;
  expect(keys.authenticate(token)).toBeNull();
});

test("a key made elsewhere is known at once", async () => {
  const keys = ring();
  expect(keys.authenticate(mintToken())).toBeNull();
  const { key, token } = await issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(token)).toEqual(key);
});

test("a flood of unknown tokens does not make it look all the time; a key made meanwhile is soon known, and one made later at once", async () => {
  const looked = vi.spyOn(KeyFile.prototype, "version", "get");
  const keys = ring();
  looked.mockClear();
  for (let count = 0; count < LOOKS_OUT_OF_TURN_MAX + 50; count += 1) keys.authenticate(mintToken());
  expect(looked).toHaveBeenCalledTimes(LOOKS_OUT_OF_TURN_MAX);
  looked.mockRestore();
  const { token } = await issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(token)).toBeNull();
  await vi.waitFor(() => expect(keys.authenticate(token)).not.toBeNull(), SOON);
  const later = await issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(later.token)).toEqual(later.key);
});

test("tokens that cannot be one never make it look", () => {
  const looked = vi.spyOn(KeyFile.prototype, "version", "get");
  const keys = ring();
  looked.mockClear();
  for (let count = 0; count < 10; count += 1) keys.authenticate(`rb_live_${count}`);
  expect(looked).not.toHaveBeenCalled();
  looked.mockRestore();
});

test("a key revoked elsewhere is soon unknown to every ring, though it was in use", async () => {
  const { key, token } = await issueKey(store, REQUEST, new Date(now));
  const several = [ring(), ring(), ring()];
  for (const keys of several) expect(keys.authenticate(token)).not.toBeNull();
  await revokeKey(store, key.id, new Date(now));
  await vi.waitFor(() => {
    for (const keys of several) expect(keys.authenticate(token)).toBeNull();
  }, SOON);
});

test("both keys of a rotation work during the overlap, and only the new one after it", async () => {
  const old = await issueKey(store, REQUEST, new Date(now));
  const keys = ring();
  const { issued: next } = await rotateKey(store, old.key.id, HOUR, new Date(now));
  expect(keys.authenticate(next.token)).not.toBeNull();
  expect(keys.authenticate(old.token)).not.toBeNull();
  now = START + HOUR;
  expect(keys.authenticate(old.token)).toBeNull();
  expect(keys.authenticate(next.token)).not.toBeNull();
});

test("more keys than are remembered still work", async () => {
  const tokens = await store.together(async (keys) => {
    const issued: string[] = [];
    for (let count = 0; count < 1_100; count += 1) issued.push((await issueKey(keys, REQUEST, new Date(now))).token);
    return issued;
  });
  const keys = ring();
  for (const token of [...tokens, ...tokens]) expect(keys.authenticate(token)).not.toBeNull();
});

test("nothing is told about a store that is only changed", async () => {
  const keys = ring();
  const { key, token } = await issueKey(store, REQUEST, new Date(now));
  expect(keys.authenticate(token)).not.toBeNull();
  await revokeKey(store, key.id, new Date(now));
  await vi.waitFor(() => expect(keys.authenticate(token)).toBeNull(), SOON);
  for (const each of Object.values(notices)) expect(each).not.toHaveBeenCalled();
});

test("of a store that is replaced, the new keys soon work and the old ones do not, which is told once", async () => {
  const { token } = await issueKey(store, REQUEST, new Date(now));
  const other = await otherStore();
  const keys = ring();
  expect(keys.authenticate(token)).not.toBeNull();
  putInPlace(other.path);
  await vi.waitFor(() => expect(keys.authenticate(other.token)).not.toBeNull(), SOON);
  expect(keys.authenticate(token)).toBeNull();
  await wait(600);
  expect(notices.onReopened).toHaveBeenCalledTimes(1);
  expect(notices.onMissing).not.toHaveBeenCalled();
  // What is done to the new one later counts too.
  const later = new SqliteKeyStore(file);
  const made = await issueKey(later, REQUEST, new Date(now));
  await later.close();
  expect(keys.authenticate(made.token)).not.toBeNull();
});

test("a copy that is written over the store counts as well", async () => {
  const { token } = await issueKey(store, REQUEST, new Date(now));
  const other = await otherStore();
  const keys = ring();
  await store.close();
  copyFileSync(other.path, file);
  await vi.waitFor(() => expect(keys.authenticate(other.token)).not.toBeNull(), SOON);
  expect(keys.authenticate(token)).toBeNull();
  expect(notices.onReopened).toHaveBeenCalledTimes(1);
  store = new SqliteKeyStore(file);
});

test.each([
  ["gone", () => rmSync(file), notices.onMissing],
  ["damaged", () => writeFileSync(file, "no keys at all ".repeat(1_000)), notices.onUnreadable],
  ["replaced by something else", () => writeAnew("no keys at all"), notices.onUnreadable],
  ["empty", () => truncateSync(file), notices.onUnreadable],
])(
  "of a store that is %s, the known keys work for ten seconds and nobody is answered after that, until it is back",
  async (_what, harm, onFailing) => {
    const { token } = await issueKey(store, REQUEST, new Date(now));
    await store.close();
    copyFileSync(file, join(folder, "backup.db"));
    const keys = ring();
    expect(keys.authenticate(token)).not.toBeNull();
    harm();
    await vi.waitFor(() => expect(onFailing).toHaveBeenCalled(), SOON);
    elapsed = LOST_STORE_GRACE_MILLISECONDS - 1;
    expect([keys.authenticate(token)?.name, keys.isLost]).toEqual(["Mercy", false]);
    elapsed = LOST_STORE_GRACE_MILLISECONDS;
    expect(keys.isLost).toBe(true);
    await wait(600);
    expect(notices.onMissing.mock.calls.length + notices.onUnreadable.mock.calls.length).toBe(1);

    putInPlace(join(folder, "backup.db"));
    await vi.waitFor(() => expect(keys.isLost).toBe(false), SOON);
    expect(keys.authenticate(token)).not.toBeNull();
    expect(notices.onReopened).toHaveBeenCalledTimes(1);
    store = new SqliteKeyStore(file);
  },
);

test("a store that is gone is not made anew by looking for it", async () => {
  const keys = ring();
  await store.close();
  rmSync(file);
  await vi.waitFor(() => expect(notices.onMissing).toHaveBeenCalled(), SOON);
  keys.authenticate(mintToken());
  await wait(600);
  expect(existsSync(file)).toBe(false);
  store = new SqliteKeyStore(file);
});

test("somebody who is changing the store, however long, does not keep known keys from working or anybody waiting", async () => {
  const { token } = await issueKey(store, REQUEST, new Date(now));
  const keys = ring();
  const slow = new Database(file);
  slow.exec("BEGIN EXCLUSIVE");
  // A change of keys waits ten seconds for another. 50 requests that waited as long would exceed the limit of a test.
  for (let count = 0; count < 50; count += 1) keys.authenticate(mintToken());
  await wait(600);
  elapsed = LOST_STORE_GRACE_MILLISECONDS;
  expect([keys.authenticate(token)?.name, keys.isLost]).toEqual(["Mercy", false]);
  for (const each of Object.values(notices)) expect(each).not.toHaveBeenCalled();
  slow.close();
});

function writeAnew(content: string): void {
  writeFileSync(`${file}.other`, content);
  putInPlace(`${file}.other`);
}

test("a key succeeds those that it replaced, and none of them it", async () => {
  const first = await issueKey(store, REQUEST, new Date(now));
  const second = (await rotateKey(store, first.key.id, HOUR, new Date(now))).issued;
  const third = (await rotateKey(store, second.key.id, HOUR, new Date(now))).issued;
  const other = await issueKey(store, REQUEST, new Date(now));
  const keys = ring();
  const ids = [first, second, third].map(({ key }) => key.id) as [string, string, string];
  expect(keys.succeeds(ids[2], ids[0])).toBe(true);
  expect(keys.succeeds(ids[1], ids[0])).toBe(true);
  expect(keys.succeeds(ids[0], ids[1])).toBe(false);
  expect(keys.succeeds(ids[0], ids[0])).toBe(false);
  expect(keys.succeeds(other.key.id, ids[0])).toBe(false);
  expect(keys.succeeds(ids[0], "key_unknown")).toBe(false);
});

test("a refused token is unknown, expired or revoked", async () => {
  const expiring = await issueKey(store, { ...REQUEST, expiresAt: new Date(START + HOUR) }, new Date(now));
  const revoked = await issueKey(store, REQUEST, new Date(now));
  await revokeKey(store, revoked.key.id, new Date(now));
  const keys = ring();
  now = START + HOUR;
  const tokens = [mintToken(), "no token", "", expiring.token, revoked.token];
  expect(tokens.map((token) => keys.refusalOf(token))).toEqual(["unknown", "unknown", "unknown", "expired", "revoked"]);
});

test("keys that expire are those that work and that no working key replaces", async () => {
  const inHours = (hours: number) => ({ ...REQUEST, expiresAt: new Date(START + hours * HOUR) });
  await issueKey(store, REQUEST, new Date(now));
  await issueKey(store, inHours(1), new Date(now));
  await issueKey(store, inHours(5), new Date(now));
  const rotated = await issueKey(store, inHours(9), new Date(now));
  const next = (await rotateKey(store, rotated.key.id, 2 * HOUR, new Date(now))).issued;
  const revoked = await issueKey(store, inHours(3), new Date(now));
  await revokeKey(store, revoked.key.id, new Date(now));
  const keys = ring();
  now = START + HOUR;
  const hours = () => keys.millisecondsToExpiry.map((milliseconds) => milliseconds / HOUR).sort((a, b) => a - b);
  // The one that replaces another expires when that one did.
  expect(hours()).toEqual([4, 8]);
  // The old key is on its own again.
  await revokeKey(store, next.key.id, new Date(now));
  await vi.waitFor(() => expect(hours()).toEqual([1, 4]), SOON);
});

test("a key has ended when it is revoked or expired, and none that works took its place", async () => {
  const expiresAt = new Date(START + HOUR);
  const rotated = await issueKey(store, REQUEST, new Date(now));
  const next = (await rotateKey(store, rotated.key.id, HOUR, new Date(now))).issued;
  const expiring = await issueKey(store, { ...REQUEST, expiresAt }, new Date(now));
  const revoked = await issueKey(store, REQUEST, new Date(now));
  await revokeKey(store, revoked.key.id, new Date(now));
  const keys = ring();
  const all = [rotated, next, expiring, revoked].map(({ key }) => key.id);
  const ended = () => all.map((id) => keys.hasEnded(id));
  expect(ended()).toEqual([false, false, false, true]);
  now = START + HOUR;
  expect(ended()).toEqual([false, false, true, true]);
  // One that this process has not heard of yet may be new.
  expect(keys.hasEnded("key_unknown")).toBe(false);
  // As is done once all clients have the new one.
  await revokeKey(store, rotated.key.id, new Date(now));
  expect(keys.authenticate(rotated.token)).toBeNull();
  expect(ended()).toEqual([false, false, true, true]);
  await revokeKey(store, next.key.id, new Date(now));
  await vi.waitFor(() => expect(ended()).toEqual([true, true, true, true]), SOON);
});
