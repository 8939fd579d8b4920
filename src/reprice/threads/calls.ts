import type { Plan } from "../plan.ts";
import type { PricedChunk } from "../pricing/chunk-pricer.ts";

/** Lines to price; their memory is handed over. */
export interface LinesToPrice {
  readonly bytes: Uint8Array;
  readonly firstLine: number;
}

/** What a pricing thread is asked. */
export type PricingCalls = {
  /** The first call: opens the release. The answer is the hash of its content. */
  readonly open: (plan: Plan) => string;
  readonly price: (lines: LinesToPrice) => Promise<PricedChunk>;
};
