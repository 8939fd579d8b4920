import { createHash } from "node:crypto";
import { isZero, size } from "../../core/money/arithmetic.ts";
import { dollarText } from "../../core/money/money.ts";
import { cellsOf } from "../../core/text/csv.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import { claimNumberIn } from "../values/claim-number.ts";
import { REVERSAL } from "../values/not-owed.ts";
import type { ReadLine } from "./line-reader.ts";

// Takebacks of a table, by which an underpaid line is found that may have been reversed and paid again. A takeback stands anywhere
// in the file, and lines are priced in chunks by threads and machines: all of them get the same keys before the first line is priced.

/** The takebacks of a table, with what decides whether a line has one. It is sent to every thread and machine. */
export interface TakebacksOfFile {
  /** The position of the column with the number of the claim; null where the file has none. */
  readonly claimColumn: number | null;
  /** The position of a column whose heading names claim numbers, and which has one value on most lines; null for none. */
  readonly repeatedColumn: number | null;
  /** The first bytes of the hash of each key, in base64: no number of a claim, and the same length for each. */
  readonly keys: string;
  readonly keysTotal: number;
  /** Whether the keys of all takebacks are among them. */
  readonly areAllKept: boolean;
  /** Rows that may be takebacks and that no line is compared with, since they cannot be read. */
  readonly unreadRows: number;
}

/** A hundredth of ten million lines: more than files have. */
export const TAKEBACKS_MAX = 100_000;

/** Each takeback has two at most. As text for other machines they are two megabytes. */
const TAKEBACK_KEYS_MAX = 2 * TAKEBACKS_MAX;

/** Keys that differ have one hash in one file of nine million: 200,000 keys times ten million lines in 2^64. */
const HASH_BYTES = 8;

export function isTakeback({ takenBack, notOwed }: Pick<ReadLine, "takenBack" | "notOwed">): boolean {
  return takenBack !== null || notOwed?.code === REVERSAL;
}

type KeptLine = Pick<ReadLine, "record" | "fields" | "paidOrTakenBack" | "takenBack" | "paid">;

/**
 * By what a line and a takeback belong together: the number of the claim, or provider, code, day and amount where both lines lack
 * the number (`service`), one of them does, or the takeback has another one and its file no payment of that one. Lines of other patients may have the same.
 */
export type TakebackMatch = "claim" | "service" | "oneNumbered" | "otherClaim";

/** Of provider, code, day and amount, for takebacks without and with a number of a claim. */
interface ServiceKeys {
  readonly unnumbered: string;
  readonly numbered: string;
}

/** What a payment and its takeback have in common. */
interface KeysOfLine {
  /** Null for a line without a number. */
  readonly claim: string | null;
  /** Null where one of the four is missing. */
  readonly service: ServiceKeys | null;
}

export class TakebackKeys {
  readonly #claimColumn: number | null;
  readonly #providers: readonly string[];
  readonly #dayParameter: string;

  constructor(claimColumn: number | null, { parameters, dayParameter }: RateLookup) {
    this.#claimColumn = claimColumn;
    const providers = Object.entries(parameters).filter(([, { identifiesProvider }]) => identifiesProvider);
    this.#providers = providers.map(([key]) => snakeCase(key));
    this.#dayParameter = dayParameter;
  }

  of(line: KeptLine): KeysOfLine {
    const claim = this.#claimIn(line);
    return {
      claim: claim === null ? null : hashOf(["claim", claim]).toString("latin1", 0, HASH_BYTES),
      service: this.#serviceOf(line),
    };
  }

