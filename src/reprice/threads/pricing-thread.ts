import { type MessagePort, parentPort, workerData } from "node:worker_threads";
import { openRelease } from "../../release/open.ts";
import type { Release } from "../../release/release.ts";
import { reasonOf } from "../../runtime/failure.ts";
import { freshnessOf } from "../../state/freshness.ts";
import { lookupOf, type State } from "../../state/state.ts";
import type { Plan } from "../plan.ts";
import { priceChunk } from "../pricing/chunk-pricer.ts";
import type { ChunkToPrice, ThreadMessage } from "./messages.ts";

/** Prices chunks in a thread of its own, with the release opened once. What is not caught here ends the thread. */
export function runPricingThread(states: readonly State[]): void {
  const port = parentPort as MessagePort;
  const plan = workerData as Plan;
  const tell = (message: ThreadMessage, transfer: readonly ArrayBuffer[] = []) => port.postMessage(message, transfer);

  let release: Release;
  try {
    release = openRelease(plan.release.copy ?? plan.release.file, states);
  } catch (error) {
    tell({ kind: "refusal", reason: reasonOf(error) });
    return;
  }
  const source = release.states.get(plan.state);
  if (source === undefined) throw new Error(`The release ${plan.release.file} no longer holds ${plan.state}.`);
  const lookup = lookupOf(source.state, plan.setting);

  const freshness = freshnessOf(source, release.description.sources, plan.staleAfterMonths);

  port.on("message", async ({ number, bytes, firstLine }: ChunkToPrice) => {
    const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunk = await priceChunk(input, firstLine, plan, lookup, source, freshness);
    tell({ kind: "priced", number, chunk }, [chunk.output.buffer, chunk.faults.buffer]);
  });
  tell({ kind: "ready", contentHash: release.description.contentHash });
}
