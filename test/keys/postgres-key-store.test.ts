import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { issueKey, revokeKey, rotateKey } from "../../src/keys/issue.ts";
import { PostgresKeyStore } from "../../src/keys/postgres-key-store.ts";
import { Database } from "../../src/nodes/database/database.ts";
import { makeSchema } from "../../src/nodes/database/schema.ts";
import { killPostgres } from "../support/postgres/processes.ts";
import { type Postgres, startPostgres } from "../support/postgres/server.ts";
import { SOON } from "../support/waiting.ts";
import { HOUR, keyStoreContract, NOW, REQUEST } from "./support/key-store-contract.ts";

let server: Postgres;
let database: Database;

beforeAll(async () => {
  server = await startPostgres();
  database = new Database(server.url, { applicationName: "test" });
  await makeSchema(database);
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

async function emptied(): Promise<void> {
  await database.sql`TRUNCATE ratebook.keys`;
}

keyStoreContract("a store in PostgreSQL", async () => {
  await emptied();
  return {
    one: new PostgresKeyStore(new Database(server.url)),
    other: new PostgresKeyStore(new Database(server.url)),
  };
});

async function changeNumber(): Promise<bigint> {
  const [row] = await database.sql<{ number: string }[]>`SELECT number FROM ratebook.changes WHERE topic = 'keys'`;
  return BigInt(row?.number ?? "0");
}

test("every change is noted for those who follow, and reading is not", async () => {
  const store = new PostgresKeyStore(database);
  const numbers = [await changeNumber()];
  const { key } = await issueKey(store, REQUEST, NOW);
  numbers.push(await changeNumber());
  await rotateKey(store, key.id, HOUR, NOW);
  numbers.push(await changeNumber());
  await revokeKey(store, key.id, NOW);
  numbers.push(await changeNumber());
  for (const [place, number] of numbers.entries())
    if (place > 0) expect(number).toBeGreaterThan(numbers[place - 1] ?? 0n);
  await store.list();
  await revokeKey(store, key.id, NOW);
  expect(await changeNumber()).toBe(numbers.at(-1));
});

test("a connection that is cut in the middle of a change undoes it, and the next one works", async () => {
  await emptied();
  const own = new Database(server.url, { connections: 1, applicationName: "cut" });
  const store = new PostgresKeyStore(own);
  const { key } = await issueKey(store, REQUEST, NOW);
  const cut = store.together(async (keys) => {
    await revokeKey(keys, key.id, NOW);
    await database.sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'cut'`;
    await issueKey(keys, REQUEST, NOW);
  });
  await expect(cut).rejects.toThrow();
  expect(await store.list()).toMatchObject([{ key }]);
  await revokeKey(store, key.id, NOW);
  expect(await store.list()).toMatchObject([{ key: { revokedAt: NOW.toISOString() } }]);
  await own.close();
});

test("a server that loses power in the middle of a change comes back without it", async () => {
  await emptied();
  const own = new Database(server.url, { connections: 1 });
  const store = new PostgresKeyStore(own);
  const { key } = await issueKey(store, REQUEST, NOW);
  // What is safe on the disk of this server is so from here on: it is set up to be fast.
  await database.sql`CHECKPOINT`;
  const lost = store.together(async (keys) => {
    await revokeKey(keys, key.id, NOW);
    await killPostgres(server);
    await issueKey(keys, REQUEST, NOW);
  });
  await expect(lost).rejects.toThrow();
  await server.start();
  await vi.waitFor(async () => expect(await store.list()).toMatchObject([{ key }]), SOON);
  await own.close();
});
