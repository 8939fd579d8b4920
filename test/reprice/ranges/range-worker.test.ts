import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { Database } from "../../../src/nodes/database/database.ts";
import { RangeQueue } from "../../../src/reprice/ranges/queue.ts";
import { RangeStore, Runs } from "../../../src/reprice/ranges/range-store.ts";
import { RangeWorker } from "../../../src/reprice/ranges/range-worker.ts";
import { type OwnDatabase, ownDatabase } from "../../support/postgres/shared.ts";
import { SOON } from "../../support/waiting.ts";

let own: OwnDatabase;
let database: Database;
let queue: RangeQueue;

beforeAll(async () => {
  own = await ownDatabase();
  database = new Database(own.url, { jsonIsText: true });
  queue = await RangeQueue.open(own.url);
});

afterAll(async () => {
  await queue.close();
  await database.close();
  await own.remove();
});

const never = new AbortController().signal;

/** A run with one range. */
async function runWithRange(): Promise<{ readonly run: string; readonly range: string }> {
  const [run, range] = [randomUUID(), randomUUID()];
  await queue.create(run);
  await database.sql`
    INSERT INTO repricing_runs (id, program, plan) VALUES (${run}, 'this', '{"release":{"contentHash":"none"}}')`;
  await new RangeStore(database, queue, never).put(run, { id: range, bytes: Buffer.from("a line"), firstLine: 2 });
  return { run, range };
}

it("keeps a range that was taken while its threads start, however long that takes", async () => {
  const { run, range } = await runWithRange();
  const heardOf = async () => {
    const [job] = await database.sql<{ at: Date }[]>`
      SELECT heartbeat_on AS at FROM ratebook_queue.job WHERE id = ${range}`;
    return job?.at.getTime() ?? 0;
  };
  const stop = new AbortController();
  const notices: string[] = [];
  const startCrew = async () => {
    const before = await heardOf();
    await vi.waitFor(async () => expect(await heardOf()).toBeGreaterThan(before), SOON);
    stop.abort();
    throw Object.assign(new Error("there is no memory for threads"), { code: "ENOMEM" });
  };
  const tools = {
    program: "this",
    releaseWith: async () => "rates.db",
    startCrew,
    notify: (text: string) => notices.push(text),
  };
  await new RangeWorker(database, queue, tools, stop.signal).work();

  expect(notices).toEqual([`Run ${run} is left to other nodes: there is no memory for threads.`]);
  expect(await queue.stateOf(run, range)).toBe("waiting");
  await database.sql`DELETE FROM repricing_runs`;
  await queue.remove(run);
});

it("puts a range once, though it is asked to twice after an answer was lost", async () => {
  const { run, range } = await runWithRange();
  await new RangeStore(database, queue, never).put(run, { id: range, bytes: Buffer.from("a line"), firstLine: 2 });
  expect(await queue.take(run, 10)).toEqual([range]);
  await database.sql`DELETE FROM repricing_runs`;
  await queue.remove(run);
});

it("has nothing to give of a run that is over, and says so when it is something else that does not exist", async () => {
  const over = randomUUID();
  expect(await queue.take(over, 1)).toEqual([]);
  await queue.keep(over, [randomUUID()]);

  const { run } = await runWithRange();
  await queue.take(run, 1);
  await database.sql`ALTER TABLE ratebook_queue.job_common RENAME TO elsewhere`;
  await expect(queue.take(run, 1)).rejects.toThrow("does not exist");
  await database.sql`ALTER TABLE ratebook_queue.elsewhere RENAME TO job_common`;
});

it("keeps the row of a run whose queue could not be removed, and a later command removes both", async () => {
  const { run } = await runWithRange();
  const lost = Object.assign(new Error("the connection was cut"), { code: "CONNECTION_CLOSED" });
  const removal = vi.spyOn(queue, "remove").mockRejectedValueOnce(lost);
  const runs = new Runs(database, queue);
  await expect(runs.remove(run)).rejects.toBe(lost);
  await database.sql`UPDATE repricing_runs SET seen_at = seen_at - interval '2 minutes'`;
  await runs.removeAbandoned();
  removal.mockRestore();

  const [left] = await database.sql`
    SELECT (SELECT count(*)::integer FROM repricing_runs) AS runs,
      (SELECT count(*)::integer FROM ratebook_queue.queue WHERE name LIKE ${`%${run}`}) AS queues`;
  expect(left).toEqual({ runs: 0, queues: 0 });
});
