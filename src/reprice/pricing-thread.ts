import { failure, reasonOf } from "../core/runtime/failure.ts";
import { transfer } from "../core/runtime/rpc.ts";
import { answerParent } from "../core/runtime/thread.ts";
import { freshnessOf } from "../pricing/state/freshness.ts";
import { lookupOf, type State } from "../pricing/state/state.ts";
import { openRelease } from "../release/open.ts";
import type { Release } from "../release/release.ts";
import type { PricingCalls } from "./crew.ts";
import type { Plan } from "./plan.ts";
import { priceChunk } from "./pricing/chunk-pricer.ts";

/** Prices chunks in its own thread; the release is opened once. */
export function runPricingThread(states: readonly State[]): void {
  let price: PricingCalls["price"] | null = null;
  const calls: PricingCalls = {
    open: (plan) => {
      const release = opened(plan, states);
      price = pricerOf(plan, release);
      return release.description.contentHash;
    },
    price: (lines) => {
      if (price === null) throw new Error("A thread received a chunk before it had opened a release.");
      return price(lines);
    },
  };
  answerParent(calls);
}

function opened({ release: { copy, file } }: Plan, states: readonly State[]): Release {
  try {
    return openRelease(copy ?? file, states);
  } catch (error) {
    throw failure(reasonOf(error));
  }
}

function pricerOf(plan: Plan, release: Release): PricingCalls["price"] {
  const source = release.states.get(plan.state);
  if (source === undefined) throw new Error(`The release ${plan.release.file} no longer holds ${plan.state}.`);
  const lookup = lookupOf(source.state, plan.setting);
  const freshness = freshnessOf(source, release.description.sources, plan.staleAfterMonths);
  return async ({ bytes, firstLine }) => {
    const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunk = await priceChunk(input, firstLine, plan, lookup, source, freshness);
    return transfer(chunk, [chunk.output.buffer, chunk.faults.buffer]);
  };
}
