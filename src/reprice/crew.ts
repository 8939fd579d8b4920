import type { PricedChunk } from "./pricing/chunk-pricer.ts";
import type { Chunk } from "./reading/chunks.ts";

/** A worker pool for chunks: threads of this process, or other machines. Several chunks are priced at a time. */
export interface Crew {
  /** How many chunks may be under way at a time. */
  readonly chunksMax: number;
  /** How many bytes a chunk has, about; the reader decides where the crew does not. */
  readonly chunkBytes?: number;
  /** How many records a chunk has at most; as many as its bytes hold when absent. */
  readonly chunkRecordsMax?: number;
  /** Prices a chunk; its bytes may be gone afterwards. */
  price(chunk: Pick<Chunk, "bytes" | "firstLine">): Promise<PricedChunk>;
  /** Ends at once; chunks under way are lost. */
  end(): Promise<void>;
}
