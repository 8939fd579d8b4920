import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mirrorKeys } from "../../src/keys/merge-keys.ts";
import { PostgresKeyStore } from "../../src/keys/postgres-key-store.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { Database } from "../../src/nodes/database/database.ts";
import { openHome } from "../../src/serve/operations/home.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { createKey, ratebook } from "./support/ratebook.ts";

const folder = temporaryFolder();
const untouched = join(folder.path, "untouched");
let server: OwnDatabase;
let url: string;

beforeAll(async () => {
  server = await ownDatabase("template1");
  url = server.url.replace("postgres@", "postgres:secret@");
});

afterAll(async () => {
  await server.remove();
  folder.remove();
});

/** A command about keys of the database; its home stays untouched. */
async function shared(...args: string[]) {
  const ended = await ratebook([...args, "--database", url, "--home", untouched]);
  expect(ended.stderr).not.toContain("secret");
  return ended;
}

test("keys of a database are made, listed, rotated and revoked, and the home is not touched", async () => {
  const made = await shared("keys", "create", "--name", "Mercy", "--states", "ca,ny", "--json");
  expect(made.code).toBe(0);
  const { id, key } = JSON.parse(made.stdout) as { id: string; key: string };
  expect(key).toMatch(/^rb_live_/);

  const rotated = JSON.parse((await shared("keys", "rotate", id, "--json")).stdout) as { id: string };
  const revoked = await shared("keys", "revoke", id);
  expect([revoked.code, revoked.stdout]).toEqual([
    0,
    `Key ${id} (Mercy) is revoked. Nodes refuse it within two seconds.\n`,
  ]);
  const listed = JSON.parse((await shared("keys", "list", "--json")).stdout);
  expect(listed).toMatchObject([
    { id, status: "revoked", states: ["ca", "ny"] },
    { id: rotated.id, status: "active" },
  ]);
  const byVariable = await ratebook(["keys", "list", "--json"], { RATEBOOK_DATABASE_URL: url });
  expect(JSON.parse(byVariable.stdout)).toEqual(listed);
  const unknown = await shared("keys", "revoke", "key_none");
  expect([unknown.code, unknown.stderr]).toEqual([
    1,
    'error: There is no key key_none. See "ratebook keys list" for the keys of this database.\n',
  ]);
  expect(existsSync(untouched)).toBe(false);
});

test("what was done is in the database's audit log, whose chain is proved", async () => {
  const entries = JSON.parse((await shared("audit", "list", "--json")).stdout);
  expect(entries).toMatchObject([{ action: "key_created" }, { action: "key_rotated" }, { action: "key_revoked" }]);
  const proved = await shared("audit", "verify");
  expect([proved.code, proved.stdout]).toEqual([0, expect.stringMatching(/^The chain holds: 3 entries/)]);
  const database = new Database(server.url);
  await database.sql`UPDATE ratebook.audit SET line = replace(line, 'Mercy', 'Merci') WHERE sequence = 2`;
  const broken = await shared("audit", "verify");
  expect(broken.code).toBe(1);
  expect(broken.stderr).toMatch(/^error: Line 2 of the audit log of postgres:\/\/127\.0\.0\.1:\d+\/test_\w+ is not as/);
  await database.sql`UPDATE ratebook.audit SET line = replace(line, 'Merci', 'Mercy') WHERE sequence = 2`;
  await database.close();
});

test("keys of a home are brought to the database, and its own file is not overwritten", async () => {
  const home = join(folder.path, "home");
  const file = join(folder.path, "keys.json");
  const { id } = await createKey(home);
  const own = await ratebook(["keys", "export", "--home", home, "--out", join(home, "keys.db")]);
  expect([own.code, own.stderr]).toEqual([1, expect.stringMatching(/keys\.db is the store of the keys and would be/)]);
  const exported = await ratebook(["keys", "export", "--home", home, "--out", file]);
  expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/keys\.json holds 1 key\./)]);
  const imported = await shared("keys", "import", file, "--json");
  expect(JSON.parse(imported.stdout)).toEqual({ file, added: 1, updated: 0, unchanged: 0 });
  const again = await shared("keys", "import", file);
  expect(again.stdout).toBe(`${file}: 0 keys added, 0 updated, 1 unchanged.\n`);
  const listed = JSON.parse((await shared("keys", "list", "--json")).stdout) as { id: string }[];
  expect(listed.map((key) => key.id)).toContain(id);
  const wrong = await shared("keys", "import", join(home, "keys.db"));
  expect([wrong.code, wrong.stderr]).toEqual([
    1,
    expect.stringMatching(/keys\.db cannot be imported, and nothing was/),
  ]);
});

test("a home that mirrors the database takes no keys, and is not served without it", async () => {
  const home = join(folder.path, "node");
  const store = new SqliteKeyStore(openHome(home).keysFile);
  const from = new PostgresKeyStore(new Database(server.url));
  await mirrorKeys(from, store);
  await Promise.all([from.close(), store.close()]);
  const before = readFileSync(join(home, "keys.db"));
  const refused = [1, "", expect.stringMatching(/^error: .*keys\.db holds the keys of a database.*--database.*\n$/)];
  for (const command of [
    ["keys", "create", "--name", "x", "--states", "ca"],
    ["keys", "revoke", "key_none"],
    ["serve", "--release", "none.db", "--port", "0"],
  ]) {
    const { code, stdout, stderr } = await ratebook([...command, "--home", home]);
    expect([code, stdout, stderr]).toEqual(refused);
  }
  expect(readFileSync(join(home, "keys.db")).equals(before)).toBe(true);
  expect((await ratebook(["keys", "list", "--home", home])).code).toBe(0);
});

test("a database that is away, or an address that is none, is told in one sentence", async () => {
  const away = await ratebook(["keys", "list", "--database", "postgres://me:secret@127.0.0.1:1/rates"]);
  expect([away.code, away.stderr]).toEqual([
    1,
    expect.stringMatching(/^error: The database postgres:\/\/127\.0\.0\.1:1\/rates cannot be used \([^\n]+\n$/),
  ]);
  const none = await ratebook(["keys", "list", "--database", "mysql://db/rates"]);
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("such as postgres://ratebook@db.example")]);
});
