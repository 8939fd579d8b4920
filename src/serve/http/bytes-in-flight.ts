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
  readonly #waiting = new Set<Waiting>();
  readonly #perKeyMax: number;
  readonly #max: number;
  readonly #expectedShare: number;

  constructor(
    perKeyMax: number = HTTP_LIMITS.bytesInFlightPerKeyMax,
    max: number = HTTP_LIMITS.bytesInFlightMax,
    expectedShare: number = HTTP_LIMITS.expectedAnswersShareMax,
  ) {
    this.#perKeyMax = perKeyMax;
    this.#max = max;
    this.#expectedShare = expectedShare;
  }

  get total(): number {
    return this.#total;
  }

  /**
   * Reserves bytes for a key, or for all requests without one; or returns the limit that they would exceed. Zero bytes never exceed one.
   */
  hold(keyId: string | null, bytes: number): HeldBytes | BytesLimit {
    const owner = keyId ?? NO_KEY;
    const limit = bytes === 0 ? null : this.#limitAgainst(owner, bytes, 1);
    if (limit !== null) return limit;
    this.#add(owner, bytes);
    return new HeldBytes(bytes, {
      change: (by) => this.#add(owner, by),
      growth: (by) => this.#growth(owner, by),
    });
  }

  /** Null at once when there is space, otherwise the outcome of waiting for it. */
  #growth(owner: string, bytes: number): Waiting | null {
    const limitNow = () => this.#limitAgainst(owner, bytes, this.#expectedShare);
    if (this.#waiting.size === 0 && limitNow() === null) {
      this.#add(owner, bytes);
      return null;
    }
    const waiting = new Waiting(owner, bytes, () => {
      this.#waiting.delete(waiting);
      return limitNow() ?? "process";
    });
    this.#waiting.add(waiting);
    this.#letIn();
    return waiting;
  }

  /** An owner without reserved bytes may reserve any number: its request would never be answered otherwise. */
  #limitAgainst(owner: string, bytes: number, share: number): BytesLimit | null {
    const held = this.#byOwner.get(owner) ?? 0;
    if (held > 0 && held + bytes > this.#perKeyMax * share) return "key";
    return this.#total > 0 && this.#total + bytes > this.#max * share ? "process" : null;
  }

  #add(owner: string, bytes: number): void {
    this.#total += bytes;
    const held = (this.#byOwner.get(owner) ?? 0) + bytes;
    if (held > 0) this.#byOwner.set(owner, held);
    else this.#byOwner.delete(owner);
    if (bytes < 0 && this.#waiting.size > 0) this.#letIn();
  }

  /** First come, first served; but a request that waits for the limit of its key keeps no other key waiting. */
  #letIn(): void {
    for (const waiting of this.#waiting) {
      const limit = this.#limitAgainst(waiting.owner, waiting.bytes, this.#expectedShare);
      if (limit === "process") return;
      if (limit === "key") continue;
      this.#waiting.delete(waiting);
      this.#add(waiting.owner, waiting.bytes);
      waiting.settle(null);
    }
  }
}

/** A request that waits for memory, and no longer than is useful. */
class Waiting {
  readonly owner: string;
  readonly bytes: number;
  /** Null when there is space now; otherwise the limit that prevented it to the end. */
  readonly outcome: Promise<BytesLimit | null>;
  readonly #settled = Promise.withResolvers<BytesLimit | null>();
  readonly #giveUp: () => BytesLimit;
  readonly #deadline: NodeJS.Timeout;

  constructor(owner: string, bytes: number, giveUp: () => BytesLimit) {
    this.owner = owner;
    this.bytes = bytes;
    this.outcome = this.#settled.promise;
    this.#giveUp = giveUp;
    this.#deadline = setTimeout(() => this.giveUp(), HTTP_LIMITS.roomMillisecondsMax);
  }

  settle(outcome: BytesLimit | null): void {
    clearTimeout(this.#deadline);
    this.#settled.resolve(outcome);
  }

  giveUp(): void {
    this.settle(this.#giveUp());
  }
}

interface Account {
  readonly change: (bytes: number) => void;
  readonly growth: (bytes: number) => Waiting | null;
}

/** What one request holds, from the head of its body to the last byte of its answer. */
export class HeldBytes {
  readonly #account: Account;
  #bytes: number;
  #waiting: Waiting | null = null;
  #isReleased = false;

  constructor(bytes: number, account: Account) {
    this.#bytes = bytes;
    this.#account = account;
  }

  /** Sets what it holds to bytes that are in memory already: it cannot be refused. */
  become(bytes: number): void {
    if (this.#isReleased) return;
    this.#account.change(bytes - this.#bytes);
    this.#bytes = bytes;
  }

  give(bytes: number): void {
    this.become(Math.max(this.#bytes - bytes, 0));
  }

  /** Reserves more before it is used: null at once, or the outcome of waiting. */
  makeRoom(bytes: number): Promise<BytesLimit | null> | null {
    this.#waiting = this.#isReleased ? null : this.#account.growth(bytes);
    if (this.#waiting === null) {
      if (!this.#isReleased) this.#bytes += bytes;
      return null;
    }
    return this.#waiting.outcome.then((limit) => {
      this.#waiting = null;
      if (limit === null) this.#bytes += bytes;
      // A client that left at this moment returns its bytes.
      if (limit === null && this.#isReleased) this.#giveAllBack();
      return limit;
    });
  }

  /** Returns everything, once: the answer has been sent, or the client is gone. */
  release(): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.#giveAllBack();
    this.#waiting?.giveUp();
  }

  #giveAllBack(): void {
    const bytes = this.#bytes;
    this.#bytes = 0;
    this.#account.change(-bytes);
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
