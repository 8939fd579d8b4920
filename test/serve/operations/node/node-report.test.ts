import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Database } from "../../../../src/nodes/database/database.ts";
import { LineWriter } from "../../../../src/serve/operations/line-writer.ts";
import { droppedLine, Log } from "../../../../src/serve/operations/log.ts";
import { NodeReport } from "../../../../src/serve/operations/node/node-report.ts";
import type { ServerStatus } from "../../../../src/serve/operations/server-status.ts";
import { type OwnDatabase, ownDatabase } from "../../../support/postgres/shared.ts";
import { temporaryFolder } from "../support/running-server.ts";

const STATUS: ServerStatus = {
  pid: 1,
  processStart: null,
  startedAt: "2026-11-16T08:00:00.000Z",
  host: "127.0.0.1",
  port: 8080,
  workers: 1,
  releaseFile: "rates.db",
  release: { name: "rates", version: "2026.1", hash: "a".repeat(64) },
  reloads: 0,
  isReloading: false,
  lastReload: null,
};

const folder = temporaryFolder();
let own: OwnDatabase;
let owner: Database;

beforeAll(async () => {
  own = await ownDatabase();
  owner = new Database(own.url);
  await owner.sql.unsafe("CREATE ROLE reporting_node LOGIN; GRANT USAGE ON SCHEMA ratebook TO reporting_node");
});

afterAll(async () => {
  await owner.close();
  await own.remove();
  folder.remove();
});

/** What is logged while a node reports in some ways. */
async function logged(
  url: string,
  status: () => ServerStatus,
  work: (report: NodeReport) => Promise<void>,
): Promise<readonly Record<string, unknown>[]> {
  const file = join(folder.path, crypto.randomUUID());
  const writer = new LineWriter(file, droppedLine);
  const database = new Database(url);
  const report = new NodeReport(database.sql, "1", status, new Log(writer, "info"));
  await work(report);
  await report.end();
  await database.close();
  await writer.close();
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

test("a right that is missing is told once, until it was there", async () => {
  const url = own.url.replace("postgres@", "reporting_node@");
  const lines = await logged(
    url,
    () => STATUS,
    async (report) => {
      await report.report();
      await report.report();
      await owner.sql`GRANT SELECT, INSERT, UPDATE, DELETE ON nodes TO reporting_node`;
      await report.report();
      await owner.sql`REVOKE INSERT ON nodes FROM reporting_node`;
      await report.report();
    },
  );
  const told = { level: "error", event: "node_not_reported", reason: "permission denied for table nodes" };
  expect(lines).toEqual([expect.objectContaining(told), expect.objectContaining(told)]);
});

test("a database that is away is the link's to tell; what it takes amiss is not", async () => {
  const away = await logged(
    "postgres://127.0.0.1:1/rates",
    () => STATUS,
    (report) => report.report(),
  );
  expect(away).toEqual([]);
  const amiss = await logged(
    own.url,
    () => ({ ...STATUS, startedAt: undefined as never }),
    (report) => report.report(),
  );
  expect(amiss).toEqual([expect.objectContaining({ level: "error", event: "node_not_reported" })]);
});
