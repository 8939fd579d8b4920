import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Keys } from "../../../src/keys/api-key.ts";
import { databaseLog, verifyChain } from "../../../src/keys/audit-log.ts";
import { keysAtAGlance } from "../../../src/keys/key-file.ts";
import { mirrorKeys } from "../../../src/keys/merge-keys.ts";
import { PostgresKeyStore } from "../../../src/keys/postgres-key-store.ts";
import { SqliteKeyStore } from "../../../src/keys/sqlite-key-store.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { keysOfDatabase } from "../../../src/serve/operations/database-keys.ts";
import { type Home, homeForImport, openHome } from "../../../src/serve/operations/home.ts";
import {
  createKey,
  endKey,
  exportKeys,
  importKeys,
  readKeysFile,
  replaceKey,
} from "../../../src/serve/operations/key-changes.ts";
import { importedHome, type KeyPlace, keysOfHome, refuseMirrored } from "../../../src/serve/operations/key-place.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { temporaryFolder } from "./support/running-server.ts";

describe("key transfer", () => {
  const REQUEST = { name: "Mercy", states: ["ca", "fl"], expiresAt: null, lookupsPerMinute: 60 };
  const everyKey = (keys: Keys) => keys.list();

  let own: OwnDatabase;
  let database: Database;
  let folder: ReturnType<typeof temporaryFolder>;
  let home: Home;
  let file: string;

  beforeAll(async () => {
    own = await ownDatabase();
    database = new Database(own.url);
  });

  afterAll(async () => {
    await database.close();
    await own.remove();
  });

  beforeEach(async () => {
    await database.sql`TRUNCATE ratebook.keys, ratebook.audit`;
    folder = temporaryFolder();
    home = openHome(join(folder.path, "home"));
    file = join(folder.path, "keys.json");
  });

  afterEach(() => folder.remove());

  /** One of each kind: working, ending, revoked, replaced. */
  async function severalKeys() {
    const place = keysOfHome(home);
    const working = await createKey(place, REQUEST);
    const revoked = await createKey(place, { ...REQUEST, name: "Gone" });
    const replaced = await createKey(place, { ...REQUEST, expiresAt: new Date("2099-01-01") });
    await endKey(place, revoked.key.id);
    await replaceKey(place, replaced.key.id, 60_000);
    return { working, revoked, replaced };
  }

  test("keys go from a home to a database and back with all that is known of them, and never a token", async () => {
    const { working } = await severalKeys();
    expect(await exportKeys(keysOfHome(home), file)).toBe(4);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).not.toContain(working.token.slice(8, 30));

    const shared = keysOfDatabase(own.url);
    expect(await importKeys(shared, readKeysFile(file))).toEqual({ added: 4, updated: 0, unchanged: 0 });
    expect(await importKeys(shared, readKeysFile(file))).toEqual({ added: 0, updated: 0, unchanged: 4 });
    const before = await keysOfHome(home).read(everyKey);
    expect(await shared.read(everyKey)).toEqual(before);

    await exportKeys(shared, file);
    const other = homeForImport(join(folder.path, "other"));
    expect(await importKeys(importedHome(other), readKeysFile(file))).toEqual({ added: 4, updated: 0, unchanged: 0 });
    expect(await keysOfHome(other).read(everyKey)).toEqual(before);
    expect(statSync(other.keysFile).mode & 0o777).toBe(0o600);
    const { entries, broken } = verifyChain(readFileSync(other.auditFile));
    expect([broken, entries]).toMatchObject([null, [{ action: "keys_imported", subject: { added: 4, updated: 0 } }]]);
  });

  test("an old export never revives a key, and a newer one ends it elsewhere", async () => {
    const { working, revoked } = await severalKeys();
    await exportKeys(keysOfHome(home), file);
    const newer = join(folder.path, "newer.json");
    await endKey(keysOfHome(home), working.key.id);
    await exportKeys(keysOfHome(home), newer);
    expect(await importKeys(keysOfHome(home), readKeysFile(file))).toEqual({ added: 0, updated: 0, unchanged: 4 });

    const shared = keysOfDatabase(own.url);
    await importKeys(shared, readKeysFile(file));
    expect(await importKeys(shared, readKeysFile(newer))).toEqual({ added: 0, updated: 1, unchanged: 3 });
    const ended = (await shared.read(everyKey)).filter(({ key }) => key.revokedAt !== null).map(({ key }) => key.id);
    expect(ended.sort()).toEqual([working.key.id, revoked.key.id].sort());
  });

  test("keys that are made while an export runs are all in it or not yet, and the file is always whole", async () => {
    const place = keysOfHome(home);
    let isOver = false;
    const making = (async () => {
      for (let count = 0; count < 30; count += 1) await createKey(place, REQUEST);
      isOver = true;
    })();
    let last = 0;
    while (!isOver) {
      const count = await exportKeys(place, file);
      expect(readKeysFile(file)).toHaveLength(count);
      expect(count).toBeGreaterThanOrEqual(last);
      last = count;
    }
    await making;
    expect(readdirSync(folder.path).sort()).toEqual(["home", "keys.json"]);
  });

  test("a file with faults, or with keys that are others here, changes nothing", async () => {
    await severalKeys();
    await exportKeys(keysOfHome(home), file);
    const before = await keysOfHome(home).read(everyKey);
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replaceAll('"name": "Mercy"', '"name": ""').replaceAll('"fl"', '"FL"'));
    expect(() => readKeysFile(file)).toThrow(
      /keys\.json cannot be imported, and nothing was changed: keys\[0\]\.name is "": expected .*; keys\[0\]\.states is .*; keys\[1\]\.states is /,
    );
    const [first, ...others] = before;
    if (first === undefined) throw new Error("no key");
    const foreign = { ...first, key: { ...first.key, states: ["ca", "fl", "ny", "ga"] } };
    const fresh = { ...first, key: { ...first.key, id: "key_fresh" }, tokenHash: "a".repeat(64), replacedBy: null };
    await expect(importKeys(keysOfHome(home), [fresh, foreign, ...others])).rejects.toThrow(
      /cannot be brought together with those of this home, and nothing was changed: key_\w+ has another list of states here\./,
    );
    expect(await keysOfHome(home).read(everyKey)).toEqual(before);
  });

  test("a home that has lost its keys gets them back, and a failing import leaves it lost", async () => {
    const { working } = await severalKeys();
    await exportKeys(keysOfHome(home), file);
    rmSync(home.keysFile);
    expect(() => openHome(join(folder.path, "home"))).toThrow(/keys\.db is missing/);
    const keys = readKeysFile(file);
    const [first] = keys;
    if (first === undefined) throw new Error("no key");
    await expect(importKeys(importedHome(home), [first, first])).rejects.toThrow();
    expect(readdirSync(join(folder.path, "home")).filter((name) => name.startsWith("keys.db"))).toEqual([]);

    await importKeys(importedHome(home), keys);
    expect(keysAtAGlance(home.keysFile).map(({ id }) => id)).toContain(working.key.id);
    expect(readdirSync(join(folder.path, "home")).filter((name) => name.startsWith("keys.db"))).toEqual(["keys.db"]);
  });

  test("a home that mirrors a database takes no changes, is not served without it, and can be read", async () => {
    const shared = keysOfDatabase(own.url);
    const { key } = await createKey(shared, REQUEST);
    const mirror = new SqliteKeyStore(home.keysFile);
    await mirrorKeys(new PostgresKeyStore(database), mirror);
    await mirror.close();
    const place = keysOfHome(home);
    const refused =
      /keys\.db holds the keys of a database.*name that database with --database, or choose another --home/;
    await expect(createKey(place, REQUEST)).rejects.toThrow(refused);
    await expect(endKey(place, key.id)).rejects.toThrow(refused);
    await expect(importKeys(importedHome(home), [])).rejects.toThrow(refused);
    expect(() => refuseMirrored(home)).toThrow(refused);
    expect(existsSync(home.auditFile)).toBe(false);
    expect(await place.read(everyKey)).toMatchObject([{ key }]);
    expect(await exportKeys(place, file)).toBe(1);
  });

  test("a place that cannot be written is named, and nothing is left there", async () => {
    await severalKeys();
    await expect(exportKeys(keysOfHome(home), folder.path)).rejects.toThrow(/is a folder and stays as it is/);
    await expect(exportKeys(keysOfHome(home), join(folder.path, "none", "k.json"))).rejects.toThrow(
      /there is no folder/,
    );
    await exportKeys(keysOfHome(home), file);
    renameSync(file, `${file}.kept`);
    expect(() => readKeysFile(file)).toThrow(/There is no file .*keys\.json/);
    expect(() => readKeysFile(folder.path)).toThrow(/is a folder, not a file/);
  });
});

