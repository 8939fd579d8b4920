import { gzipSync } from "node:zlib";
import { expect, it, vi } from "vitest";
import type { Database } from "../../../src/nodes/database/database.ts";
import type { RangeQueue } from "../../../src/reprice/ranges/queue.ts";
import { type RangeTools, RangeWorker } from "../../../src/reprice/ranges/range-worker.ts";
import { SOON } from "../../support/waiting.ts";

/* `ratebook work` while its database is away and comes back; the database is a stand-in that refuses connections. */

const ADDRESS = "postgres://ratebook@db.example/ratebook";
const RUN = { id: "run", program: "this", plan: { release: { contentHash: "hash" } } };

function refused(): Error {
  return Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
}

/** A node with a database that can be switched off, and one range of a run that waits. */
function nodeWithRange() {
  const notices: string[] = [];
  const stop = new AbortController();
  const state = { isAway: false, results: 0 };
  const answer = async (text: string) => {
    if (state.isAway) throw refused();
    if (text.includes("SELECT id, program")) return [RUN];
    return text.includes("SELECT id, first_line") ? [{ id: "range", firstLine: "2", lines: gzipSync("a line") }] : [];
  };
  const sql = (first: readonly string[]) => ("raw" in first ? answer(first.join("")) : first);
  const transaction = async () => {
    if (state.isAway) throw refused();
    state.results += 1;
  };
  const failureFrom = ({ message }: Error) => new Error(`The database ${ADDRESS} cannot be used (${message}).`);
  const database = { sql, transaction, failureFrom, shown: ADDRESS } as unknown as Database;
  const waiting = ["range"];
  const queue = { take: async () => waiting.splice(0), keep: async () => {}, giveBack: async () => {} };
  const price = async () => {
    state.isAway = true;
    return { output: Buffer.from("priced"), faults: Buffer.alloc(0), tally: {} };
  };
  const tools = {
    program: "this",
    releaseWith: async () => "rates.db",
    startCrew: async () => ({ chunksMax: 4, chunkBytes: 1, price, end: async () => {} }),
    notify: (text: string) => notices.push(text),
  } as unknown as RangeTools;
  return {
    notices,
    stop,
    state,
    worker: new RangeWorker(database, queue as unknown as RangeQueue, tools, stop.signal),
  };
}

it("reports once that the database is lost, at once while a range is under way, and once that it is back", async () => {
  const { notices, stop, state, worker } = nodeWithRange();
  const working = worker.work();
  const lost = `The database ${ADDRESS} cannot be used (connect ECONNREFUSED). Trying again.`;
  const back = `${ADDRESS} is back.`;
  await vi.waitFor(() => expect(notices).toEqual([lost]), SOON);
  state.isAway = false;
  // The result was kept, and is written then.
  await vi.waitFor(() => expect(state.results).toBe(1), SOON);
  expect(notices).toEqual([lost, back]);

  // Idle.
  state.isAway = true;
  await vi.waitFor(() => expect(notices).toEqual([lost, back, lost]), SOON);
  state.isAway = false;
  await vi.waitFor(() => expect(notices).toEqual([lost, back, lost, back]), SOON);
  stop.abort();
  await working;
});
