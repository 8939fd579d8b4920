import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { Database, isOfDatabase } from "../../../src/nodes/database/database.ts";
import { readDatabaseUrl, shownUrl } from "../../../src/nodes/database/database-url.ts";
import { makeSchema } from "../../../src/nodes/database/schema.ts";
import { type Postgres, startPostgres } from "../../support/postgres/server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { runs } from "../../support/property-runs.ts";
import { SOON } from "../../support/waiting.ts";

describe("transaction", () => {
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

  // Now and then a statement learns first that the connection is lost, and the next is sent at once.
  it.each(Array.from({ length: 10 }, (_, round) => round))(
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
});

describe("array types", () => {
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
      runs(50),
    );
  });
});

describe("hanging", () => {
  let server: Postgres;
  const opened: Database[] = [];

  beforeAll(async () => {
    server = await startPostgres();
  });

  afterEach(async () => {
    server.goOn();
    for (const database of opened.splice(0)) await database.close();
  });

  afterAll(() => server.remove());

  function databaseAt(url: string): Database {
    const database = new Database(url, { statementSeconds: 1 });
    opened.push(database);
    return database;
  }

  async function one(database: Database): Promise<number> {
    const [row] = await database.sql<[{ one: number }]>`SELECT 1 AS one`;
    return row.one;
  }

  it("a server that hangs is given up, for every question that waits, and found again when it goes on", async () => {
    const database = databaseAt(server.url);
    expect(await one(database)).toBe(1);
    server.hang();
    const errors = await Promise.all([1, 2, 3, 4, 5, 6].map(() => one(database).catch((error: unknown) => error)));
    expect(errors.map(isOfDatabase)).toEqual([true, true, true, true, true, true]);
    expect(errors).toContainEqual(expect.objectContaining({ message: "no answer for 2 seconds" }));
    server.goOn();
    await vi.waitFor(async () => expect(await one(database)).toBe(1), SOON);
  });

  it("a statement that the server itself gives up costs no connection", async () => {
    const database = databaseAt(server.url);
    const pid = async () => (await database.sql<[{ pid: number }]>`SELECT pg_backend_pid() AS pid`)[0].pid;
    const before = await pid();
    await expect(database.sql`SELECT pg_sleep(30)`).rejects.toThrow("statement timeout");
    expect(await pid()).toBe(before);
  });

  it("parts of statements are no questions: they are asked with the statement that they are in", async () => {
    const { sql } = databaseAt(server.url);
    const condition = sql`WHERE number > ${1}`;
    const named = sql.unsafe("number");
    const rows = await sql`SELECT ${named} FROM generate_series(1, 3) AS number ${condition}`;
    expect(rows.map(({ number }) => number)).toEqual([2, 3]);
  });

  it("notifications come again over the new connections", async () => {
    const database = databaseAt(server.url);
    const look = vi.fn();
    database.listen("ratebook", look);
    await vi.waitFor(() => expect(look).toHaveBeenCalled(), SOON);
    server.hang();
    await expect(one(database)).rejects.toThrow("no answer");
    server.goOn();
    look.mockClear();
    // It is notified when it listens again, and of later changes.
    await vi.waitFor(() => expect(look).toHaveBeenCalled(), SOON);
    look.mockClear();
    await vi.waitFor(() => database.sql`SELECT pg_notify('ratebook', 'keys')`, SOON);
    await vi.waitFor(() => expect(look).toHaveBeenCalled(), SOON);
  });

  it("of several servers, the next is tried after one that is silent", async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket);
      socket.on("error", () => {});
    }).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    const database = databaseAt(`postgres://postgres@127.0.0.1:${port},127.0.0.1:${server.port}/postgres`);
    await expect(one(database)).rejects.toSatisfy(isOfDatabase);
    expect(await one(database)).toBe(1);
    expect(await database.transaction(async (sql) => (await sql`SELECT 2 AS two`)[0]?.two)).toBe(2);
    // Sessions begin with the server that answers.
    const session = database.session();
    expect(await one(session)).toBe(1);
    await session.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("closing does not wait for a server that hangs: sessions and transactions end with it", async () => {
    const database = databaseAt(server.url);
    await one(database);
    const session = database.session();
    const asked = session.sql`SELECT pg_sleep(0)`;
    await asked;
    const begun = Promise.withResolvers<void>();
    const transaction = database.transaction(async (sql) => {
      begun.resolve();
      await sql`SELECT pg_sleep(20)`;
    });
    const outcome = expect(transaction).rejects.toSatisfy(isOfDatabase);
    await begun.promise;
    server.hang();
    const waiting = expect(session.sql`SELECT 1`).rejects.toSatisfy(isOfDatabase);
    await database.close();
    await Promise.all([outcome, waiting]);
  });

  it.each([
    ["ECONNREFUSED", true],
    ["EAI_AGAIN", true],
    ["CONNECTION_CLOSED", true],
    ["ERR_TLS_CERT_ALTNAME_INVALID", true],
    ["ENOSPC", false],
    ["EACCES", false],
    ["ERR_INVALID_ARG_TYPE", false],
    ["SQLITE_FULL", false],
  ])("%s is of the database: %s", (code, isOf) => {
    expect(isOfDatabase(Object.assign(new Error("told"), { code }))).toBe(isOf);
  });
});

