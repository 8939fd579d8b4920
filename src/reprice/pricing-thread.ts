import { transfer } from "../core/runtime/rpc.ts";
import { answerParent } from "../core/runtime/thread.ts";
import type { State } from "../pricing/state/state.ts";
import type { PricingCalls } from "./crew.ts";
import { openPricer, type ReleasePricer } from "./pricing/release-pricer.ts";

/** Prices chunks in its own thread; the release is opened once. */
export function runPricingThread(states: readonly State[]): void {
  let pricer: ReleasePricer | null = null;
  const calls: PricingCalls = {
    open: (plan) => {
      pricer = openPricer(plan, states);
      return pricer.contentHash;
    },
    price: async (lines) => {
      if (pricer === null) throw new Error("A thread received a chunk before it had opened a release.");
      const chunk = await pricer.price(lines);
      return transfer(chunk, [chunk.output.buffer, chunk.faults.buffer]);
    },
  };
  answerParent(calls);
}
