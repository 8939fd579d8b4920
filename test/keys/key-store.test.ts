import { execFile, execFileSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { issueKey, keyStatus, revokeKey, rotateKey } from "../../src/keys/issue.ts";
import { KeyStore, keysAtAGlance } from "../../src/keys/key-store.ts";
import { tokenHash } from "../../src/keys/token.ts";

const NOW = new Date("2026-11-15T12:00:00Z");
const HOUR = 3_600_000;
const REQUEST = { name: "Mercy", states: ["ca", "fl"], expiresAt: null, lookupsPerMinute: null };

let folder: string;
let file: string;
let store: KeyStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-keys-"));
  file = join(folder, "keys.db");
  store = new KeyStore(file);
});

afterEach(() => {
  store.close();
  rmSync(folder, { recursive: true });
});

test("a key is found again with everything but its token", () => {
  const { key, token } = issueKey(store, { ...REQUEST, lookupsPerMinute: 60 }, NOW);
  expect(store.find(key.id)).toEqual({
    id: expect.stringMatching(/^key_[0-9A-Za-z]{12}$/),
    name: "Mercy",
    states: ["ca", "fl"],
    lastFour: token.slice(-4),
    createdAt: "2026-11-15T12:00:00.000Z",
    expiresAt: null,
    revokedAt: null,
    lookupsPerMinute: 60,
  });
  expect(store.usable().get(tokenHash(token))).toEqual(key);
});

test("keys are seen at a glance while the store is open, and a glance makes no store", () => {
  const { key } = issueKey(store, REQUEST, NOW);
  expect(keysAtAGlance(file)).toEqual([key]);
  const missing = join(folder, "missing.db");
  expect(() => keysAtAGlance(missing)).toThrow();
  expect(existsSync(missing)).toBe(false);
});

test("the token is nowhere in the files", () => {
  const { token } = issueKey(store, REQUEST, NOW);
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(token.slice(8))).toBe(false);
  }
});