  #claimIn({ record }: KeptLine): string | null {
    if (this.#claimColumn === null) return null;
    const cells = cellsOf(record);
    return cells instanceof Refusal ? null : claimNumberIn(cells[this.#claimColumn] ?? "");
  }

  #serviceOf({ fields, paidOrTakenBack, takenBack, paid }: KeptLine): ServiceKeys | null {
    const amount = paidOrTakenBack ?? takenBack ?? paid;
    const code = fields[BILLING_CODE] ?? "";
    const providers = this.#providers.map((name) => fields[name] ?? "");
    // Nothing that was taken back is no amount in common with nothing that was paid.
    if (amount === null || isZero(amount) || code === "" || providers.every((each) => each === "")) return null;
    const parts = [...providers, code, fields[this.#dayParameter] ?? ""];
    // Lookups read codes and names in any case of letters.
    const hash = hashOf(["service", ...parts.map((part) => part.toUpperCase()), dollarText(size(amount))]);
    return {
      unnumbered: hash.toString("latin1", 0, HASH_BYTES),
      numbered: hash.toString("latin1", HASH_BYTES, 2 * HASH_BYTES),
    };
  }
}

function hashOf(parts: readonly string[]): Buffer {
  return createHash("sha256").update(JSON.stringify(parts)).digest();
}

/** The keys of takebacks while a file is read. Bounded: further keys are dropped, and the record says so. */
export class GatheredTakebacks {
  readonly #keysMax: number;
  readonly #claims = new Set<string>();
  readonly #unnumbered = new Set<string>();
  /** By claim and service: the keys of those with a number. */
  readonly #numbered = new Map<string, ServiceKeys>();
  readonly #withPayment = new Set<string>();
  #areAllKept = true;
  #unreadRows = 0;
  #foundByClaimAlone = 0;

  constructor(keysMax = TAKEBACK_KEYS_MAX) {
    this.#keysMax = keysMax;
  }

  add({ claim, service }: KeysOfLine): void {
    if (claim !== null && this.#hasRoom(this.#claims, claim)) this.#claims.add(claim);
    if (service === null) {
      if (claim === null) this.#unreadRows += 1;
      else this.#foundByClaimAlone += 1;
    } else if (claim === null) {
      if (this.#hasRoom(this.#unnumbered, service.unnumbered)) this.#unnumbered.add(service.unnumbered);
    } else if (this.#hasRoom(this.#numbered, claim + service.numbered)) {
      this.#numbered.set(claim + service.numbered, service);
    }
  }

  #hasRoom(keys: Pick<ReadonlySet<string>, "has">, key: string): boolean {
    if (keys.has(key)) return true;
    const hasRoom = this.#claims.size + this.#unnumbered.size + this.#numbered.size < this.#keysMax;
    this.#areAllKept &&= hasRoom;
    return hasRoom;
  }

  get hasNumbered(): boolean {
    return this.#numbered.size > 0;
  }

  /** A payment that a takeback of its own claim takes back: that takeback belongs to no other claim. */
  addPayment({ claim, service }: KeysOfLine): void {
    if (claim === null || service === null) return;
    const key = claim + service.numbered;
    if (this.#numbered.has(key)) this.#withPayment.add(key);
  }

  /** A row that may be a takeback, and cannot be compared. */
  addUnread(): void {
    this.#unreadRows += 1;
  }

  #keysOfClaims(): readonly string[] {
    const others = [...this.#numbered].filter(([key]) => !this.#withPayment.has(key));
    return [...this.#claims, ...this.#unnumbered, ...new Set(others.map(([, { numbered }]) => numbered))];
  }

  /** Where the column has no numbers of claims. */
  #keysOfServices(): readonly string[] {
    const numbered = [...this.#numbered.values()];
    return [...new Set([...this.#unnumbered, ...numbered.map(({ unnumbered }) => unnumbered)])];
  }

  record(column: number | null, isRepeated: boolean): TakebacksOfFile {
    const keys = isRepeated ? this.#keysOfServices() : this.#keysOfClaims();
    return {
      claimColumn: isRepeated ? null : column,
      repeatedColumn: isRepeated ? column : null,
      keys: Buffer.from(keys.join(""), "latin1").toString("base64"),
      keysTotal: keys.length,
      areAllKept: this.#areAllKept,
      unreadRows: this.#unreadRows + (isRepeated ? this.#foundByClaimAlone : 0),
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
    const { claim, service } = this.#keysOf.of(line);
    if (claim !== null && this.#keys.has(claim)) return "claim";
    if (service === null) return null;
    if (this.#keys.has(service.unnumbered)) return claim === null ? "service" : "oneNumbered";
    if (this.#keys.has(service.numbered)) return claim === null ? "oneNumbered" : "otherClaim";
    return null;
  }
}
