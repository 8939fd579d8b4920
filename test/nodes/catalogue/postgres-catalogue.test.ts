import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { reportNode } from "../../../src/nodes/catalogue/node-register.ts";
import {
  clearAbandoned,
  isHeldHere,
  LOCK_CLASS,
  PostgresCatalogue,
} from "../../../src/nodes/catalogue/postgres-catalogue.ts";
import { type CataloguedRelease, CHUNK_BYTES } from "../../../src/nodes/catalogue/release-catalogue.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { RATEBOOK } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { SOON } from "../../support/waiting.ts";
import { bytesOf, catalogueContract, fileToPush } from "./support/catalogue-contract.ts";
import { catalogueLockContract } from "./support/catalogue-lock-contract.ts";
import { OtherProcess } from "./support/other-process.ts";

describe("postgres catalogue", () => {
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

    // While it lives, no other process clears what it has written.
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
      const command = spawn(RATEBOOK, ["releases", "activate", "2026.2", "--database", server.url], {
        stdio: "ignore",
      });
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
});

describe("abandoned files", () => {
  const folder = temporaryFolder();
  let server: OwnDatabase;
  let database: Database;

  beforeAll(async () => {
    server = await ownDatabase();
    database = new Database(server.url);
    // What a statement deletes is noted, or refused.
    await database.sql.unsafe(`
    CREATE TABLE public.deletions (chunks integer NOT NULL);
    CREATE FUNCTION public.note_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO public.deletions SELECT count(*) FROM deleted;
      RETURN NULL;
    END $$;
    CREATE TRIGGER noted AFTER DELETE ON ratebook.release_chunks REFERENCING OLD TABLE AS deleted
      FOR EACH STATEMENT EXECUTE FUNCTION public.note_deletion();
    CREATE FUNCTION public.refuse_deletion() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      RAISE 'the disk is in a bad mood';
    END $$`);
  });

  beforeEach(async () => {
    await database.sql`TRUNCATE releases, release_files, release_chunks, active_release, nodes, public.deletions`;
  });

  afterAll(async () => {
    await database.close();
    await server.remove();
    folder.remove();
  });

  /** What a push that was killed has left. */
  async function abandon(chunks: number): Promise<number> {
    const [file] = await database.sql<[{ number: number }]>`INSERT INTO release_files DEFAULT VALUES RETURNING number`;
    await database.sql`
    INSERT INTO release_chunks (file_number, number, sha256, bytes)
    SELECT ${file.number}, number, '', '' FROM generate_series(1, ${chunks}::integer) AS number`;
    return file.number;
  }

  async function left(table: "release_files" | "release_chunks"): Promise<number> {
    const [row] = await database.sql<[{ count: number }]>`
    SELECT count(*)::integer AS count FROM ${database.sql(table)}`;
    return row.count;
  }

  test("a large file is cleared in pieces, none of which takes long", async () => {
    await abandon(150);
    await abandon(64);
    await abandon(0);
    await clearAbandoned(database);
    expect([await left("release_files"), await left("release_chunks")]).toEqual([0, 0]);
    const deletions = await database.sql<{ chunks: number }[]>`SELECT chunks FROM public.deletions WHERE chunks > 0`;
    expect(deletions.map(({ chunks }) => chunks)).toEqual([64, 64, 22, 64]);
  });

  test("what another process pushes or clears is left alone", async () => {
    const file = await abandon(3);
    const other = database.session();
    await other.sql`SELECT pg_advisory_lock(${LOCK_CLASS}, ${file})`;
    await clearAbandoned(database);
    expect(await left("release_chunks")).toBe(3);
    await other.close();
    await vi.waitFor(async () => {
      await clearAbandoned(database);
      expect(await left("release_files")).toBe(0);
    }, SOON);
  });

  test("a push goes on where clearing fails; pruning says so", async () => {
    await abandon(3);
    await database.sql`
    CREATE TRIGGER refused BEFORE DELETE ON release_chunks EXECUTE FUNCTION public.refuse_deletion()`;
    const catalogue = new PostgresCatalogue(new Database(server.url));
    try {
      expect(await catalogue.push(fileToPush(folder.path, "2026.1", 10), () => {})).toBe("pushed");
      await expect(catalogue.prune(1)).rejects.toThrow("the disk is in a bad mood");
    } finally {
      await database.sql`DROP TRIGGER refused ON release_chunks`;
    }
    await catalogue.prune(1);
    expect([await left("release_files"), await left("release_chunks")]).toEqual([1, 1]);
    await catalogue.close();
  });

  test("a lock is held by one session, and by none that takes its place", async () => {
    const [one, other] = [database.session(), database.session()];
    const isHeld = async ({ sql }: Database) => {
      const [row] = await sql<[{ held: boolean; pid: number }]>`
      SELECT ${isHeldHere(sql, 5)} AS held, pg_backend_pid() AS pid`;
      return row;
    };
    await one.sql`SELECT pg_advisory_lock(${LOCK_CLASS}, 5)`;
    const before = await isHeld(one);
    expect([before.held, (await isHeld(other)).held]).toEqual([true, false]);
    await database.sql`SELECT pg_terminate_backend(${before.pid})`;
    await vi.waitFor(async () => expect((await isHeld(one)).held).toBe(false), SOON);
    await one.close();
    await other.close();
  });
});
