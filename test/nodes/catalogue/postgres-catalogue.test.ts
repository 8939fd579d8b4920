import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { reportNode } from "../../../src/nodes/catalogue/node-register.ts";
import { PostgresCatalogue } from "../../../src/nodes/catalogue/postgres-catalogue.ts";
import { type CataloguedRelease, CHUNK_BYTES } from "../../../src/nodes/catalogue/release-catalogue.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { RATEBOOK } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { SOON } from "../../support/waiting.ts";
import { bytesOf, catalogueContract, fileToPush } from "./support/catalogue-contract.ts";
import { catalogueLockContract } from "./support/catalogue-lock-contract.ts";
import { OtherProcess } from "./support/other-process.ts";

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

async function emptied(): Promise<PostgresCatalogue> {
  await database.sql`TRUNCATE releases, release_files, release_chunks, active_release, release_activations, nodes`;
  return new PostgresCatalogue(new Database(server.url));
}

async function filesAndChunks(): Promise<readonly number[]> {
  const [row] = await database.sql<[{ files: number; chunks: number }]>`
    SELECT (SELECT count(*)::integer FROM release_files) AS files, (SELECT count(*)::integer FROM release_chunks) AS chunks`;
  return [row.files, row.chunks];
}

catalogueContract("of a database", async () => ({
  open: emptied,
  again: async () => new PostgresCatalogue(new Database(server.url)),
  serve: async ({ contentHash, version }) => {
    const place = { id: "1", host: "here", port: 1, workers: 1, productVersion: "1" };
    const startedAt = new Date().toISOString();
    await reportNode(database.sql, { ...place, startedAt, releaseHash: contentHash, releaseVersion: version });
  },
  close: async () => {},
}));

catalogueLockContract("of a database", {
  open: emptied,
  place: () => ({ database: server.url }),
  filesStored: async () => (await filesAndChunks())[0] ?? 0,
});

test("what is renewed or pruned leaves nothing behind", async () => {
  const catalogue = await emptied();
  const old = fileToPush(folder.path, "2026.1", 3 * CHUNK_BYTES);
  await catalogue.push(old, () => {});
  await catalogue.push({ ...fileToPush(folder.path, "2026.1", 10), contentHash: old.contentHash }, () => {});
  expect(await filesAndChunks()).toEqual([1, 1]);
  await catalogue.push(fileToPush(folder.path, "2026.2", 10), () => {});
  await catalogue.prune(1);
  expect(await filesAndChunks()).toEqual([1, 1]);
  await catalogue.close();
});

test("a chunk that is not as it was pushed is refused, and pushing again fixes it", async () => {
  const catalogue = await emptied();
  const release = fileToPush(folder.path, "2026.1", 2 * CHUNK_BYTES + 5);
  await catalogue.push(release, () => {});
  await database.sql`UPDATE release_chunks SET bytes = set_byte(bytes, 3, (get_byte(bytes, 3) + 1) % 256) WHERE number = 1`;
  const [listed] = (await catalogue.list()) as [CataloguedRelease];
  await expect(bytesOf(catalogue, listed)).rejects.toThrow(/^Chunk 2 of 3 of the release 2026.1 .* is damaged/);
  expect(await catalogue.push(release, () => {})).toBe("renewed");
  expect(await bytesOf(catalogue, listed)).toHaveLength(release.bytes);
  await database.sql`DELETE FROM release_chunks WHERE number = 2`;
  await expect(bytesOf(catalogue, listed)).rejects.toThrow(/^Chunk 3 of 3 .* is missing/);
  await catalogue.close();
});

test("a push that is killed is never seen, spares one that goes on, and is cleared by the next", async () => {
  const catalogue = await emptied();
  const release = fileToPush(folder.path, "2026.1", 5 * CHUNK_BYTES);
  const pusher = await OtherProcess.start();
  onTestFinished(() => pusher.kill());
  await pusher.stallWhilePushing({ database: server.url }, release);
  expect(await catalogue.list()).toEqual([]);

  // While it lives, what it has written is nobody else's to clear.
  const other = fileToPush(folder.path, "2026.2", 10);
  await catalogue.push(other, () => {});
  await catalogue.prune(1);
  expect((await filesAndChunks())[0]).toBe(2);

  await pusher.kill();
  expect((await catalogue.list()).map(({ version }) => version)).toEqual(["2026.2"]);
  // PostgreSQL notices soon, but not at once, that the other side is gone.
  await vi.waitFor(async () => {
    await catalogue.prune(1);
    expect(await filesAndChunks()).toEqual([1, 1]);
  }, SOON);
  expect(await catalogue.push(release, () => {})).toBe("pushed");
  await catalogue.close();
});

test("an activation that is killed on its way has not happened, and the next one does", async () => {
  const catalogue = await emptied();
  const [one, two] = [fileToPush(folder.path, "2026.1", 10), fileToPush(folder.path, "2026.2", 10)];
  for (const release of [one, two]) await catalogue.push(release, () => {});
  await catalogue.activate(one.contentHash, "tester");

  const others = new Database(server.url);
  // The command has made the release active, and is about to write it into the history: it waits there.
  await others.sql.begin(async (sql) => {
    await sql`LOCK TABLE release_activations IN ACCESS EXCLUSIVE MODE`;
    const command = spawn(RATEBOOK, ["releases", "activate", "2026.2", "--database", server.url], { stdio: "ignore" });
    await vi.waitFor(async () => {
      const blocked = await database.sql`
        SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INTO release_activations%'`;
      expect(blocked).toHaveLength(1);
    }, SOON);
    command.kill("SIGKILL");
    await once(command, "exit");
  });
  await others.close();
  await vi.waitFor(async () => expect(await catalogue.activate(two.contentHash, "tester")).toBe(true), SOON);
  expect((await catalogue.activations()).map(({ version }) => version)).toEqual(["2026.2", "2026.1"]);
  await catalogue.close();
});
