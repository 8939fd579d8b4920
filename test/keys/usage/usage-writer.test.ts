import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { SqliteUsageStore } from "../../../src/keys/usage/sqlite-usage-store.ts";
import { UsageCounts, UsageWriter } from "../../../src/keys/usage/usage-writer.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";

const DAY = "2026-11-16" as Day;
const USED = { keyId: "key_a", state: "ca", setting: "outpatient", lookups: 3, priced: 2 };

let folder: ReturnType<typeof temporaryFolder>;
let file: string;
let notices: string[];

beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder.path, "usage.db");
  notices = [];
});

afterEach(() => folder.remove());

function usageWriter(counts = new UsageCounts()) {
  const listener = {
    onUnwritten: (error: unknown) => notices.push(`unwritten: ${(error as Error).name}`),
    onWrittenAgain: () => notices.push("written again"),
    onLost: (lookups: number, cause: string) => notices.push(`lost ${lookups}: ${cause}`),
  };
  return { counts, kept: new UsageWriter(() => SqliteUsageStore.open(file, false), listener, counts) };
}

async function written(): Promise<number> {
  const store = SqliteUsageStore.openToRead(file);
  const totals = await store.totals({ by: "key", from: null, to: null, keyId: null });
  await store.close();
  return totals.reduce((sum, { lookups }) => sum + lookups, 0);
}

test("requests without a key, a state or a lookup have used nothing", () => {
  const counts = new UsageCounts();
  counts.use({ ...USED, keyId: null }, DAY);
  counts.use({ ...USED, state: null, setting: null }, DAY);
  counts.use({ ...USED, lookups: 0, priced: 0 }, DAY);
  expect(counts.take()).toEqual([]);
  // A price list is of every setting.
  counts.use({ ...USED, setting: null }, DAY);
  expect(counts.take()).toMatchObject([{ setting: "all", lookups: USED.lookups }]);
});

test("what is used is added up per key, day, state and setting, and handed over once", () => {
  const counts = new UsageCounts();
  counts.use(USED, DAY);
  counts.use(USED, DAY);
  counts.use({ ...USED, setting: "inpatient" }, DAY);
  counts.use(USED, "2026-11-17" as Day);
  expect(counts.take()).toEqual([
    { ...USED, day: DAY, lookups: 6, priced: 4 },
    { ...USED, day: DAY, setting: "inpatient" },
    { ...USED, day: "2026-11-17" },
  ]);
  expect(counts.take()).toEqual([]);
});

test("what is written stays when the process ends with the next line", async () => {
  const { counts, kept } = usageWriter();
  counts.use(USED, DAY);
  kept.write();
  // Nothing is closed.
  expect(await written()).toBe(3);
});

test("while another process holds the file nothing is lost, and it is told once", async () => {
  const { counts, kept } = usageWriter();
  counts.use(USED, DAY);
  kept.write();
  const other = new Database(file);
  other.exec("BEGIN IMMEDIATE");
  for (let second = 0; second < 3; second += 1) {
    counts.use(USED, DAY);
    kept.write();
  }
  expect(notices).toEqual(["unwritten: Failure"]);
  other.exec("ROLLBACK");
  other.close();
  kept.close();
  expect(notices).toEqual(["unwritten: Failure", "written again"]);
  expect(await written()).toBe(12);
});

test("a place that cannot be written is tried again until it can", async () => {
  mkdirSync(file);
  const { counts, kept } = usageWriter();
  counts.use(USED, DAY);
  kept.write();
  kept.write();
  expect(notices).toEqual(["unwritten: Failure"]);
  rmSync(file, { recursive: true });
  kept.write();
  expect(await written()).toBe(3);
  kept.close();
});

test("memory is bounded: what does not fit is told, and what is there goes on being counted", async () => {
  mkdirSync(file);
  const { counts, kept } = usageWriter(new UsageCounts(2));
  for (const keyId of ["key_a", "key_b", "key_c", "key_a"]) counts.use({ ...USED, keyId }, DAY);
  kept.write();
  expect(notices).toEqual(["unwritten: Failure", "lost 3: memory full"]);
  rmSync(file, { recursive: true });
  kept.close();
  expect(await written()).toBe(9);
});

test("what cannot be written at the stop is reported as lost, once", () => {
  mkdirSync(file);
  const { counts, kept } = usageWriter();
  counts.use(USED, DAY);
  counts.use({ ...USED, keyId: "key_b" }, DAY);
  kept.write();
  kept.close();
  kept.close();
  expect(notices).toEqual(["unwritten: Failure", "lost 6: stopped"]);
});
