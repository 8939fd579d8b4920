import { copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { Lock } from "../../../src/core/files/lock.ts";
import { EmbeddedCatalogue } from "../../../src/nodes/catalogue/embedded-catalogue.ts";
import {
  type CataloguedRelease,
  CHUNK_BYTES,
  namedRelease,
  type ServingNode,
} from "../../../src/nodes/catalogue/release-catalogue.ts";
import { ReleaseFolder } from "../../../src/nodes/catalogue/release-folder.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { bytesOf, catalogueContract, fileToPush } from "./support/catalogue-contract.ts";
import { catalogueLockContract } from "./support/catalogue-lock-contract.ts";
import { OtherProcess } from "./support/other-process.ts";

describe("embedded catalogue", () => {
  const folder = temporaryFolder();
  let homes = 0;
  let servers: ServingNode[] = [];

  afterAll(() => folder.remove());

  function home(): string {
    return join(folder.path, String(homes));
  }

  function place() {
    return { file: join(home(), "catalogue.db"), folder: join(home(), "releases") };
  }

  function opened(): EmbeddedCatalogue {
    const { file, folder } = place();
    return new EmbeddedCatalogue({ file, folder: new ReleaseFolder(folder), servers: () => servers });
  }

  function openedAnew(): EmbeddedCatalogue {
    homes += 1;
    servers = [];
    mkdirSync(home());
    return opened();
  }

  catalogueContract("of a home", async () => ({
    open: async () => openedAnew(),
    again: async () => opened(),
    serve: async ({ contentHash, version }) => {
      const at = new Date().toISOString();
      const place = { id: "1", host: "here", port: 1, workers: 1, productVersion: "1", startedAt: at, seenAt: at };
      servers = [{ ...place, releaseHash: contentHash, releaseVersion: version }];
    },
    close: async () => {},
  }));

  catalogueLockContract("of a home", {
    open: async () => openedAnew(),
    place,
    filesStored: async () => readdirSync(place().folder).length,
  });

  test("what a killed push left is cleared by the next, and a file that rotted is replaced", async () => {
    const catalogue = openedAnew();
    mkdirSync(join(home(), "releases"));
    writeFileSync(join(home(), "releases", `${"a".repeat(64)}.db.partial`), "half");
    const release = fileToPush(folder.path, "2026.1", 100);
    expect(await catalogue.push(release, () => {})).toBe("pushed");
    expect(readdirSync(join(home(), "releases"))).toEqual([`${release.contentHash}.db`]);

    writeFileSync(join(home(), "releases", `${release.contentHash}.db`), "rotten");
    const [listed] = (await catalogue.list()) as [CataloguedRelease];
    await expect(bytesOf(catalogue, listed)).rejects.toThrow(/is damaged. Push the release 2026.1 again/);
    expect(await catalogue.push(release, () => {})).toBe("renewed");
    expect(await bytesOf(catalogue, listed)).toHaveLength(100);
    await catalogue.close();
  });

  test("a file that is there with the same bytes is recorded, and not written again", async () => {
    const catalogue = openedAnew();
    const release = fileToPush(folder.path, "2026.2", 100);
    const file = join(home(), "releases", `${release.contentHash}.db`);
    mkdirSync(join(home(), "releases"));
    // As a node has pulled it, and serves it.
    copyFileSync(release.file, file);
    const { ino, mtimeMs } = statSync(file);
    expect(await catalogue.push(release, () => {})).toBe("pushed");
    expect(await catalogue.push(release, () => {})).toBe("already there");
    expect(statSync(file)).toMatchObject({ ino, mtimeMs });
    expect(await catalogue.list()).toHaveLength(1);
    await catalogue.close();
  });

  test("pruning waits for another change of the folder, and takes record and file away together", async () => {
    const catalogue = openedAnew();
    const release = fileToPush(folder.path, "2026.1", 100);
    await catalogue.push(release, () => {});
    const lock = Lock.take(join(home(), "releases"), "releases");
    const pruned = catalogue.prune(0);
    const [listed] = (await catalogue.list()) as [CataloguedRelease];
    expect(await bytesOf(catalogue, listed)).toHaveLength(100);
    lock.release();
    expect((await pruned).map(({ version }) => version)).toEqual(["2026.1"]);
    expect([await catalogue.list(), readdirSync(join(home(), "releases"))]).toEqual([[], []]);
    await catalogue.close();
  });

  test("a prune waits for a process that pushes, and no longer than that runs", async () => {
    const catalogue = openedAnew();
    const pusher = await OtherProcess.start();
    onTestFinished(() => pusher.kill());
    await pusher.stallWhilePushing(place(), fileToPush(folder.path, "2026.1", 4 * CHUNK_BYTES));
    let isDone = false;
    const pruned = catalogue.prune(0).finally(() => {
      isDone = true;
    });
    await wait(500);
    expect(isDone).toBe(false);
    await pusher.kill();
    expect(await pruned).toEqual([]);
    await catalogue.close();
  });

  test("a folder that cannot be locked is reported at once", async () => {
    const catalogue = openedAnew();
    mkdirSync(join(home(), "releases"));
    writeFileSync(join(home(), "releases", ".lock"), "a user's own");
    await expect(catalogue.push(fileToPush(folder.path, "2026.1", 10), () => {})).rejects.toThrow("is in the way");
    await expect(catalogue.prune(0)).rejects.toThrow("is in the way");
    await catalogue.close();
  });

  test("records are for their owner alone", async () => {
    const catalogue = openedAnew();
    await catalogue.close();
    expect(statSync(place().file).mode & 0o777).toBe(0o600);
  });

  test("records of a newer version are refused, and stay as they are", async () => {
    const catalogue = openedAnew();
    await catalogue.close();
    const { default: Sqlite } = await import("better-sqlite3");
    const file = join(home(), "catalogue.db");
    const database = new Sqlite(file);
    database.pragma("user_version = 9");
    database.close();
    expect(() => opened()).toThrow(/catalogue.db was written by a newer Ratebook/);
  });
});

describe("named release", () => {
  function release(version: string, hashStart: string): CataloguedRelease {
    const contentHash = hashStart.padEnd(64, "0");
    return {
      ...{ contentHash, version, name: "rates", bytes: 1, sha256: contentHash },
      ...{ pushedAt: "2026-11-16T08:00:00.000Z", pushedBy: "me" },
    };
  }

  const JANUARY = release("2026.1", "aaaaaa1");
  const FEBRUARY = release("2026.2", "bbbbbb1");
  const FEBRUARY_AGAIN = release("2026.2", "bbbbbb2");
  const ALL = [FEBRUARY_AGAIN, FEBRUARY, JANUARY];

  test("a release is named by its version or by the beginning of its hash", () => {
    expect(namedRelease(ALL, "2026.1")).toBe(JANUARY);
    expect(namedRelease(ALL, "aaaaaa")).toBe(JANUARY);
    expect(namedRelease(ALL, "bbbbbb2")).toBe(FEBRUARY_AGAIN);
    expect(namedRelease(ALL, FEBRUARY.contentHash)).toBe(FEBRUARY);
  });

  test("which of two is meant is asked, never guessed", () => {
    expect(() => namedRelease(ALL, "2026.2")).toThrow(
      /^"2026.2" names 2 releases. Name one by its hash: bbbbbb200000 \(2026.2, pushed .*\), bbbbbb100000 /,
    );
    expect(() => namedRelease(ALL, "bbbbbb")).toThrow(/names 2 releases/);
  });

  test("a version that looks like the hash of another is two", () => {
    const odd = release("aaaaaa", "cccccc");
    expect(() => namedRelease([...ALL, odd], "aaaaaa")).toThrow(/names 2 releases/);
  });

  test("what is not there is reported with what is; five characters are no hash", () => {
    expect(() => namedRelease(ALL, "2026.3")).toThrow(
      /^There is no release "2026.3". Known are 2026.2 \(bbbbbb200000\), /,
    );
    expect(() => namedRelease(ALL, "aaaaa")).toThrow(/^There is no release "aaaaa"/);
    expect(() => namedRelease([], "2026.1")).toThrow(/None has been pushed/);
  });
});
