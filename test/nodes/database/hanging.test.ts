import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { Database, isOfDatabase } from "../../../src/nodes/database/database.ts";
import { type Postgres, startPostgres } from "../../support/postgres/server.ts";
import { SOON } from "../../support/waiting.ts";

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

it("notifications come again over the connections that were made anew", async () => {
  const database = databaseAt(server.url);
  const look = vi.fn();
  database.listen("ratebook", look);
  await vi.waitFor(() => expect(look).toHaveBeenCalled(), SOON);
  server.hang();
  await expect(one(database)).rejects.toThrow("no answer");
  server.goOn();
  look.mockClear();
  // It is told when it listens again, and of what happens from then on.
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
