import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { mirrorKeys } from "../../src/keys/merge-keys.ts";
import { PostgresKeyStore } from "../../src/keys/postgres-key-store.ts";
import { SqliteKeyStore } from "../../src/keys/sqlite-key-store.ts";
import { Database } from "../../src/nodes/database/database.ts";
import { roleNames } from "../../src/nodes/database/roles.ts";
import { openHome } from "../../src/serve/operations/home.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { createKey, ratebook, refused } from "./support/ratebook.ts";

describe("database", () => {
  /* The schema and the roles of a database; that the roles are enough to run nodes is shown by test/docs/scaling.system.test.ts. */

  /** Roles belong to the server, which other tests use too. */
  const PREFIX = `init_${randomUUID().slice(0, 8)}`;
  let made: OwnDatabase;
  let printed: OwnDatabase;
  const open: Database[] = [];

  function connected(url: string): Database {
    // One connection: the SQL that is printed begins and ends a transaction.
    const database = new Database(url, { connections: 1 });
    open.push(database);
    return database;
  }

  beforeAll(async () => {
    [made, printed] = await Promise.all([ownDatabase("template1"), ownDatabase("template1")]);
  });
  afterAll(async () => {
    await Promise.all(open.map((each) => each.close()));
    await made.remove();
    await printed.remove();
    const server = await ownDatabase();
    const superuser = new Database(server.url);
    for (const role of [...roleNames(PREFIX), `${PREFIX}_owner`]) {
      await superuser.sql.unsafe(`DROP ROLE IF EXISTS ${role}`);
    }
    await superuser.close();
    await server.remove();
  });

  const init = (url: string, ...more: string[]) => ratebook(["database", "init", "--database", url, ...more]);

  /** Every column and right of the schema: what the SQL that is printed must make as well. */
  async function contentsOf({ sql }: Database): Promise<unknown> {
    const columns = await sql`
    SELECT table_name, column_name, data_type, column_default FROM information_schema.columns
    WHERE table_schema = 'ratebook' ORDER BY 1, 2`;
    const rights = await sql`
    SELECT grantee, table_name, privilege_type FROM information_schema.role_table_grants
    WHERE table_schema = 'ratebook' ORDER BY 1, 2, 3`;
    const functions = await sql`
    SELECT proname, prosrc FROM pg_proc WHERE pronamespace = 'ratebook'::regnamespace ORDER BY 1`;
    return { columns: [...columns], rights: [...rights], functions: [...functions] };
  }

  describe("database init", () => {
    it("makes the schema, and without --roles no role", async () => {
      const { code, stdout, stderr } = await init(made.url);
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      expect(stdout).toMatch(/^postgres:\/\/\S+ has the schema ratebook\.\n$/);
      const [row] = await connected(made.url).sql`SELECT to_regrole(${`${PREFIX}_node`}) IS NULL AS "isMissing"`;
      expect(row).toEqual({ isMissing: true });
    });

    it("adds the roles later, and may be run again", async () => {
      for (const _ of [1, 2]) {
        const { code, stdout } = await init(made.url, "--roles", PREFIX);
        expect(code).toBe(0);
        expect(stdout).toContain(`${roleNames(PREFIX).join(", ")} have their rights.`);
      }
    });

    it("prints SQL that makes the same, also where some of it is there", async () => {
      const { code, stdout: sql } = await ratebook(["database", "init", "--print", "--roles", PREFIX]);
      expect(code).toBe(0);
      const target = connected(printed.url);
      await target.sql.unsafe(sql);
      const once = await contentsOf(target);
      expect(once).toEqual(await contentsOf(connected(made.url)));
      await target.sql.unsafe(sql);
      expect(await contentsOf(target)).toEqual(once);
      expect((await init(printed.url)).stdout).toContain("has the schema");
    });

    it("says what to do where the role may not make roles, and keeps the schema", async () => {
      const { sql } = connected(made.url);
      await sql.unsafe(`CREATE ROLE ${PREFIX}_owner LOGIN; GRANT USAGE ON SCHEMA ratebook TO ${PREFIX}_owner`);
      await sql.unsafe(`GRANT SELECT ON ratebook.schema_version TO ${PREFIX}_owner`);
      const url = made.url.replace("postgres@", `${PREFIX}_owner@`);
      const { code, stderr } = await init(url, "--roles", `${PREFIX}_other`);
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /^error: The role of postgres:\/\/\S+ may not do that \(.*permission denied.*\)\. Have a superuser/,
      );
      await sql.unsafe(`DROP OWNED BY ${PREFIX}_owner`);
    });

    it.each([
      [[], "Name the database with --database, or add --print to see the SQL."],
      [["--roles", "Robert'); DROP", "--print"], "Expected a name of small letters"],
    ])("refuses %j", async (options, message) => {
      const { code, stderr } = await ratebook(["database", "init", ...options]);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    });
  });
});

