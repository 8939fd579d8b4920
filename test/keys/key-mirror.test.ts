import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { issueKey, revokeKey, rotateKey } from "../../src/keys/issue.ts";
import { WatchedKeyRing } from "../../src/keys/key-ring.ts";
import { mirrorKeys } from "../../src/keys/merge-keys.ts";
import { PostgresKeyStore } from "../../src/keys/postgres-key-store.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { Database } from "../../src/nodes/database/database.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { SOON } from "../support/waiting.ts";
import { HOUR, NOW, REQUEST } from "./support/key-store-contract.ts";

let server: OwnDatabase;
let database: Database;
let shared: PostgresKeyStore;
let folder: string;
let file: string;
let local: SqliteKeyStore;

beforeAll(async () => {
  server = await ownDatabase();
  database = new Database(server.url);
  shared = new PostgresKeyStore(database);
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

beforeEach(async () => {
  await database.sql`TRUNCATE ratebook.keys`;
  folder = mkdtempSync(join(tmpdir(), "ratebook-mirror-"));
  file = join(folder, "keys.db");
  local = new SqliteKeyStore(file);
});

afterEach(async () => {
  await local.close();
  rmSync(folder, { recursive: true });
});

test("keys that come and change in the database do so in the home", async () => {
  const { key } = await issueKey(shared, REQUEST, NOW);
  await issueKey(shared, REQUEST, NOW);
  expect(await mirrorKeys(shared, local)).toEqual({ added: 2, changed: 0, wentBack: [] });
  expect(await local.list()).toEqual(await shared.list());

  await rotateKey(shared, key.id, HOUR, NOW);
  expect(await mirrorKeys(shared, local)).toEqual({ added: 1, changed: 1, wentBack: [] });
  expect(await local.list()).toEqual(await shared.list());
});

test("a database that goes back in time revives no key: what has ended it here stays", async () => {
  const revoked = await issueKey(shared, REQUEST, NOW);
  const rotated = await issueKey(shared, REQUEST, NOW);
  const backup = await shared.list();
  await revokeKey(shared, revoked.key.id, NOW);
  const { issued } = await rotateKey(shared, rotated.key.id, HOUR, NOW);
  await mirrorKeys(shared, local);
  const known = await local.list();

  await shared.change(backup);
  const back = [revoked.key.id, rotated.key.id].toSorted();
  const { wentBack, ...changes } = await mirrorKeys(shared, local);
  expect([wentBack.toSorted(), changes]).toEqual([back, { added: 0, changed: 0 }]);
  expect(await local.list()).toEqual(known);

  // What is new there comes all the same, and what has ended since counts.
  const later = await issueKey(shared, REQUEST, NOW);
  await revokeKey(shared, issued.key.id, NOW);
  expect(await mirrorKeys(shared, local)).toMatchObject({ added: 1, changed: 1 });
  const working = (await local.list()).filter(({ key }) => key.revokedAt === null && key.expiresAt === null);
  expect(working.map(({ key }) => key.id)).toEqual([later.key.id]);
});

test("a database that lacks a key of the mirror, or has another in its place, changes nothing here", async () => {
  const { key } = await issueKey(shared, REQUEST, NOW);
  const kept = await issueKey(shared, REQUEST, NOW);
  await mirrorKeys(shared, local);
  const known = await local.list();

  await database.sql`DELETE FROM ratebook.keys WHERE id = ${key.id}`;
  await revokeKey(shared, kept.key.id, NOW);
  await expect(mirrorKeys(shared, local)).rejects.toThrow(
    new RegExp(`lacks keys that this node has from it: ${key.id}\\. .*keys import.*right --database`),
  );
  await database.sql`TRUNCATE ratebook.keys`;
  await expect(mirrorKeys(shared, local)).rejects.toThrow(/lacks keys that this node has from it: \S+, \S+\. /);
  await shared.add(known.map((stored) => ({ ...stored, tokenHash: `other-${stored.key.id}` })));
  await expect(mirrorKeys(shared, local)).rejects.toThrow(
    /has other keys than this node has from it: .* another token/,
  );
  expect(await local.list()).toEqual(known);

  await database.sql`TRUNCATE ratebook.keys`;
  await shared.add(known);
  expect(await mirrorKeys(shared, local)).toEqual({ added: 0, changed: 0, wentBack: [] });
});

test("nothing is written when nothing has changed", async () => {
  await issueKey(shared, REQUEST, NOW);
  await mirrorKeys(shared, local);
  const before = statSync(file, { bigint: true });
  expect(await mirrorKeys(shared, local)).toEqual({ added: 0, changed: 0, wentBack: [] });
  expect(statSync(file, { bigint: true }).mtimeNs).toBe(before.mtimeNs);
});

test("a ring that watches the home knows what was done in the database", async () => {
  await mirrorKeys(shared, local);
  const notices = { onMissing: vi.fn(), onUnreadable: vi.fn(), onReopened: vi.fn() };
  const ring = new WatchedKeyRing(file, notices);
  const { key, token } = await issueKey(shared, REQUEST, NOW);
  await mirrorKeys(shared, local);
  expect(ring.authenticate(token)).toEqual(key);
  await revokeKey(shared, key.id, NOW);
  await mirrorKeys(shared, local);
  await vi.waitFor(() => expect(ring.authenticate(token)).toBeNull(), SOON);
  for (const each of Object.values(notices)) expect(each).not.toHaveBeenCalled();
  ring.close();
});

test("while keys are changed all the time, the mirror is always as the database was at one moment", async () => {
  // Each change replaces a key and revokes the one before: at every moment two keys at most are not revoked.
  let isOver = false;
  const changes = (async () => {
    let { key } = await issueKey(shared, REQUEST, NOW);
    for (let count = 0; count < 40; count += 1) {
      const old = key.id;
      ({ key } = await shared.together(async (keys) => {
        const { issued } = await rotateKey(keys, old, HOUR, NOW);
        await revokeKey(keys, old, NOW);
        return issued;
      }));
    }
    isOver = true;
  })();
  while (!isOver) {
    await mirrorKeys(shared, local);
    const working = (await local.list()).filter(({ key }) => key.revokedAt === null);
    expect(working.length).toBeLessThanOrEqual(1);
  }
  await changes;
  await mirrorKeys(shared, local);
  expect(await local.list()).toEqual(await shared.list());
  expect(await local.list()).toHaveLength(41);
});

test("a database that is away leaves the mirror as it is", async () => {
  const { key } = await issueKey(shared, REQUEST, NOW);
  await mirrorKeys(shared, local);
  const away = new PostgresKeyStore(new Database("postgres://127.0.0.1:1/rates"));
  await expect(mirrorKeys(away, local)).rejects.toThrow();
  expect(await local.list()).toMatchObject([{ key }]);
  await away.close();
});

test("a home with keys of its own becomes a mirror only when the database has all that it knows", async () => {
  const { key } = await issueKey(local, REQUEST, NOW);
  await expect(mirrorKeys(shared, local)).rejects.toThrow(/has 1 key of its own .*keys export.*keys import/);
  await shared.add(await local.list());
  await revokeKey(local, key.id, NOW);
  // Revoked in the home, and not in the database yet.
  await expect(mirrorKeys(shared, local)).rejects.toThrow(/1 key of its own/);
  expect([local.isMirror, await local.list()]).toMatchObject([false, [{ key: { revokedAt: NOW.toISOString() } }]]);
  await revokeKey(shared, key.id, NOW);
  await mirrorKeys(shared, local);
  expect(local.isMirror).toBe(true);
});
