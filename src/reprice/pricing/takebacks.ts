import { createHash } from "node:crypto";
import { size } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { cellsOf } from "../../core/text/csv.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import { REVERSAL } from "../values/not-owed.ts";
import { readCode, trimmedFor } from "../values/read-value.ts";
import type { ReadLine } from "./line-reader.ts";

// Takebacks of a table, by which an underpaid line is found that may have been reversed and paid again. A takeback stands anywhere
// in the file, and lines are priced in chunks by threads and machines: all of them get the same keys before the first line is priced.

/** The takebacks of a table, with what decides whether a line has one. It is sent to every thread and machine. */
export interface TakebacksOfFile {
  /** The position of the column with the number of the claim; null where no heading names one. */
  readonly claimColumn: number | null;
  /** The first bytes of the hash of each key, in base64: no number of a claim, and the same length for each. */
  readonly keys: string;
  readonly keysTotal: number;
  /** Whether all takebacks of the file are among them. */
  readonly isComplete: boolean;
}

/** More than ten million lines have, of which one in a hundred is taken back. As text for other machines they are a megabyte. */
export const TAKEBACK_KEYS_MAX = 100_000;

/** Keys that differ have one hash in one file of eighteen million: 100,000 keys times ten million lines in 2^64. */
const HASH_BYTES = 8;

export function isTakeback({ takenBack, notOwed }: Pick<ReadLine, "takenBack" | "notOwed">): boolean {
  return takenBack !== null || notOwed?.code === REVERSAL;
}

type KeptLine = Pick<ReadLine, "record" | "fields" | "paidOrTakenBack" | "takenBack" | "paid">;

/** By what a line and a takeback belong together. */
export type TakebackMatch = "claim" | "line";

interface TakebackKey {
  readonly by: TakebackMatch;
  readonly hash: string;
}

/** A number that a spreadsheet has rounded is that of many claims. */
const readNumber = trimmedFor(readCode);
/** `0` and `-` stand for no number. */
const NUMBER = /[1-9\p{L}]/u;

/**
 * What a payment and its takeback have in common: the number of the claim. A line without one has provider, code, day and amount
 * in its place; lines of other patients may have the same. Null for a line that has neither.
 */
export class TakebackKeys {
  readonly #claimColumn: number | null;
  readonly #parts: readonly string[];

  constructor(claimColumn: number | null, { parameters, dayParameter }: RateLookup) {
    this.#claimColumn = claimColumn;
    const providers = Object.entries(parameters).filter(([, { identifiesProvider }]) => identifiesProvider);
    this.#parts = [...providers.map(([key]) => snakeCase(key)), BILLING_CODE, dayParameter];
  }

  of(line: KeptLine): TakebackKey | null {
    const claim = this.#claimIn(line);
    if (claim !== "") return { by: "claim", hash: hashed(["claim", claim]) };
    const amount = line.paidOrTakenBack ?? line.takenBack ?? line.paid;
    if (amount === null) return null;
    const parts = this.#parts.map((name) => line.fields[name] ?? "");
    return { by: "line", hash: hashed(["line", ...parts, centsOf(amount)]) };
  }

  #claimIn({ record }: KeptLine): string {
    if (this.#claimColumn === null) return "";
    const cells = cellsOf(record);
    const number = cells instanceof Refusal ? cells : readNumber(cells[this.#claimColumn] ?? "");
    return number instanceof Refusal || !NUMBER.test(number.text) ? "" : number.text;
  }
}

function centsOf(amount: Factor): string {
  return dollarText(size(amount));
}

function hashed(parts: readonly string[]): string {
  const hash = createHash("sha256").update(JSON.stringify(parts)).digest();
  return hash.toString("latin1", 0, HASH_BYTES);
}

/** The keys of takebacks while a file is read. Bounded: further keys are dropped, and the record says so. */
export class GatheredTakebacks {
  readonly #claimColumn: number | null;
  readonly #keysMax: number;
  readonly #keys = new Set<string>();
  #isComplete = true;

  constructor(claimColumn: number | null, keysMax = TAKEBACK_KEYS_MAX) {
    this.#claimColumn = claimColumn;
    this.#keysMax = keysMax;
  }

  add({ hash }: TakebackKey): void {
    if (this.#keys.has(hash)) return;
    if (this.#keys.size < this.#keysMax) this.#keys.add(hash);
    else this.#isComplete = false;
  }

  record(): TakebacksOfFile {
    return {
      claimColumn: this.#claimColumn,
      keys: Buffer.from([...this.#keys].join(""), "latin1").toString("base64"),
      keysTotal: this.#keys.size,
      isComplete: this.#isComplete,
    };
  }
}

const NO_KEYS: ReadonlySet<string> = new Set();
/** The keys of each file, unpacked once and not for every chunk. */
const unpacked = new WeakMap<TakebacksOfFile, ReadonlySet<string>>();

function keysIn(found: TakebacksOfFile): ReadonlySet<string> {
  const known = unpacked.get(found);
  if (known !== undefined) return known;
  const bytes = Buffer.from(found.keys, "base64").toString("latin1");
  const keyAt = (place: number) => bytes.slice(place * HASH_BYTES, (place + 1) * HASH_BYTES);
  const keys = new Set(Array.from({ length: found.keysTotal }, (_, place) => keyAt(place)));
  unpacked.set(found, keys);
  return keys;
}

/** Finds lines that have a takeback in their file. */
export class Takebacks {
  readonly #keys: ReadonlySet<string>;
  readonly #keysOf: TakebackKeys;

  /** Null: none were looked for. */
  constructor(found: TakebacksOfFile | null, lookup: RateLookup) {
    this.#keys = found === null ? NO_KEYS : keysIn(found);
    this.#keysOf = new TakebackKeys(found?.claimColumn ?? null, lookup);
  }

  /** Null where the line has none. */
  of(line: KeptLine): TakebackMatch | null {
    if (this.#keys.size === 0) return null;
    const key = this.#keysOf.of(line);
    return key !== null && this.#keys.has(key.hash) ? key.by : null;
  }
}
