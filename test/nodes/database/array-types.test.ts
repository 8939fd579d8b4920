import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { Database } from "../../../src/nodes/database/database.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";

let server: OwnDatabase;
let database: Database;

beforeAll(async () => {
  server = await ownDatabase();
  database = new Database(server.url);
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

it("lists of any texts come back as they went", async () => {
  const text = fc.string({ unit: "binary" }).filter((each) => !each.includes("\0") && each.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(fc.option(text)), async (list) => {
      const [row] = await database.sql`SELECT ${list}::text[] AS list, to_json(${list}::text[]) AS json`;
      expect([row?.list, row?.json]).toEqual([list, list]);
    }),
    { numRuns: 50 },
  );
});
