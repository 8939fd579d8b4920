import { existsSync, openSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { PostgresCatalogue } from "../../../../src/nodes/catalogue/postgres-catalogue.ts";
import type { ReleaseToPush } from "../../../../src/nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../../src/nodes/catalogue/release-folder.ts";
import { Database } from "../../../../src/nodes/database/database.ts";
import { homeIn } from "../../../../src/serve/operations/home.ts";
import { LineWriter } from "../../../../src/serve/operations/line-writer.ts";
import { droppedLine, Log } from "../../../../src/serve/operations/log.ts";
import { NodeReport } from "../../../../src/serve/operations/node/node.ts";
import { PulledReleases } from "../../../../src/serve/operations/node/pulled-releases.ts";
import type { ServerStatus } from "../../../../src/serve/operations/server-status.ts";
import { fileToPush } from "../../../nodes/catalogue/support/catalogue-contract.ts";
import { type OwnDatabase, ownDatabase } from "../../../support/postgres/shared.ts";
import { temporaryFolder } from "../support/running-server.ts";

describe("pulled releases", () => {
  const folder = temporaryFolder();
  const home = homeIn(join(folder.path, "home"));
  const onDisk = new ReleaseFolder(home.releasesFolder);
  let own: OwnDatabase;
  let catalogue: PostgresCatalogue;
  const releases: ReleaseToPush[] = [];

  beforeAll(async () => {
    own = await ownDatabase();
    catalogue = new PostgresCatalogue(new Database(own.url));
    for (let number = 1; number <= 6; number += 1) {
      const release = fileToPush(folder.path, `2026.${number}`, 100);
      releases.push(release);
      await catalogue.push(release, () => {});
    }
  });

  afterAll(async () => {
    await catalogue.close();
    await own.remove();
    folder.remove();
  });

  /** Every file is taken for the release of its name, and how often one was asked about is counted. */
  function pulling() {
    const proved: string[] = [];
    const pulled = new PulledReleases({
      home,
      catalogue,
      product: {
        describeRelease: (file) => {
          const contentHash = /([0-9a-f]{64})\.db/.exec(file)?.[1] ?? "";
          proved.push(contentHash);
          return { contentHash, rowCounts: {}, name: "", version: "", description: "", sources: [] };
        },
      },
      log: { info: () => {}, warn: () => {} },
    });
    return { pulled, proved };
  }

  const hashOf = (index: number) => releases[index]?.contentHash ?? "";

  it("proves a release once, and again when its file was replaced or removed", async () => {
    const { pulled, proved } = pulling();
    const file = await pulled.fileWith(hashOf(0));
    expect(file).toBe(onDisk.fileOf({ contentHash: hashOf(0) }));
    for (let look = 0; look < 3; look += 1) expect(await pulled.fileWith(hashOf(0))).toBe(file);
    expect(proved).toEqual([hashOf(0)]);

    utimesSync(file ?? "", 1, 1);
    await pulled.fileWith(hashOf(0));
    await pulled.fileWith(hashOf(0));
    expect(proved).toHaveLength(2);

    rmSync(file ?? "");
    await pulled.fileWith(hashOf(0));
    expect([existsSync(file ?? ""), proved.length]).toEqual([true, 3]);
  });

  it("has nothing with a content that the catalogue does not know", async () => {
    expect(await pulling().pulled.fileWith("0".repeat(64))).toBe(null);
  });

  it("keeps three, and beside them what a server of the home serves and what is active", async () => {
    const { pulled } = pulling();
    for (let index = 0; index < 6; index += 1) {
      await pulled.fileWith(hashOf(index));
      utimesSync(onDisk.fileOf({ contentHash: hashOf(index) }), index + 1, index + 1);
      if (index === 0) onDisk.choose({ contentHash: hashOf(0) });
      if (index === 1) await catalogue.activate(hashOf(1), "tester");
    }
    const kept = releases.map(({ contentHash }) => onDisk.has({ contentHash }));
    expect(kept).toEqual([true, true, false, true, true, true]);
  });
});

describe("node report", () => {
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
    const writer = new LineWriter(droppedLine, openSync(file, "a"));
    const database = new Database(url);
    const report = new NodeReport(database.sql, "1", status, new Log(writer, { level: "info" }));
    await work(report);
    await report.end();
    await database.close();
    await writer.close();
    const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  test("a right that is missing is reported once, until it was there", async () => {
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
    const notices = { level: "error", event: "node_not_reported", reason: "permission denied for table nodes" };
    expect(lines).toEqual([expect.objectContaining(notices), expect.objectContaining(notices)]);
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
});
