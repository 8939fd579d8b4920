import type { PricedChunk } from "../pricing/chunk-pricer.ts";

/** What a pricing thread is told: lines to price. */
export interface ChunkToPrice {
  readonly number: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly firstLine: number;
}

/** What a pricing thread says: that it is ready, with the content of the release that it has opened; then its answers. */
export type ThreadMessage =
  | { readonly kind: "ready"; readonly contentHash: string }
  | { readonly kind: "refusal"; readonly reason: string }
  | { readonly kind: "priced"; readonly number: number; readonly chunk: PricedChunk };