describe("shared keys", () => {
  const folder = temporaryFolder();
  const untouched = join(folder.path, "untouched");
  let server: OwnDatabase;
  let url: string;
  /** As messages show it. */
  let shown: string;

  beforeAll(async () => {
    server = await ownDatabase("template1");
    url = server.url.replace("postgres@", "postgres:secret@");
    shown = server.url.replace("postgres@", "");
  });

  afterAll(async () => {
    await server.remove();
    folder.remove();
  });

  /** A command about keys of the database; its home stays untouched. */
  async function shared(...args: string[]) {
    const ended = await ratebook([...args, "--database", url], { RATEBOOK_HOME: untouched });
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
      `Key ${id} (Mercy) is revoked in the database ${shown}. Nodes refuse it within two seconds.\n`,
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
    expect(broken.stderr).toMatch(
      /^error: Line 2 of the audit log of postgres:\/\/127\.0\.0\.1:\d+\/test_\w+ is not as/,
    );
    await database.sql`UPDATE ratebook.audit SET line = replace(line, 'Merci', 'Mercy') WHERE sequence = 2`;
    await database.close();
  });

  test("keys of a home are brought to the database, and its own file is not overwritten", async () => {
    const home = join(folder.path, "home");
    const file = join(folder.path, "keys.json");
    const { id } = await createKey(home);
    const own = await ratebook(["keys", "export", "--home", home, "--out", join(home, "keys.db")]);
    expect([own.code, own.stderr]).toEqual([
      1,
      expect.stringMatching(/keys\.db is the store of the keys and would be/),
    ]);
    const exported = await ratebook(["keys", "export", "--home", home, "--out", file]);
    expect([exported.code, exported.stdout]).toEqual([0, expect.stringMatching(/keys\.json holds 1 key\./)]);
    const imported = await shared("keys", "import", file, "--json");
    expect(JSON.parse(imported.stdout)).toEqual({
      ...{ file, added: 1, updated: 0, unchanged: 0 },
      ...{ home: null, database: shown },
    });
    const again = await shared("keys", "import", file);
    expect(again.stdout).toBe(`${file}: 0 keys added, 0 updated, 1 unchanged in the database ${shown}.\n`);
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

  test("a database that is away, or an address that is none, is reported in one sentence", async () => {
    const away = await ratebook(["keys", "list", "--database", "postgres://me:secret@127.0.0.1:1/rates"]);
    expect([away.code, away.stderr]).toEqual([
      1,
      expect.stringMatching(/^error: The database postgres:\/\/127\.0\.0\.1:1\/rates cannot be used \([^\n]+\n$/),
    ]);
    const none = await ratebook(["keys", "list", "--database", "mysql://db/rates"]);
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining("such as postgres://ratebook@db.example")]);
  });
});

describe("secret address", () => {
  // Many commands are run, which takes long on a busy machine.
  const COMMANDS = [
    ["serve"],
    ["keys", "list"],
    ["releases", "list"],
    ["usage", "--by", "key"],
    ["audit", "verify"],
    ["work"],
    ["reprice", "ca", "outpatient", "claims.csv", "--release", "rates.db", "--out", "repriced.csv"],
  ];

  /** Where a command reads its address from. */
  function variableOf([name]: readonly string[]): string {
    return name === "reprice" ? "RATEBOOK_REPRICE_DATABASE_URL" : "RATEBOOK_DATABASE_URL";
  }

  describe.each(COMMANDS)("%s", (...command) => {
    test.each([
      ["of another kind", "postgresq://me:hunter2@db.example/rates", "such as postgres://"],
      ["with a password that is not encoded", "postgres://me:hunter2/hunter2@db.example/rates", "percent-encode"],
      ["with a lonely percent sign", "postgres://me:hunter2%@db.example/rates", "percent-encode"],
    ])("refuses an address %s and shows no part of it", async (_what, url, remedy) => {
      const [byOption, byVariable] = await Promise.all([
        refused([...command, "--database", url]),
        refused(command, { [variableOf(command)]: url }),
      ]);
      for (const { code, stdout, stderr } of [byOption, byVariable]) {
        expect([code, stdout]).toEqual([2, ""]);
        expect(stderr).toMatch(/^error: --database <url> or RATEBOOK_\w+ is not valid; [^\n]+\n$/);
        expect(stderr).toContain(remedy);
        expect(stderr).not.toContain("hunter2");
      }
    });
  });

  test("an address with white space around it is the address", async () => {
    const { code, stderr } = await ratebook(["keys", "list"], {
      RATEBOOK_DATABASE_URL: " postgres://me:hunter2@127.0.0.1:1/rates \n",
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining("postgres://127.0.0.1:1/rates cannot be used")]);
    expect(stderr).not.toContain("hunter2");
  });

  test.each([
    [["keys", "list", "--databse=postgres://me:hunter2@db.example/rates"]],
    [["keys", "list", "postgres://me:hunter2@hunter2@db.example/rates"]],
    [["postgres://me:hunter2@db.example/rates"]],
  ])("a slip on the command line does not show it either: %j", async (args) => {
    const { code, stderr } = await ratebook([...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining("error: ")]);
    expect(stderr).not.toContain("hunter2");
  });
});
