import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { FromJobThread } from "../../src/jobs/messages.ts";
import type { JobTask } from "../../src/jobs/order.ts";

/* A thread small enough to test jobs: the file says what becomes of it. */

const port = parentPort as MessagePort;
const { input, out, isDryRun } = workerData as JobTask;
const tell = (message: FromJobThread) => port.postMessage(message);

const word = readFileSync(input, "utf8");
if (word === "broken") throw new TypeError("broken on purpose");
if (word === "refused") tell({ kind: "outcome", outcome: { kind: "refused", reason: "it is refused", table: null } });
if (word === "priced" && isDryRun) {
  tell({ kind: "outcome", outcome: { kind: "shown", shown: { columns: "npi", lines: [] }, table: null } });
} else if (word === "priced") {
  writeFileSync(out, "results");
  tell({ kind: "note", text: "a note" });
  tell({ kind: "progress", progress: { lines: 1, done: 1, total: 2 } });
  tell({ kind: "outcome", outcome: { kind: "done", lines: 2, priced: 1, summary: { lookups: 2 }, hasFaults: false } });
}
// Any other file keeps it at work until it is ended, or told to break.
setInterval(() => {
  if (existsSync(`${input}.break`)) throw new TypeError("broken later");
}, 10);
