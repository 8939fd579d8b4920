import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import {
  Outbox,
  PostgresUsageStore,
  type Receipt,
  type UsageBatch,
  UsageForwarder,
} from "../../../src/keys/usage/postgres-usage-store.ts";
import { SqliteUsageStore } from "../../../src/keys/usage/sqlite-usage-store.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { makeSchema } from "../../../src/nodes/database/schema.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type Postgres, startPostgres } from "../../support/postgres/server.ts";
import { SOON } from "../../support/waiting.ts";

const TODAY = "2026-11-16" as Day;

const folder = temporaryFolder();
let server: Postgres;
let database: Database;
let shared: PostgresUsageStore;
let file = "";
let home: SqliteUsageStore;
let nodes = 0;

beforeAll(async () => {
  server = await startPostgres();
  database = new Database(server.url);
  await makeSchema(database);
  shared = new PostgresUsageStore(database);
});

afterAll(async () => {
  await database.close();
  await server.remove();
  folder.remove();
});

beforeEach(async () => {
  await database.sql`TRUNCATE usage, usage_senders`;
  nodes += 1;
  file = join(folder.path, `usage-${nodes}.db`);
  home = SqliteUsageStore.open(file, true);
});

function use(lookups: number): void {
  home.addNow([{ keyId: "key_a", day: TODAY, state: "ca", setting: "outpatient", lookups, priced: lookups - 1 }]);
}

/** So many keys, in one transaction. */
function useEach(keys: number, lookups: number): void {
  const about = { day: TODAY, state: "ca", setting: "outpatient", lookups, priced: 0 };
  home.addNow(Array.from({ length: keys }, (_, key) => ({ keyId: `key_${key}`, ...about })));
}

async function arrived(): Promise<number> {
  const totals = await shared.totals({ by: "key", from: null, to: null, keyId: null });
  return totals.reduce((sum, { lookups }) => sum + lookups, 0);
}

function forwarder(
  receive: (batch: UsageBatch) => Promise<Receipt> = (batch) => shared.receive(batch),
  from: string = file,
) {
  const notices: string[] = [];
  const made = new UsageForwarder(() => Outbox.openToSend(from), receive, {
    onUnsent: () => notices.push("unsent"),
    onSentAgain: () => notices.push("sent again"),
    onRenewed: () => notices.push("renewed"),
  });
  return { made, notices };
}

test("what was counted arrives once, in as many batches as it takes", async () => {
  const { made, notices } = forwarder();
  use(5);
  await made.forward();
  expect(await arrived()).toBe(5);
  useEach(5_000, 2);
  await made.forward();
  await made.forward();
  expect(await arrived()).toBe(10_005);
  expect(notices).toEqual([]);
  await made.close();
});

test("a batch whose receipt was lost is sent again and counts once, also by the next process", async () => {
  use(5);
  const losing = forwarder(async (batch) => {
    await shared.receive(batch);
    throw new Error("the connection was cut");
  });
  await losing.made.forward();
  await losing.made.forward();
  expect(losing.notices).toEqual(["unsent"]);
  await losing.made.close();
  use(7);
  const next = forwarder();
  await next.made.forward();
  expect(await arrived()).toBe(12);
  await next.made.close();
});

test("of two with one home one sends, and the other goes on when that one ends", async () => {
  useEach(3_000, 1);
  const [first, second] = [forwarder(), forwarder(() => Promise.reject(new Error("it is not its turn")))];
  await Promise.all([first.made.forward(), second.made.forward()]);
  expect(await arrived()).toBe(3_000);
  useEach(10, 1);
  await second.made.forward();
  expect([await arrived(), second.notices]).toEqual([3_000, []]);
  await first.made.close();
  expect(await arrived()).toBe(3_010);
  await second.made.forward();
  expect(second.notices).toEqual([]);
  useEach(10, 1);
  await second.made.forward();
  expect(second.notices).toEqual(["unsent"]);
  await second.made.close();
});

/** Sends both ways as slowly as it is told to: what was sent is on its way until then, and so is the receipt. */
function slowWay() {
  const there = Promise.withResolvers<void>();
  const back = Promise.withResolvers<void>();
  const receive = async (batch: UsageBatch): Promise<Receipt> => {
    await there.promise;
    const receipt = await shared.receive(batch);
    await back.promise;
    return receipt;
  };
  return { there, back, receive };
}

