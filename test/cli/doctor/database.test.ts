import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { clockDifference, databaseFindings } from "../../../src/cli/doctor/database.ts";
import { mirrorKeys } from "../../../src/keys/merge-keys.ts";
import { PostgresKeyStore } from "../../../src/keys/postgres-key-store.ts";
import { SqliteKeyStore } from "../../../src/keys/sqlite-key-store.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { makeSchema } from "../../../src/nodes/database/schema.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type Postgres, startPostgres } from "../../support/postgres/server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { createKey, ratebook, SAMPLE } from "../support/ratebook.ts";

describe("database", () => {
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

  it("is reported when there is none", async () => {
    expect(await databaseFindings({ database: null })).toEqual([expect.objectContaining({ verdict: "ok" })]);
  });

  it("is a fault when it is away, named without user and password", async () => {
    const [finding, ...others] = await databaseFindings({ database: "postgres://me:very-secret@127.0.0.1:1/rates" });
    expect(others).toEqual([]);
    expect(finding).toMatchObject({ verdict: "error", found: expect.stringContaining("postgres://127.0.0.1:1/rates") });
    expect(JSON.stringify(finding)).not.toContain("very-secret");
  });

  it("goes from an empty database through missing rights to well", async () => {
    const empty = await databaseFindings({ database: server.url });
    expect(empty.map(({ verdict }) => verdict)).toEqual(["ok", "warning", "ok"]);
    expect(empty[1]?.found).toBe("It has no schema yet.");
    expect(await owner.sql`SELECT to_regnamespace('ratebook') AS schema`).toEqual([{ schema: null }]);

    const [, notAllowed] = await databaseFindings({ database: nodeUrl() });
    expect(notAllowed).toMatchObject({ verdict: "error", found: expect.stringMatching(/Rights are missing: CREATE/) });

    await makeSchema(owner);
    const [reached, upToDate, clock] = await databaseFindings({ database: server.url });
    expect(reached?.found).toMatch(/is PostgreSQL 18.*, reached as postgres\.$/);
    expect([reached, upToDate, clock].map((finding) => finding?.verdict)).toEqual(["ok", "ok", "ok"]);

    const [, hidden] = await databaseFindings({ database: nodeUrl() });
    expect(hidden).toMatchObject({ verdict: "error", found: expect.stringMatching(/Rights are missing/) });
    await owner.sql.unsafe(`
    GRANT USAGE ON SCHEMA ratebook TO node;
    GRANT SELECT ON ALL TABLES IN SCHEMA ratebook TO node`);
    const [, readOnly] = await databaseFindings({ database: nodeUrl() });
    expect(readOnly).toMatchObject({
      verdict: "error",
      found: expect.stringContaining("INSERT, UPDATE, DELETE on ratebook.limits"),
    });
    expect(readOnly?.found).not.toMatch(/schema_version|keys|releases/);

    await owner.sql.unsafe("GRANT INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ratebook TO node");
    const asNode = await databaseFindings({ database: nodeUrl() });
    expect(asNode.map(({ verdict }) => verdict)).toEqual(["ok", "ok", "ok"]);
    expect(JSON.stringify(asNode)).not.toContain("very-secret");
  });

  it.each([
    [2_000, "ok"],
    [-2_000, "ok"],
    [2_001, "warning"],
    [-2_001, "warning"],
  ])("whose clock differs by %d ms is %s", (milliseconds, verdict) => {
    const [finding] = clockDifference(milliseconds);
    expect(finding?.verdict).toBe(verdict);
    if (verdict === "warning") expect(finding?.found).toContain(milliseconds > 0 ? "ahead of" : "behind");
  });
});

describe("shared node", () => {
  const folder = temporaryFolder();
  const home = join(folder.path, "home");
  const release = join(folder.path, "rates.db");
  let server: OwnDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await ownDatabase("template1");
    database = new Database(server.url);
    await releaseAt(release, SAMPLE);
    await createKey(home);
  });
  afterAll(async () => {
    await database.close();
    await server.remove();
    folder.remove();
  });

  const doctor = async (...options: string[]) => {
    const { code, stdout } = await ratebook(["doctor", "--home", home, "--port", "0", "--json", ...options]);
    const { findings } = JSON.parse(stdout) as { findings: { check: string; verdict: string; found: string }[] };
    const about = (check: string) => findings.filter((finding) => finding.check === check);
    return { code, keys: about("keys"), release: about("release") };
  };
  const shared = () => ["--database", server.url];

  test("an empty database has no release, and keys of the home that it lacks keep a node from starting", async () => {
    const { code, keys, release: served } = await doctor(...shared());
    expect(code).toBe(1);
    expect(served).toEqual([expect.objectContaining({ verdict: "error", found: "No release is active." })]);
    expect(keys).toEqual([
      expect.objectContaining({ verdict: "warning", found: "0 of 0 keys work." }),
      expect.objectContaining({ verdict: "error", found: expect.stringContaining("has 1 key of its own") }),
    ]);
    expect(await database.sql`SELECT to_regnamespace('ratebook') AS schema`).toEqual([{ schema: null }]);
  });

  test("it is ok once the keys were brought there and a release is active", async () => {
    const copy = join(folder.path, "keys.json");
    await ratebook(["keys", "export", "--home", home, "--out", copy]);
    expect((await ratebook(["keys", "import", copy, ...shared()])).code).toBe(0);
    expect((await doctor(...shared())).release).toEqual([expect.objectContaining({ found: "No release is active." })]);
    expect((await ratebook(["releases", "push", release, "--activate", ...shared()])).code).toBe(0);
    const { code, keys, release: served } = await doctor(...shared());
    expect(keys).toEqual([expect.objectContaining({ verdict: "ok", found: "1 of 1 key works." })]);
    expect(served).toEqual([
      expect.objectContaining({ verdict: "ok", found: expect.stringMatching(/is active and whole/) }),
    ]);
    expect(code).toBe(0);
  });

  test("a damaged chunk of the active release is a fault", async () => {
    await database.sql`UPDATE release_chunks SET bytes = set_byte(bytes, 5000, get_byte(bytes, 5000) # 1) WHERE number = 0`;
    const { code, release: served } = await doctor(...shared());
    expect([code, served]).toEqual([
      1,
      [expect.objectContaining({ verdict: "error", found: expect.stringMatching(/Chunk 1 of .* is damaged/) })],
    ]);
    expect((await ratebook(["releases", "push", release, ...shared()])).stdout).toContain("It is the active one.");
    expect((await doctor(...shared())).code).toBe(0);
  });

  test("a home that mirrors a database is a fault without it, and takes no releases", async () => {
    const store = new SqliteKeyStore(join(home, "keys.db"));
    await mirrorKeys(new PostgresKeyStore(database), store);
    await store.close();
    const { code, keys } = await doctor("--release", release);
    expect([code, keys]).toEqual([
      1,
      [expect.objectContaining({ verdict: "error", found: expect.stringContaining("holds the keys of a database") })],
    ]);
    expect((await doctor(...shared())).code).toBe(0);
    for (const command of [
      ["push", release],
      ["activate", "2026"],
    ]) {
      const { code: refused, stderr } = await ratebook(["releases", ...command, "--home", home]);
      expect([refused, stderr]).toEqual([1, expect.stringMatching(/follows a database.*--database/)]);
    }
  });
});
