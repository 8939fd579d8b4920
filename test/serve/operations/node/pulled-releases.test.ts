import { existsSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { PostgresCatalogue } from "../../../../src/nodes/catalogue/postgres-catalogue.ts";
import type { ReleaseToPush } from "../../../../src/nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../../src/nodes/catalogue/release-folder.ts";
import { Database } from "../../../../src/nodes/database/database.ts";
import { homeIn } from "../../../../src/serve/operations/home.ts";
import { PulledReleases } from "../../../../src/serve/operations/node/pulled-releases.ts";
import { fileToPush } from "../../../nodes/catalogue/support/catalogue-contract.ts";
import { type OwnDatabase, ownDatabase } from "../../../support/postgres/shared.ts";
import { temporaryFolder } from "../support/running-server.ts";

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
