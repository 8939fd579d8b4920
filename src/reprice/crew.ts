import { failure, reasonOf } from "../core/runtime/failure.ts";
import { transfer } from "../core/runtime/rpc.ts";
import { answerParent, Thread } from "../core/runtime/thread.ts";
import { freshnessOf } from "../pricing/state/freshness.ts";
import { lookupOf, type State } from "../pricing/state/state.ts";
import { openRelease } from "../release/open.ts";
import type { Release } from "../release/release.ts";
import type { Plan } from "./plan.ts";
import { type PricedChunk, priceChunk } from "./pricing/chunk-pricer.ts";
import { PublishedAlternatives } from "./pricing/published-alternatives.ts";
import type { Chunk } from "./reading/chunks.ts";

/** A worker pool for chunks: threads of this process, or other machines. Several chunks are priced at a time. */
export interface Crew {
  readonly chunksMax: number;
  /** Approximate bytes of a chunk; the reader decides when absent. */
  readonly chunkBytes?: number;
  /** Most records of a chunk; as many as its bytes hold when absent. */
  readonly chunkRecordsMax?: number;
  /** Prices a chunk. The memory of its bytes may be moved to a thread. */
  price(chunk: Pick<Chunk, "bytes" | "firstLine">): Promise<PricedChunk>;
  /** Ends at once; chunks in progress are lost. */
  end(): Promise<void>;
}

/** Some two thousand short lines: they are priced in half the time that a thread takes to start. */
const BYTES_WITHOUT_THREADS_MAX = 64 * 1024;

interface CrewOfThreads {
  readonly module: URL;
  readonly count: number;
  /** Each heap has the usual limit when absent. */
  readonly heapMebibytesMax?: number;
}

/** Who prices an input of this many bytes: threads, or for a short one the thread of the caller. An unknown size is infinite. */
export async function startCrew(
  { module, count, heapMebibytesMax }: CrewOfThreads,
  plan: Plan,
  bytes: number,
  states: readonly State[],
): Promise<Crew> {
  if (bytes <= BYTES_WITHOUT_THREADS_MAX) return crewOfCaller(plan, states);
  return await ThreadCrew.start(module, count, plan, heapMebibytesMax);
}

/** Prices in the thread of the caller, one chunk at a time. */
function crewOfCaller(plan: Plan, states: readonly State[]): Crew {
  const pricer = openPricer(plan, states);
  let isOpen = true;
  const end = async () => {
    if (isOpen) pricer.close();
    isOpen = false;
  };
  if (pricer.contentHash === plan.release.contentHash)
    return { chunksMax: 1, price: (chunk) => pricer.price(chunk), end };
  pricer.close();
  throw replacedMeanwhile(plan);
}

function replacedMeanwhile({ release }: Plan): Error {
  return failure(`The release ${release.file} was replaced while it was being opened. Begin again.`);
}

/** Chunks queued per thread beside the one in work, so that no thread is idle while results are written. */
const CHUNKS_PER_THREAD = 3;

/** A thread pool that prices, one thread per core. */
export class ThreadCrew implements Crew {
  readonly #threads: readonly Thread<PricingCalls>[];

  private constructor(threads: readonly Thread<PricingCalls>[]) {
    this.#threads = threads;
  }

  /** `threadModule` starts a thread and loads the states. Each heap has the usual limit when none is given. */
  static async start(threadModule: URL, threads: number, plan: Plan, heapMebibytesMax?: number): Promise<ThreadCrew> {
    const crew = new ThreadCrew(Array.from({ length: threads }, () => pricingThread(threadModule, heapMebibytesMax)));
    try {
      const { contentHash } = plan.release;
      const hashes = await Promise.all(crew.#threads.map(({ peer }) => peer.call("open", plan)));
      if (hashes.every((hash) => hash === contentHash)) return crew;
      throw replacedMeanwhile(plan);
    } catch (error) {
      await crew.end();
      throw error;
    }
  }

  get chunksMax(): number {
    return this.#threads.length * CHUNKS_PER_THREAD;
  }

  /** Gives the chunk to the thread with the fewest chunks. */
  price({ bytes, firstLine }: LinesToPrice): Promise<PricedChunk> {
    const { peer } = this.#threads.reduce((best, each) => (each.peer.waiting < best.peer.waiting ? each : best));
    const memory = bytes.buffer instanceof ArrayBuffer ? [bytes.buffer] : [];
    return peer.call("price", transfer({ bytes, firstLine }, memory));
  }

  async end(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.end()));
  }
}

function pricingThread(module: URL, heapMebibytesMax?: number): Thread<PricingCalls> {
  return new Thread(
    module,
    {},
    {
      ...(heapMebibytesMax === undefined ? {} : { heapMebibytesMax }),
      ended: () => failure("A pricing thread has ended."),
    },
  );
}

/** Lines to price; their memory is moved. */
interface LinesToPrice {
  readonly bytes: Uint8Array;
  readonly firstLine: number;
}

export type PricingCalls = {
  /** The first call: opens the release and returns its content hash. */
  readonly open: (plan: Plan) => string;
  readonly price: (lines: LinesToPrice) => Promise<PricedChunk>;
};

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

/** A release that was opened to price the chunks of one plan. */
interface ReleasePricer {
  readonly contentHash: string;
  price(chunk: { readonly bytes: Uint8Array } & Pick<Chunk, "firstLine">): Promise<PricedChunk>;
  close(): void;
}

function openPricer(plan: Plan, states: readonly State[]): ReleasePricer {
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