test("two that send from one home although they must not count everything once, however late batches and receipts are", async () => {
  const lock = `${file}.lock`;
  const slow = slowWay();
  const late = forwarder(slow.receive);
  use(1);
  const first = late.made.forward();
  // Somebody deletes the lock: another one sends the same batch and the next, whose receipt is on its way back.
  rmSync(lock);
  const returning = slowWay();
  let sent = 0;
  const other = forwarder(async (batch) => {
    sent += 1;
    if (sent === 1) return await shared.receive(batch);
    returning.there.resolve();
    return await returning.receive(batch);
  });
  await other.made.forward();
  use(10);
  const second = other.made.forward();
  await vi.waitFor(async () => expect(await arrived()).toBe(11), SOON);
  // Only now the first batch arrives, whose number is another's by now; the next one has counted, but is still in the outbox.
  slow.there.resolve();
  slow.back.resolve();
  await first;
  returning.back.resolve();
  await second;
  expect(await arrived()).toBe(11);
  use(100);
  await other.made.forward();
  expect(await arrived()).toBe(111);
  expect([...late.notices, ...other.notices]).toEqual([]);
  await late.made.close();
  await other.made.close();
});

test("a copy of the file that goes on elsewhere sends under a name of its own, and nothing is lost", async () => {
  const first = forwarder();
  use(1);
  await first.made.forward();
  await first.made.close();
  await home.close();
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  // Both go on with the same number.
  home = SqliteUsageStore.open(file, true);
  use(10);
  const original = forwarder();
  await original.made.forward();
  await home.close();
  home = SqliteUsageStore.open(copy, true);
  use(100);
  const copied = forwarder((batch) => shared.receive(batch), copy);
  await copied.made.forward();
  use(1_000);
  await copied.made.forward();
  expect(await arrived()).toBe(1_111);
  expect(copied.notices).toEqual(["renewed"]);
  await original.made.close();
  await copied.made.close();
});

test("while the database is away usage is kept, and it adds up when it is back", async () => {
  const { made, notices } = forwarder();
  use(1);
  await made.forward();
  await server.stop();
  for (let second = 0; second < 5; second += 1) {
    use(10);
    await made.forward();
  }
  expect(notices).toEqual(["unsent"]);
  await server.start();
  await vi.waitFor(async () => {
    await made.forward();
    expect(notices).toEqual(["unsent", "sent again"]);
  }, SOON);
  expect(await arrived()).toBe(51);
  await made.close();
});

test("what is left when a server stops is sent; a database that hangs is not waited for, and the next start sends it", async () => {
  use(3);
  const { made } = forwarder();
  await made.close();
  expect(await arrived()).toBe(3);
  use(4);
  const hanging = forwarder(() => new Promise(() => {}));
  await hanging.made.close();
  expect(await arrived()).toBe(3);
  const next = forwarder();
  await next.made.close();
  expect(await arrived()).toBe(7);
});

test("a file that is gone is begun anew", async () => {
  const { made } = forwarder();
  use(3);
  await made.forward();
  await made.close();
  await home.close();
  rmSync(file);
  home = SqliteUsageStore.open(file, true);
  use(4);
  const next = forwarder();
  await next.made.forward();
  expect(await arrived()).toBe(7);
  await next.made.close();
});

test("senders that were silent for 90 days are forgotten when a new one comes", async () => {
  await database.sql`
    INSERT INTO usage_senders (id, last_batch, token, received_at)
    VALUES ('silent', 7, '', now() - interval '91 days'), ('quiet', 7, '', now() - interval '89 days')`;
  const senders = async () =>
    (await database.sql`SELECT id FROM usage_senders ORDER BY received_at`).map(({ id }) => id);
  use(1);
  const { made, notices } = forwarder();
  await made.forward();
  const [first, ...others] = await senders();
  expect([first, others]).toEqual(["quiet", [expect.any(String)]]);
  // Only then: a sender that is known looks for none.
  await database.sql`UPDATE usage_senders SET received_at = now() - interval '91 days' WHERE id = 'quiet'`;
  use(1);
  await made.forward();
  expect(await senders()).toHaveLength(2);
  expect([await arrived(), notices]).toEqual([2, []]);
  await made.close();
});
