import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import type { Plan } from "../../../src/reprice/plan.ts";
import { Tally } from "../../../src/reprice/pricing/tally.ts";
import type { ChunkToPrice, ThreadMessage } from "../../../src/reprice/threads/messages.ts";

/* A thread small enough to test the crew: it gives lines back as they came, and breaks at the word "break". */

const port = parentPort as MessagePort;
const { contentHash } = (workerData as Plan).release;
const tell = (message: ThreadMessage) => port.postMessage(message);

port.on("message", ({ number, bytes }: ChunkToPrice) => {
  if (Buffer.from(bytes).includes("break")) throw new TypeError("broken on purpose");
  const chunk = { output: bytes, faults: new Uint8Array(0), tally: new Tally().record() };
  tell({ kind: "priced", number, chunk });
});
tell(
  contentHash === "refused" ? { kind: "refusal", reason: "it is refused" } : { kind: "ready", contentHash: "opened" },
);
