import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { databaseLog, verifyChain } from "../../../src/keys/audit-log.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { keysOfDatabase } from "../../../src/serve/operations/database-keys.ts";
import { createKey, endKey, replaceKey } from "../../../src/serve/operations/key-changes.ts";
import type { KeyPlace } from "../../../src/serve/operations/key-place.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";

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
  await expect(endKey(place, key.id)).rejects.toThrow(/audit log is no entry: see "ratebook audit verify --database"/);
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
    GRANT SELECT ON ratebook.migrations TO keys_clerk;
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
