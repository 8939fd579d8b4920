import { afterAll, beforeAll, expect, it } from "vitest";
import { clockDifference, databaseFindings } from "../../../src/cli/doctor/database.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { MIGRATIONS, migrate } from "../../../src/nodes/database/migrations.ts";
import { type Postgres, startPostgres } from "../../support/postgres/server.ts";

let server: Postgres;
let owner: Database;

beforeAll(async () => {
  server = await startPostgres();
  owner = new Database(server.url);
  await owner.sql.unsafe("CREATE ROLE node LOGIN PASSWORD 'very-secret'");
});
afterAll(async () => {
  await owner.close();
  await server.remove();
});

const nodeUrl = () => server.url.replace("postgres@", "node:very-secret@");

it("is told when there is none", async () => {
  expect(await databaseFindings({ database: null })).toEqual([expect.objectContaining({ verdict: "well" })]);
});

it("is a fault when it is away, named without user and password", async () => {
  const [finding, ...others] = await databaseFindings({ database: "postgres://me:very-secret@127.0.0.1:1/rates" });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ verdict: "fault", found: expect.stringContaining("postgres://127.0.0.1:1/rates") });
  expect(JSON.stringify(finding)).not.toContain("very-secret");
});

it("goes from an empty database through missing rights to well", async () => {
  const empty = await databaseFindings({ database: server.url });
  expect(empty.map(({ verdict }) => verdict)).toEqual(["well", "doubt", "well"]);
  expect(empty[1]?.found).toBe(`Its schema has 0 of ${MIGRATIONS.length} steps.`);
  expect(await owner.sql`SELECT to_regnamespace('ratebook') AS schema`).toEqual([{ schema: null }]);

  const [, notAllowed] = await databaseFindings({ database: nodeUrl() });
  expect(notAllowed).toMatchObject({ verdict: "fault", found: expect.stringMatching(/Rights are missing: CREATE/) });

  await migrate(owner);
  const [reached, upToDate, clock] = await databaseFindings({ database: server.url });
  expect(reached?.found).toMatch(/is PostgreSQL 18.*, reached as postgres\.$/);
  expect([reached, upToDate, clock].map((finding) => finding?.verdict)).toEqual(["well", "well", "well"]);

  const [, hidden] = await databaseFindings({ database: nodeUrl() });
  expect(hidden).toMatchObject({ verdict: "fault", found: expect.stringMatching(/Rights are missing/) });
  await owner.sql.unsafe(`
    GRANT USAGE ON SCHEMA ratebook TO node;
    GRANT SELECT ON ALL TABLES IN SCHEMA ratebook TO node`);
  const [, readOnly] = await databaseFindings({ database: nodeUrl() });
  expect(readOnly).toMatchObject({
    verdict: "fault",
    found: expect.stringContaining("INSERT, UPDATE, DELETE on ratebook.limits"),
  });
  expect(readOnly?.found).not.toMatch(/migrations|keys|releases/);

  await owner.sql.unsafe("GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ratebook TO node");
  const asNode = await databaseFindings({ database: nodeUrl() });
  expect(asNode.map(({ verdict }) => verdict)).toEqual(["well", "well", "well"]);
  expect(JSON.stringify(asNode)).not.toContain("very-secret");
});

it("is a fault when a newer program has brought it up to date", async () => {
  await migrate(owner);
  await owner.sql`INSERT INTO ratebook.migrations (number, name) VALUES (1000, 'from tomorrow')`;
  const [, finding] = await databaseFindings({ database: server.url });
  expect(finding).toMatchObject({ verdict: "fault", remedy: expect.stringMatching(/upgrade this one/) });
  await owner.sql`DELETE FROM ratebook.migrations WHERE number = 1000`;
});

it.each([
  [2_000, "well"],
  [-2_000, "well"],
  [2_001, "doubt"],
  [-2_001, "doubt"],
])("whose clock differs by %d ms is %s", (milliseconds, verdict) => {
  const [finding] = clockDifference(milliseconds);
  expect(finding?.verdict).toBe(verdict);
  if (verdict === "doubt") expect(finding?.found).toContain(milliseconds > 0 ? "ahead of" : "behind");
});
