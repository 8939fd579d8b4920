import { setTimeout as wait } from "node:timers/promises";
import { type Answer, Client } from "./http.ts";
import type { KnownLookup } from "./known-lookups.ts";
import { type Patience, PROMISED } from "./patience.ts";

/** What became of lookups whose right answers are known. */
export interface Watched {
  readonly right: number;
  /** Refused with 503. */
  readonly unavailable: number;
  /** Connections that broke before there was an answer. */
  readonly broken: number;
  /** Answers of success that are not the right ones. */
  readonly wrong: readonly string[];
  /** Answers of 500 and above other than 503, and refusals of what is valid. */
  readonly failed: readonly string[];
  readonly slowestMilliseconds: number;
}

const LANES = 3;
const PAUSE_MILLISECONDS = 5;
const KEPT_MAX = 10;

export interface WatchOptions {
  readonly pauseMilliseconds?: number;
  readonly patience?: Patience;
}

/** Asks a server what is known already, over and over, and compares. */
export class PriceWatch {
  readonly #client: Client;
  readonly #key: string;
  readonly #lookups: readonly KnownLookup[];
  readonly #pauseMilliseconds: number;
  readonly #lanes: readonly Promise<void>[];
  #isOn = true;
  #next = 0;
  #right = 0;
  #unavailable = 0;
  #broken = 0;
  #slowest = 0;
  readonly #wrong: string[] = [];
  readonly #failed: string[] = [];

  constructor(
    port: number,
    key: string,
    lookups: readonly KnownLookup[],
    { pauseMilliseconds = PAUSE_MILLISECONDS, patience = PROMISED }: WatchOptions = {},
  ) {
    this.#client = new Client(port, LANES, patience);
    this.#key = key;
    this.#lookups = lookups;
    this.#pauseMilliseconds = pauseMilliseconds;
    this.#lanes = Array.from({ length: LANES }, () => this.#lane());
  }

  /** Ends it; what it has seen. */
  async stop(): Promise<Watched> {
    this.#isOn = false;
    await Promise.all(this.#lanes);
    this.#client.close();
    return {
      right: this.#right,
      unavailable: this.#unavailable,
      broken: this.#broken,
      wrong: this.#wrong,
      failed: this.#failed,
      slowestMilliseconds: this.#slowest,
    };
  }

  async #lane(): Promise<void> {
    while (this.#isOn) {
      const lookup = this.#lookups[this.#next % this.#lookups.length] as KnownLookup;
      this.#next += 1;
      try {
        this.#take(lookup, await this.#client.get(lookup.path, this.#key));
      } catch {
        this.#broken += 1;
      }
      await wait(this.#pauseMilliseconds);
    }
  }

  #take({ path, answer }: KnownLookup, { status, body, milliseconds }: Answer): void {
    this.#slowest = Math.max(this.#slowest, milliseconds);
    if (status === 503) this.#unavailable += 1;
    else if (status !== 200) note(this.#failed, `${path} answered ${status}: ${body.slice(0, 200)}`);
    else if (body !== answer) note(this.#wrong, `${path} answered ${body.slice(0, 300)}`);
    else this.#right += 1;
  }
}

function note(list: string[], text: string): void {
  if (list.length < KEPT_MAX) list.push(text);
}

/** What may be seen besides right prices. */
interface Allowed {
  readonly unavailable?: boolean;
  readonly broken?: boolean;
}

/** What is wrong with what was watched, or null. */
export function problemOf(
  { right, unavailable, broken, wrong, failed }: Watched,
  allowed: Allowed = {},
): string | null {
  if (wrong.length > 0) return `wrong prices: ${wrong[0]}`;
  if (failed.length > 0) return failed[0] as string;
  if (unavailable > 0 && !allowed.unavailable) return `${unavailable} answers of 503`;
  if (broken > 0 && !allowed.broken) return `${broken} connections broke`;
  return right + unavailable === 0 ? "nothing was answered" : null;
}