test("only the owner may read the file, and there is no other, which a copy of it could lack", () => {
  issueKey(store, REQUEST, NOW);
  expect(readdirSync(folder)).toEqual(["keys.db"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a revoked key is no longer usable, and stays in the list", () => {
  const { key } = issueKey(store, REQUEST, NOW);
  revokeKey(store, key.id, NOW);
  expect(store.usable().size).toBe(0);
  expect(store.list().map((each) => keyStatus(each, NOW))).toEqual(["revoked"]);
});

test("a key that is revoked twice keeps the time of the first", () => {
  const { key } = issueKey(store, REQUEST, NOW);
  revokeKey(store, key.id, NOW);
  expect(revokeKey(store, key.id, new Date(NOW.getTime() + HOUR)).revokedAt).toBe(NOW.toISOString());
});

test("an unknown key is told with the remedy", () => {
  expect(() => revokeKey(store, "key_none", NOW)).toThrow(/There is no key key_none.*keys list/);
});

test("a rotated key has the same scope, and the old one ends after the overlap", () => {
  const { key: old } = issueKey(store, { ...REQUEST, lookupsPerMinute: 60 }, NOW);
  const { key } = rotateKey(store, old.id, 24 * HOUR, NOW);
  expect(key).toMatchObject({ name: "Mercy", states: ["ca", "fl"], lookupsPerMinute: 60, expiresAt: null });
  expect(store.find(old.id)?.expiresAt).toBe("2026-11-16T12:00:00.000Z");
});

test("the overlap never prolongs a key that ends sooner", () => {
  const { key: old } = issueKey(store, { ...REQUEST, expiresAt: new Date(NOW.getTime() + HOUR) }, NOW);
  rotateKey(store, old.id, 24 * HOUR, NOW);
  expect(store.find(old.id)?.expiresAt).toBe("2026-11-15T13:00:00.000Z");
});

test("a rotated key lives as long as the old one was meant to", () => {
  const { key: old } = issueKey(store, { ...REQUEST, expiresAt: new Date(NOW.getTime() + 48 * HOUR) }, NOW);
  const dayLater = new Date(NOW.getTime() + 24 * HOUR);
  expect(rotateKey(store, old.id, HOUR, dayLater).key.expiresAt).toBe("2026-11-18T12:00:00.000Z");
});

test("a key that does not work any more, or was rotated before, is not rotated", () => {
  const { key: old } = issueKey(store, REQUEST, NOW);
  const { key } = rotateKey(store, old.id, 24 * HOUR, NOW);
  expect(() => rotateKey(store, old.id, HOUR, NOW)).toThrow(`was replaced by ${key.id} before; rotate that one`);
  revokeKey(store, key.id, NOW);
  expect(() => rotateKey(store, key.id, HOUR, NOW)).toThrow("is revoked and cannot be rotated");
  expect(store.list()).toHaveLength(2);
});

test("a file of a newer format is refused and left alone", () => {
  const newer = join(folder, "newer.db");
  const database = new Database(newer);
  database.pragma("user_version = 7");
  database.close();
  expect(() => new KeyStore(newer)).toThrow(/written by a newer Ratebook \(format 7, this one knows 1\)/);
});

describe("a file that is damaged is refused, named and left alone", () => {
  const damaged = () => join(folder, "damaged.db");

  /** A store of several pages. */
  function manyKeys(): Buffer {
    store.together(() => {
      for (let count = 0; count < 200; count += 1) issueKey(store, REQUEST, NOW);
    });
    store.close();
    store = new KeyStore(file);
    return readFileSync(file);
  }

  test.each([
    ["random bytes", () => Buffer.from("no keys at all ".repeat(1_000))],
    ["cut off after the first page", () => manyKeys().subarray(0, 4_096)],
    ["cut off in the last page", () => manyKeys().subarray(0, -100)],
    ["overwritten in the middle", () => manyKeys().fill(7, 9_000, 13_000)],
  ])("%s", (_what, content) => {
    const bytes = content();
    writeFileSync(damaged(), bytes);
    // In one line, whatever SQLite says.
    expect(() => new KeyStore(damaged())).toThrow(
      /^.*damaged\.db cannot be used \([^*\n]+\)\. Mend the cause .* put back a copy[^\n]*$/,
    );
    expect(readFileSync(damaged()).equals(bytes)).toBe(true);
  });

  test.skipIf(process.platform === "win32")("a FIFO, at once", () => {
    execFileSync("mkfifo", [damaged()]);
    expect(() => new KeyStore(damaged())).toThrow(/damaged\.db cannot be used \(it is a FIFO\)/);
  });

  test("a folder", () => {
    mkdirSync(damaged());
    expect(() => new KeyStore(damaged())).toThrow(/damaged\.db cannot be used \(it is a folder\)/);
  });

  test("an empty file: where keys may have been, no new store is made", () => {
    writeFileSync(damaged(), "");
    expect(() => new KeyStore(damaged())).toThrow(/damaged\.db cannot be used \(it is empty\)\. .*put back a copy/);
    expect(statSync(damaged()).size).toBe(0);
  });
});

describe("a store of an earlier version, which has a write-ahead log,", () => {
  const EARLIER = () => join(folder, "earlier.db");

  function madeEarlier(): string {
    store.close();
    copyFileSync(file, EARLIER());
    store = new KeyStore(file);
    const earlier = new Database(EARLIER());
    earlier.pragma("journal_mode = WAL");
    earlier.close();
    return EARLIER();
  }

  test("is used as it is while somebody else has it open, and gives up the log afterwards", () => {
    const { key } = issueKey(store, REQUEST, NOW);
    const other = new Database(madeEarlier());
    other.prepare("SELECT * FROM keys").all();
    const meanwhile = new KeyStore(EARLIER());
    issueKey(meanwhile, REQUEST, NOW);
    expect(meanwhile.list()).toHaveLength(2);
    meanwhile.close();
    other.close();
    const alone = new KeyStore(EARLIER());
    expect(alone.find(key.id)).toEqual(key);
    expect(readdirSync(folder).filter((name) => name.startsWith("earlier"))).toEqual(["earlier.db"]);
    alone.close();
  });
});

test("several processes make keys in a new home at once", async () => {
  const run = promisify(execFile);
  const home = join(folder, "shared");
  const command = ["keys", "create", "--home", home, "--name", "many", "--states", "ca", "--json"];
  const launcher = new URL("../../bin/ratebook", import.meta.url).pathname;
  const made = await Promise.all(Array.from({ length: 8 }, () => run(launcher, command)));
  const ids = made.map(({ stdout }) => (JSON.parse(stdout) as { id: string }).id);
  const shared = new KeyStore(join(home, "keys.db"));
  expect(new Set(shared.list().map(({ id }) => id))).toEqual(new Set(ids));
  expect(new Set(ids).size).toBe(8);
  shared.close();
});