describe("the schema", () => {
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

  it("is made once in an empty database, however many nodes come together", async () => {
    const others = Array.from({ length: 4 }, () => new Database(server.url));
    await Promise.all([database, ...others].map((each) => makeSchema(each)));
    expect([...(await database.sql`SELECT number FROM ratebook.schema_version`)]).toEqual([{ number: 1 }]);
    await Promise.all(others.map((each) => each.close()));
  });

  it("is only looked at where it is there, and another one is refused, also by a role that may only read", async () => {
    await makeSchema(database);
    await database.sql.unsafe("CREATE ROLE reader LOGIN; GRANT USAGE ON SCHEMA ratebook TO reader");
    await database.sql.unsafe("GRANT SELECT ON ratebook.schema_version TO reader");
    const reader = new Database(server.url.replace("postgres@", "reader@"));
    await expect(makeSchema(reader)).resolves.toBeUndefined();
    await database.sql`UPDATE ratebook.schema_version SET number = 1000`;
    await expect(makeSchema(reader)).rejects.toThrow(/the schema of another Ratebook \(1000, this one knows 1\)/);
    await database.sql`UPDATE ratebook.schema_version SET number = 1`;
    await reader.close();
  });

  it("names a database that is away, without its password", async () => {
    const away = new Database("postgres://me:secret@127.0.0.1:1/rates");
    await expect(makeSchema(away)).rejects.toThrow("The database postgres://127.0.0.1:1/rates cannot be used");
    await expect(makeSchema(away)).rejects.not.toThrow(/secret/);
    await away.close();
  });
});

describe("an address that is understood", () => {
  test.each([
    ["postgres://db.example/rates", "postgres://db.example/rates"],
    ["postgresql://me@db.example:5433/rates", "postgres://db.example:5433/rates"],
    ["postgres://me:s%2Fe%3Fc%23r%40e%25t@db.example/rates", "postgres://db.example/rates"],
    [
      "postgres://me:secret@db1.example:5432,db2.example:5433/rates",
      "postgres://db1.example:5432,db2.example:5433/rates",
    ],
    ["postgres://me:secret@db.example/rates?sslmode=require&password=secret", "postgres://db.example/rates"],
    ["postgres://me:secret@db.example?sslmode=require", "postgres://db.example/"],
    ["postgres:///rates", "postgres:///rates"],
  ])("%s", async (url, shown) => {
    expect(readDatabaseUrl(url)).toBe(url);
    expect(shownUrl(url)).toBe(shown);
    // The driver reads it as well.
    await new Database(url).close();
  });

  test("white space around it is none of it", () => {
    expect(readDatabaseUrl(" postgres://me:secret@db.example/rates\n")).toBe("postgres://me:secret@db.example/rates");
  });
});

describe("an address that is refused, and never shown", () => {
  test.each([
    "postgres://me:12/secret@db.example/rates",
    "postgres://me:secret/secret@db.example/rates",
    "postgres://me:12?secret@db.example/rates",
    "postgres://me:12#secret@db.example/rates",
    "postgres://me:secret#secret@db.example/rates",
    "postgres://me:secret@secret@db.example/rates",
    "postgres://me:secret%@db.example/rates",
    "postgres://me:secret%zz@db.example/rates",
    "postgres://me:secret%E4@db.example/rates",
    "postgres://me:secret secret@db.example/rates",
    "postgres://me:secret@db.example:port/rates",
    "postgres://me:secret@db1.example,db2.example:port/rates",
    "postgres://me:secret@/rates",
    "postgres://db.example/rates?password=secret@secret",
  ])("%s", (url) => {
    const refused = readDatabaseUrl(url);
    expect(refused).toBeInstanceOf(Refusal);
    expect((refused as Refusal).expected).toContain("percent-encode these characters in the password");
    expect(shownUrl(url)).toBe("postgres://...");
  });

  test.each(["", "mysql://me:secret@db/rates", "postgresq://me:secret@db/rates", "db.example/rates"])("%s", (url) => {
    expect(readDatabaseUrl(url)).toEqual(
      new Refusal("an address such as postgres://ratebook@db.example:5432/ratebook"),
    );
    expect(shownUrl(url)).toBe("postgres://...");
  });

  test("one that is longer than any address", () => {
    const of = (length: number) => "postgres://db/".padEnd(length, "x");
    expect(readDatabaseUrl(of(4_096))).toBe(of(4_096));
    expect(readDatabaseUrl(of(4_097))).toMatchObject({ expected: expect.stringContaining("4096 characters at most") });
  });
});
