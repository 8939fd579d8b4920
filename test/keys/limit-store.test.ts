import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Database } from "../../src/database/database.ts";
import type { ApiKey } from "../../src/keys/api-key.ts";
import type { LeaseRequest } from "../../src/keys/lease.ts";
import { LeaseIssuer } from "../../src/keys/lease-issuer.ts";
import { LeasedLimits } from "../../src/keys/leased-limits.ts";
import type { LimitStore } from "../../src/keys/limit-store.ts";
import { NodeLimits } from "../../src/keys/node-limits.ts";
import { PostgresLimitStore } from "../../src/keys/postgres-limit-store.ts";
import { WINDOW_MILLISECONDS, windowAt } from "../../src/keys/window.ts";
import { type OwnDatabase, ownDatabase } from "../support/postgres/shared.ts";

const START = Date.parse("2026-11-15T12:00:00Z");
const WINDOW = windowAt(START);

let server: OwnDatabase;
let database: Database;
let keys = 0;

beforeAll(async () => {
  server = await ownDatabase();
  database = new Database(server.url);
});

afterAll(async () => {
  await database.close();
  await server.remove();
});

/** A request of a key; the others of the test are about others. */
function asked(keyId: string, about: Partial<LeaseRequest>): LeaseRequest {
  return { keyId, limit: 640, window: WINDOW, unused: 0, further: [], costs: [], ...about };
}

function newKey(): string {
  keys += 1;
  return `key_${keys}`;
}

/** What every place that keeps limits does; `clock` is the time of whoever asks. */
function limitStoreContract(name: string, open: (clock: { now: number }) => LimitStore): void {
  describe(name, () => {
    test("lends a part of what is left, less and less", async () => {
      const [store, key] = [open({ now: START }), newKey()];
      expect(await store.lend(asked(key, { costs: [64] }))).toEqual({
        window: WINDOW,
        admitted: 1,
        lookups: 9,
        remaining: 567,
      });
      expect(await store.lend(asked(key, { costs: [560] }))).toMatchObject({ admitted: 1, lookups: 0, remaining: 7 });
    });

    test("admits while anything is left, whatever it costs, and nobody afterwards", async () => {
      const [store, key] = [open({ now: START }), newKey()];
      expect(await store.lend(asked(key, { limit: 1, costs: [1_000, 1] }))).toMatchObject({
        admitted: 1,
        remaining: 0,
      });
      expect(await store.lend(asked(key, { limit: 1, costs: [1] }))).toMatchObject({ admitted: 0, lookups: 0 });
    });

    test("admits what was admitted before until another has gone beyond the limit", async () => {
      const [store, key] = [open({ now: START }), newKey()];
      await store.lend(asked(key, { limit: 2, costs: [1, 1] }));
      expect(await store.lend(asked(key, { limit: 2, further: [999, 999], costs: [1] }))).toMatchObject({
        admitted: 1,
      });
      expect(await store.lend(asked(key, { limit: 2, further: [1] }))).toMatchObject({ admitted: 0 });
    });

    test("takes back what is unused", async () => {
      const [store, key] = [open({ now: START }), newKey()];
      const { lookups } = await store.lend(asked(key, { costs: [576] }));
      expect(lookups).toBe(1);
      expect(await store.lend(asked(key, { unused: 1, costs: [64] }))).toMatchObject({ admitted: 1, remaining: 0 });
    });

    test("begins every window anew, and keeps keys apart", async () => {
      const clock = { now: START };
      const [store, key] = [open(clock), newKey()];
      await store.lend(asked(key, { costs: [1_000] }));
      expect(await store.lend(asked(newKey(), { costs: [1] }))).toMatchObject({ admitted: 1 });
      clock.now += WINDOW_MILLISECONDS;
      expect(await store.lend(asked(key, { window: WINDOW + 1, costs: [1_000] }))).toMatchObject({
        window: WINDOW + 1,
        admitted: 1,
      });
    });
  });
}

limitStoreContract("limits in memory", (clock) => new LeaseIssuer(() => clock.now));
limitStoreContract("limits in a database", () => new PostgresLimitStore(database));

test("the database decides about everything as memory does", async () => {
  const some = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 4 });
  const request = fc.record({ unused: fc.integer({ min: 0, max: 3 }), further: some, costs: some });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 2_000 }),
      fc.array(request, { maxLength: 12 }),
      async (limit, requests) => {
        const [memory, shared, key] = [new LeaseIssuer(() => START), new PostgresLimitStore(database), newKey()];
        let lent = 0;
        for (const { unused, ...rest } of requests) {
          const question = asked(key, { limit, ...rest, unused: Math.min(unused, lent) });
          const lease = memory.lend(question);
          expect(await shared.lend(question)).toEqual(lease);
          lent = lease.lookups;
        }
      },
    ),
    { numRuns: 40 },
  );
});

test("windows that are over are forgotten", async () => {
  const [store, key] = [new PostgresLimitStore(database), newKey()];
  for (let window = 0; window < 30; window += 1) await store.lend(asked(key, { window: WINDOW + window, costs: [1] }));
  const rows = await database.sql`SELECT window_number FROM limits WHERE key_id = ${key}`;
  expect(rows.length).toBeLessThan(10);
});

test("a flood over three nodes of two workers is admitted within a tenth of the limit, with few questions", async () => {
  const limit = 20_000;
  const now = () => START;
  const keyId = newKey();
  const rest = { name: "mercy", states: ["ca"], lastFour: "abcd", createdAt: "", expiresAt: null, revokedAt: null };
  const key: ApiKey = { id: keyId, ...rest, lookupsPerMinute: limit * 6 };
  // A connection of its own for each node, as several machines have.
  const databases = Array.from({ length: 3 }, () => new Database(server.url));
  let questions = 0;
  const workers = databases.flatMap((each) => {
    const store = new PostgresLimitStore(each);
    const counted: LimitStore = {
      lend: (request) => {
        questions += 1;
        return store.lend(request);
      },
    };
    const node = new NodeLimits(counted, { nodesSeen: () => 3, now, answerMillisecondsMax: 60_000 });
    const worker = () => new LeasedLimits(0, async (request) => await node.lend(request), now);
    return [worker(), worker()];
  });
  let admitted = 0;
  const flood = async (worker: LeasedLimits) => {
    for (let sent = 0; sent < limit / 2; sent += 1) if ((await worker.take(key, 1)).admitted) admitted += 1;
  };
  await Promise.all(workers.map(flood));
  expect(admitted).toBeLessThanOrEqual(limit);
  expect(admitted).toBeGreaterThan(limit * 0.9);
  // 60,000 requests were sent.
  expect(questions).toBeLessThan(1_000);
  await Promise.all(databases.map((each) => each.close()));
});
