import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Database } from "../../src/nodes/database/database.ts";
import { MIGRATIONS } from "../../src/nodes/database/migrations.ts";
import { roleNames } from "../../src/nodes/database/roles.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";
import { ratebook } from "./support/ratebook.ts";

/* The schema and the roles of a database; that the roles are enough to run nodes is shown by test/docs/scaling.test.ts. */

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
  const steps = await sql`SELECT number, name FROM ratebook.migrations ORDER BY number`;
  return { columns: [...columns], rights: [...rights], functions: [...functions], steps: [...steps] };
}

describe("database init", () => {
  it("makes the schema, and without --roles no role", async () => {
    const { code, stdout, stderr } = await init(made.url);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(
      new RegExp(`^postgres://\\S+ is up to date: schema ratebook, ${MIGRATIONS.length} steps\\.\n$`),
    );
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
    expect((await init(printed.url)).stdout).toContain("is up to date");
  });

  it("says what to do where the role may not make roles, and keeps the schema", async () => {
    const { sql } = connected(made.url);
    await sql.unsafe(`CREATE ROLE ${PREFIX}_owner LOGIN; GRANT USAGE ON SCHEMA ratebook TO ${PREFIX}_owner`);
    await sql.unsafe(`GRANT SELECT ON ratebook.migrations TO ${PREFIX}_owner`);
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
