import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import {
  clearAbandoned,
  isHeldHere,
  LOCK_CLASS,
  PostgresCatalogue,
} from "../../../src/nodes/catalogue/postgres-catalogue.ts";
import { Database } from "../../../src/nodes/database/database.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { SOON } from "../../support/waiting.ts";
import { fileToPush } from "./support/catalogue-contract.ts";

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

test("what somebody else pushes or clears is left alone", async () => {
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
