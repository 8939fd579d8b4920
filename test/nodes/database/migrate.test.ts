import { afterAll, beforeAll, expect, it } from "vitest";
import { Database } from "../../../src/nodes/database/database.ts";
import { MIGRATIONS, migrate } from "../../../src/nodes/database/migrations.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";

let server: OwnDatabase;
let database: Database;

beforeAll(async () => {
  server = await ownDatabase("template1");
  database = new Database(server.url);
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

it("brings an empty database up to date once, however many come together", async () => {
  const others = Array.from({ length: 4 }, () => new Database(server.url));
  await Promise.all([database, ...others].map((each) => migrate(each)));
  const rows = await database.sql`SELECT number, name FROM ratebook.migrations ORDER BY number`;
  expect(rows.map(({ name }) => name)).toEqual(MIGRATIONS.map(({ name }) => name));
  await Promise.all(others.map((each) => each.close()));
});

it("only looks at a database that is up to date", async () => {
  await migrate(database);
  await database.sql.unsafe("CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA ratebook TO reader");
  await database.sql.unsafe("GRANT SELECT ON ratebook.migrations TO reader");
  const reader = new Database(server.url.replace("postgres@", "reader@"));
  await expect(migrate(reader)).resolves.toBeUndefined();
  await reader.close();
});

it("refuses a database of a newer version", async () => {
  await migrate(database);
  await database.sql`INSERT INTO ratebook.migrations (number, name) VALUES (1000, 'from tomorrow')`;
  await expect(migrate(database)).rejects.toThrow(/newer ratebook/);
  // Whoever may only read is told the same, and not of rights that would not help.
  const reader = new Database(server.url.replace("postgres@", "reader@"));
  await expect(migrate(reader)).rejects.toThrow(/newer ratebook/);
  await reader.close();
  await database.sql`DELETE FROM ratebook.migrations WHERE number = 1000`;
});

it("names a database that is away, without its password", async () => {
  const away = new Database("postgres://me:secret@127.0.0.1:1/rates");
  await expect(migrate(away)).rejects.toThrow("The database postgres://127.0.0.1:1/rates cannot be used");
  await expect(migrate(away)).rejects.not.toThrow(/secret/);
  await away.close();
});
