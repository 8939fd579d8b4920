import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problems.ts";

export type BytesLimit = "key" | "process";

/** Requests without a key count as one key: they cannot take memory from those with one. */
const NO_KEY = "";

/**
 * Admission control by memory, with a bulkhead for each key. Counts bodies that are being received or wait for work, and answers that are
 * being made or sent. Without it, clients that send much and read nothing would fill the memory.
 */
export class BytesInFlight {
  #total = 0;
  readonly #byOwner = new Map<string, number>();
  readonly #perKeyMax: number;
  readonly #max: number;

  constructor(perKeyMax: number = HTTP_LIMITS.bytesInFlightPerKeyMax, max: number = HTTP_LIMITS.bytesInFlightMax) {
    this.#perKeyMax = perKeyMax;
    this.#max = max;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Reserves bytes for a key, or for all requests without one; or returns the limit that they would exceed. An owner without reserved bytes
   * may reserve any number: its request would never be answered otherwise.
   */
  hold(keyId: string | null, bytes: number): HeldBytes | BytesLimit {
    const owner = keyId ?? NO_KEY;
    const held = this.#byOwner.get(owner) ?? 0;
    if (held > 0 && held + bytes > this.#perKeyMax) return "key";
    if (this.#total > 0 && this.#total + bytes > this.#max) return "process";
    this.#add(owner, bytes);
    return new HeldBytes(bytes, (by) => this.#add(owner, by));
  }

  #add(owner: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (held > 0) this.#byOwner.set(owner, held);
    else this.#byOwner.delete(owner);
  }
}

/** What one request holds, from the head of its body to the last byte of its answer. */
export class HeldBytes {
  readonly #add: (bytes: number) => void;
  #bytes: number;
  #isReleased = false;

  constructor(bytes: number, add: (bytes: number) => void) {
    this.#bytes = bytes;
    this.#add = add;
  }

  /** Sets what it holds to bytes that are in memory already: it cannot be refused. */
  become(bytes: number): void {
    if (this.#isReleased) return;
    this.#add(bytes - this.#bytes);
    this.#bytes = bytes;
  }

  give(bytes: number): void {
    this.become(Math.max(this.#bytes - bytes, 0));
  }

  /** Returns everything, once: the answer has been sent, or the client is gone. */
  release(): void {
    this.become(0);
    this.#isReleased = true;
  }
}

export function noRoomProblem(limit: BytesLimit, hasKey: boolean): Problem {
  const { bytesInFlightPerKeyMax, bytesInFlightMax, roomRetrySeconds } = HTTP_LIMITS;
  if (limit === "key" && hasKey) {
    const detail = `This API key has as many bytes of requests and answers under way as it may (${bytesInFlightPerKeyMax}). Read its answers and try again in ${roomRetrySeconds} seconds.`;
    return { code: "too_much_at_once", detail };
  }
  const bytesMax = limit === "key" ? bytesInFlightPerKeyMax : bytesInFlightMax;
  const detail = `The service has as many bytes of requests and answers under way as it may (${bytesMax}). Try again in ${roomRetrySeconds} seconds.`;
  return { code: "overloaded", detail };
}