describe("database keys", () => {
  const REQUEST = { name: "Mercy", states: ["ca", "fl"], expiresAt: null, lookupsPerMinute: null };

  let own: OwnDatabase;
  let database: Database;
  let place: KeyPlace;

  beforeAll(async () => {
    own = await ownDatabase();
    database = new Database(own.url);
    place = keysOfDatabase(own.url);
  });

  afterAll(async () => {
    await database.close();
    await own.remove();
  });

  beforeEach(async () => {
    await database.sql`TRUNCATE ratebook.keys, ratebook.audit`;
  });

  async function audited() {
    const { entries, broken } = verifyChain(await databaseLog(database.sql));
    expect(broken).toBeNull();
    return entries;
  }

  test("every change is written down in the database, chained, without the token", async () => {
    const made = await createKey(place, REQUEST);
    const { issued } = await replaceKey(place, made.key.id, 0);
    await endKey(place, issued.key.id);
    await endKey(place, issued.key.id);
    expect(await audited()).toMatchObject([
      { sequence: 1, action: "key_created", subject: { key_id: made.key.id, name: "Mercy", host: expect.any(String) } },
      { sequence: 2, action: "key_rotated", subject: { key_id: made.key.id, replaced_by: issued.key.id } },
      { sequence: 3, action: "key_revoked", subject: { key_id: issued.key.id } },
    ]);
    const text = (await databaseLog(database.sql)).toString();
    for (const { token } of [made, issued]) expect(text).not.toContain(token.slice(8, 30));
  });

  test("changes that come together are chained one after the other", async () => {
    await Promise.all(Array.from({ length: 8 }, () => createKey(keysOfDatabase(own.url), REQUEST)));
    expect((await audited()).map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  test("a change that is refused, or cannot be written down, does not happen", async () => {
    const { key } = await createKey(place, REQUEST);
    await expect(endKey(place, "key_none")).rejects.toThrow(/no key key_none.*for the keys of this database/);
    expect(await audited()).toHaveLength(1);
    await database.sql`UPDATE ratebook.audit SET line = 'no entry'`;
    await expect(endKey(place, key.id)).rejects.toThrow(
      /audit log is no entry: see "ratebook audit verify --database"/,
    );
    expect(await place.read((keys) => keys.list())).toMatchObject([{ key }]);
  });

  test("what becomes of a change whose connection is lost is said to be unknown, and where to look", async () => {
    const changing = place.change(async (keys) => {
      await keys.list();
      await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity 
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'idle in transaction'`;
      await keys.list();
      await keys.list();
    });
    await expect(changing).rejects.toThrow(
      /was lost \(.+\), and whether the change was made is not known\. See "ratebook keys list"/,
    );
    await createKey(place, REQUEST);
  });

  test("a role that may not delete a key or change a line of the audit log makes, rotates and revokes keys", async () => {
    await database.sql.unsafe(`
    CREATE ROLE keys_clerk LOGIN;
    GRANT USAGE ON SCHEMA ratebook TO keys_clerk;
    GRANT SELECT ON ratebook.schema_version TO keys_clerk;
    GRANT SELECT, INSERT, UPDATE ON ratebook.keys, ratebook.changes TO keys_clerk;
    GRANT SELECT, INSERT ON ratebook.audit TO keys_clerk;`);
    const asClerk = keysOfDatabase(own.url.replace("postgres@", "keys_clerk@"));
    const { key } = await createKey(asClerk, REQUEST);
    const { issued } = await replaceKey(asClerk, key.id, 0);
    await endKey(asClerk, issued.key.id);
    expect(await audited()).toHaveLength(3);
  });

  test("a database that is away is named without its password", async () => {
    const away = keysOfDatabase("postgres://me:secret@127.0.0.1:1/rates");
    await expect(createKey(away, REQUEST)).rejects.toThrow(
      /^The database postgres:\/\/127\.0\.0\.1:1\/rates cannot be used \((?!.*secret).*\)\. Check --database and the server\.$/,
    );
  });
});
