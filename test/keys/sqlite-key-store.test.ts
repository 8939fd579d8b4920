import { execFile, execFileSync } from "node:child_process";
import {
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
import { issueKey } from "../../src/keys/issue.ts";
import { keysAtAGlance, rightsRemedy } from "../../src/keys/key-file.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { RATEBOOK } from "../cli/support/ratebook.ts";
import { keyStoreContract, NOW, REQUEST } from "./support/key-store-contract.ts";

let folder: string;
let file: string;
let store: SqliteKeyStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "ratebook-keys-"));
  file = join(folder, "keys.db");
  store = new SqliteKeyStore(file);
});

afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

let stores = 0;
keyStoreContract("a store in SQLite", async () => {
  stores += 1;
  const shared = join(folder, `shared-${stores}.db`);
  return { one: new SqliteKeyStore(shared), other: new SqliteKeyStore(shared) };
});

test("keys are seen at a glance while the store is open, and a glance makes no store", async () => {
  const { key } = await issueKey(store, REQUEST, NOW);
  expect(keysAtAGlance(file)).toEqual([key]);
  const missing = join(folder, "missing.db");
  expect(() => keysAtAGlance(missing)).toThrow();
  expect(existsSync(missing)).toBe(false);
});

test("the token is nowhere in the files", async () => {
  const { token } = await issueKey(store, REQUEST, NOW);
  for (const name of readdirSync(folder)) {
    expect(readFileSync(join(folder, name)).includes(token.slice(8))).toBe(false);
  }
});

test("only the owner may read the file, and there is no other, which a copy of it could lack", async () => {
  await issueKey(store, REQUEST, NOW);
  expect(readdirSync(folder)).toEqual(["keys.db"]);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("a file of a newer format is refused and left alone", () => {
  const newer = join(folder, "newer.db");
  const database = new Database(newer);
  database.pragma("user_version = 7");
  database.close();
  expect(() => new SqliteKeyStore(newer)).toThrow(/written by a newer Ratebook \(format 7, this one knows 1\)/);
});

describe("a file that is damaged is refused, named and left alone", () => {
  const damaged = () => join(folder, "damaged.db");

  /** A store of several pages. */
  async function manyKeys(): Promise<Buffer> {
    await store.together(async (keys) => {
      for (let count = 0; count < 200; count += 1) await issueKey(keys, REQUEST, NOW);
    });
    await store.close();
    store = new SqliteKeyStore(file);
    return readFileSync(file);
  }

  test.each([
    ["random bytes", async () => Buffer.from("no keys at all ".repeat(1_000))],
    ["cut off after the first page", async () => (await manyKeys()).subarray(0, 4_096)],
    ["cut off in the last page", async () => (await manyKeys()).subarray(0, -100)],
    ["overwritten in the middle", async () => (await manyKeys()).fill(7, 9_000, 13_000)],
  ])("%s", async (_what, content) => {
    const bytes = await content();
    writeFileSync(damaged(), bytes);
    // In one line, whatever SQLite says.
    expect(() => new SqliteKeyStore(damaged())).toThrow(
      /^.*damaged\.db cannot be used \([^*\n]+\)\. Fix the cause .* put back a copy[^\n]*$/,
    );
    expect(readFileSync(damaged()).equals(bytes)).toBe(true);
  });

  test.skipIf(process.platform === "win32")("a FIFO, at once", () => {
    execFileSync("mkfifo", [damaged()]);
    expect(() => new SqliteKeyStore(damaged())).toThrow(/damaged\.db cannot be used \(it is a FIFO\)/);
  });

  test("a folder", () => {
    mkdirSync(damaged());
    expect(() => new SqliteKeyStore(damaged())).toThrow(/damaged\.db cannot be used \(it is a folder\)/);
  });

  test("an empty file: where keys may have been, no new store is made", () => {
    writeFileSync(damaged(), "");
    expect(() => new SqliteKeyStore(damaged())).toThrow(
      /damaged\.db cannot be used \(it is empty\)\. .*put back a copy/,
    );
    expect(statSync(damaged()).size).toBe(0);
  });
});

describe("rights", () => {
  const denied = (code: string) => Object.assign(new Error("permission denied"), { code });

  test("that keep the owner out have a remedy of their own, and so has a file of another user", () => {
    const file = join(folder, "keys.db");
    writeFileSync(file, "");
    for (const code of ["EACCES", "EPERM"]) expect(rightsRemedy(file, denied(code))).toContain(`"chmod 600 ${file}"`);
    // As in a folder of another user, where the file cannot even be seen.
    const unseen = join(folder, "of-another", "keys.db");
    expect(rightsRemedy(unseen, denied("EACCES"))).toContain(`"chown -R USER ${join(folder, "of-another")}"`);
  });

  test("are not the cause of other errors", () => {
    const file = join(folder, "keys.db");
    writeFileSync(file, "");
    for (const code of ["ENOSPC", "SQLITE_CORRUPT", "SQLITE_CANTOPEN", "SQLITE_READONLY"]) {
      expect(rightsRemedy(file, denied(code))).toBeNull();
    }
  });
});

test("several processes make keys in a new home at once", async () => {
  const run = promisify(execFile);
  const home = join(folder, "shared");
  const command = ["keys", "create", "--home", home, "--name", "many", "--states", "ca", "--json"];
  const made = await Promise.all(Array.from({ length: 4 }, () => run(RATEBOOK, command)));
  const ids = made.map(({ stdout }) => (JSON.parse(stdout) as { id: string }).id);
  const shared = new SqliteKeyStore(join(home, "keys.db"));
  expect(new Set((await shared.list()).map(({ key }) => key.id))).toEqual(new Set(ids));
  expect(new Set(ids).size).toBe(4);
  await shared.close();
});
