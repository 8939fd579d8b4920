import { failure, reasonOf } from "../../core/runtime/failure.ts";
import { freshnessOf } from "../../pricing/state/freshness.ts";
import { lookupOf, type State } from "../../pricing/state/state.ts";
import { openRelease } from "../../release/open.ts";
import type { Release } from "../../release/release.ts";
import type { Plan } from "../plan.ts";
import type { Chunk } from "../reading/chunks.ts";
import { type PricedChunk, priceChunk } from "./chunk-pricer.ts";
import { PublishedAlternatives } from "./published-alternatives.ts";

/** A release that was opened to price the chunks of one plan. */
export interface ReleasePricer {
  readonly contentHash: string;
  price(chunk: { readonly bytes: Uint8Array } & Pick<Chunk, "firstLine">): Promise<PricedChunk>;
  close(): void;
}

export function openPricer(plan: Plan, states: readonly State[]): ReleasePricer {
  const release = opened(plan, states);
  const source = release.states.get(plan.state);
  if (source === undefined) throw new Error(`The release ${plan.release.file} no longer holds ${plan.state}.`);
  const lookup = lookupOf(source.state, plan.setting);
  const freshness = freshnessOf(source, release.description.sources, plan.staleAfterMonths);
  const alternatives = new PublishedAlternatives(lookup, source);
  return {
    contentHash: release.description.contentHash,
    price: ({ bytes, firstLine }) => {
      const input = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      return priceChunk(input, firstLine, plan, lookup, source, freshness, alternatives);
    },
    close: () => release.close(),
  };
}

/** The state of the plan alone: the others cost a thread half of the time of its opening. */
function opened({ state, release: { copy, file } }: Plan, states: readonly State[]): Release {
  try {
    return openRelease(
      copy ?? file,
      states.filter(({ code }) => code === state),
    );
  } catch (error) {
    throw failure(reasonOf(error));
  }
}
