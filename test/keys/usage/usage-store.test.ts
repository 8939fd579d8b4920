import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { PostgresUsageStore } from "../../../src/keys/usage/postgres-usage-store.ts";
import { SqliteUsageStore } from "../../../src/keys/usage/sqlite-usage-store.ts";
import type { UsageCount, UsageQuestion, UsageStore } from "../../../src/keys/usage/usage-store.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";

const ALL: UsageQuestion = { by: "key", from: null, to: null, keyId: null };

function count(
  keyId: string,
  day: string,
  state: string,
  setting: string,
  lookups: number,
  priced: number,
): UsageCount {
  return { keyId, day: day as Day, state, setting, lookups, priced };
}

const COUNTS = [
  count("key_b", "2026-10-31", "ca", "outpatient", 10, 9),
  count("key_a", "2026-11-01", "ca", "outpatient", 1_000, 990),
  count("key_a", "2026-11-01", "ny", "inpatient", 3, 0),
  count("key_B", "2026-11-02", "ny", "inpatient", 200, 150),
];

/** What every place that keeps usage does. */
function usageStoreContract(name: string, open: () => Promise<UsageStore>): void {
  describe(name, () => {
    let store: UsageStore;

    beforeAll(async () => {
      store = await open();
      await store.add(COUNTS.slice(0, 2));
      await store.add(COUNTS.slice(2));
    });

    afterAll(() => store.close());

    test.each([
      ["key", ["key_B 200 150", "key_a 1003 990", "key_b 10 9"]],
      ["day", ["2026-10-31 10 9", "2026-11-01 1003 990", "2026-11-02 200 150"]],
      ["month", ["2026-10 10 9", "2026-11 1203 1140"]],
      ["state", ["ca 1010 999", "ny 203 150"]],
      ["setting", ["inpatient 203 150", "outpatient 1010 999"]],
    ] as const)("adds up by %s", async (by, expected) => {
      const totals = await store.totals({ ...ALL, by });
      expect(totals.map(({ group, lookups, priced }) => `${group} ${lookups} ${priced}`)).toEqual(expected);
    });

    test.each([
      [{ from: "2026-11-01" }, 1_203],
      [{ to: "2026-11-01" }, 1_013],
      [{ from: "2026-11-01", to: "2026-11-01" }, 1_003],
      [{ keyId: "key_b" }, 10],
      [{ keyId: "key_c" }, 0],
    ])("keeps to a range of days, both ends included, and to a key: %j", async (asked, lookups) => {
      const totals = await store.totals({ ...ALL, ...(asked as Partial<UsageQuestion>), by: "state" });
      expect(totals.reduce((sum, each) => sum + each.lookups, 0)).toBe(lookups);
    });

    test("adds to what is there, also several counts of one group, whoever comes at the same time", async () => {
      const day = "2020-01-01";
      const ones = Array.from({ length: 20 }, () => count("key_z", day, "ga", "outpatient", 1, 1));
      const others = [count("key_y", day, "ga", "outpatient", 5, 5), count("key_z", day, "ga", "outpatient", 5, 5)];
      await Promise.all([store.add(ones), store.add([...others].reverse()), store.add(others)]);
      const totals = await store.totals({ ...ALL, to: day as Day });
      expect(totals).toEqual([
        { group: "key_y", lookups: 10, priced: 10 },
        { group: "key_z", lookups: 30, priced: 30 },
      ]);
    });

    test("counts more than a billion a day to the last one", async () => {
      const day = "2021-01-01";
      const many = count("key_m", day, "ga", "outpatient", 4_000_000_000_000, 3_999_999_999_999);
      await store.add([many]);
      await store.add([count("key_m", day, "ga", "outpatient", 1, 1)]);
      const totals = await store.totals({ ...ALL, keyId: "key_m" });
      expect(totals).toEqual([{ group: "key_m", lookups: 4_000_000_000_001, priced: 4_000_000_000_000 }]);
    });

    test("is one for all who open it, and keeps what was added when they have closed it", async () => {
      const day = "2023-01-01";
      const other = await open();
      await Promise.all([
        store.add([count("key_o", day, "ga", "outpatient", 1, 1)]),
        other.add([count("key_o", day, "ga", "outpatient", 2, 1)]),
      ]);
      const expected = [{ group: "key_o", lookups: 3, priced: 2 }];
      expect(await store.totals({ ...ALL, keyId: "key_o" })).toEqual(expected);
      await other.close();
      const later = await open();
      expect(await later.totals({ ...ALL, keyId: "key_o" })).toEqual(expected);
      await later.close();
    });

    test("adds all of them or none", async () => {
      const broken = { ...count("key_n", "2022-01-01", "ga", "outpatient", 1, 1), setting: null as never };
      await expect(store.add([count("key_n", "2022-01-01", "fl", "outpatient", 1, 1), broken])).rejects.toThrow();
      expect(await store.totals({ ...ALL, keyId: "key_n" })).toEqual([]);
    });
  });
}

const folder = temporaryFolder();
let server: OwnDatabase;
let database: Database;

beforeAll(async () => {
  server = await ownDatabase();
  database = new Database(server.url);
});

afterAll(async () => {
  await database.close();
  await server.remove();
  folder.remove();
});

usageStoreContract("usage in a home", async () => SqliteUsageStore.open(join(folder.path, "usage.db"), true));
usageStoreContract("usage in a database", async () => new PostgresUsageStore(database));
