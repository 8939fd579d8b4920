import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { Database } from "../../../src/nodes/database/database.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";

let server: OwnDatabase;
let database: Database;

beforeAll(async () => {
  server = await ownDatabase();
  database = new Database(server.url);
  await database.sql`CREATE TABLE ratebook.things (id integer PRIMARY KEY)`;
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

beforeEach(async () => {
  await database.sql`TRUNCATE ratebook.things`;
});

async function things(): Promise<readonly number[]> {
  const rows = await database.sql<{ id: number }[]>`SELECT id FROM things ORDER BY id`;
  return rows.map(({ id }) => id);
}

it("counts as a whole, and gives back what the work gives", async () => {
  const outcome = await database.transaction(async (sql) => {
    await sql`INSERT INTO things VALUES (1)`;
    await sql`INSERT INTO things VALUES (2)`;
    expect(await things()).toEqual([]);
    return ["done"];
  });
  expect([outcome, await things()]).toEqual([["done"], [1, 2]]);
});

it("is undone when the work fails", async () => {
  const failing = database.transaction(async (sql) => {
    await sql`INSERT INTO things VALUES (1)`;
    throw new Error("changed my mind");
  });
  await expect(failing).rejects.toThrow("changed my mind");
  expect(await things()).toEqual([]);
});

it("is not called done when a statement has failed and the work went on", async () => {
  const going = database.transaction(async (sql) => {
    await sql`INSERT INTO things VALUES (1)`;
    await sql`INSERT INTO things VALUES (1)`.catch(() => {});
  });
  await expect(going).rejects.toThrow(
    /^a statement of the transaction failed \(duplicate key value .*\), and nothing of the transaction was committed$/,
  );
  expect(await things()).toEqual([]);
});

// Now and then a statement is told before anybody else that the connection is lost, and the next is asked at once.
it.each(Array.from({ length: 20 }, (_, round) => round))(
  "ends with its connection: nothing that comes later is carried out on another one (%i)",
  async () => {
    const cut = database.transaction(async (sql) => {
      await sql`INSERT INTO things VALUES (1)`;
      await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'`;
      for (const id of [2, 3, 4]) {
        await sql`INSERT INTO things VALUES (${id})`.catch(() => {});
      }
    });
    await expect(cut).rejects.toThrow();
    expect(await things()).toEqual([]);
    await database.transaction(async (sql) => void (await sql`INSERT INTO things VALUES (9)`));
    expect(await things()).toEqual([9]);
  },
);
