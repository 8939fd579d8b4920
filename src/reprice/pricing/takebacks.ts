import { hash } from "node:crypto";
import { compare, isZero, size, sum, ZERO } from "../../core/money/arithmetic.ts";
import type { Factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { cellsOf } from "../../core/text/csv.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { claimNumberIn } from "../reading/claim-number-column.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import { REVERSAL } from "../values/not-owed.ts";
import type { ReadLine } from "./line-reader.ts";

// Takebacks of a table, by which lines are found that may have been reversed: underpaid lines that may have been paid again, and
// lines whose payment is gone. A takeback stands anywhere in the file, and lines are priced in chunks by threads and machines: all
// of them get the same keys before the first line is priced.

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
  /** What the takebacks come to, above zero, those of rejected and of not owed lines included: dollars to the cent. */
  readonly amount: string;
  /** Whether the amount of each of them could be read. */
  readonly isAmountWhole: boolean;
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
 * By what a line and a takeback belong together: the number of the claim, or this and all of the service (`line`). Or provider, code,
 * day and amount alone where both lines lack the number (`service`), one of them does, or the takeback has another one and its file
 * no payment of that one. Lines of other patients may have the same.
 */
export type TakebackMatch = "claim" | "line" | "service" | "oneNumbered" | "otherClaim";

/** Of a claim with a takeback that may belong to any of its lines, and of one whose takebacks each have their payment. */
interface ClaimKeys {
  readonly open: string;
  readonly matched: string;
}

/** Of provider, code, day and amount, for takebacks without and with a number of a claim. */
interface ServiceKeys {
  readonly unnumbered: string;
  readonly numbered: string;
}

/** What a payment and its takeback have in common. */
interface KeysOfLine {
  /** Null for a line without a number. */
  readonly claim: ClaimKeys | null;
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
    return { claim: claim === null ? null : claimKeys(claim), service: this.#serviceOf(line) };
  }

  #claimIn({ record }: KeptLine): string | null {
    if (this.#claimColumn === null) return null;
    const cells = cellsOf(record);
    return cells instanceof Refusal ? null : claimNumberIn(cells[this.#claimColumn] ?? "");
  }

  #serviceOf({ fields, paidOrTakenBack, takenBack, paid }: KeptLine): ServiceKeys | null {
    const amount = amountOf({ paidOrTakenBack, takenBack, paid });
    const code = fields[BILLING_CODE] ?? "";
    const providers = this.#providers.map((name) => fields[name] ?? "");
    // Nothing that was taken back is no amount in common with nothing that was paid.
    if (amount === null || isZero(amount) || code === "" || providers.every((each) => each === "")) return null;
    const parts = [...providers, code, fields[this.#dayParameter] ?? ""];
    // Lookups read codes and names in any case of letters.
    const hashed = hashOf(["service", ...parts.map((part) => part.toUpperCase()), dollarText(size(amount))]);
    return { unnumbered: keyIn(hashed, 0), numbered: keyIn(hashed, 1) };
  }
}

/** What was paid or taken back; null where no cell says so. */
export function amountOf({
  paidOrTakenBack,
  takenBack,
  paid,
}: Pick<ReadLine, "paidOrTakenBack" | "takenBack" | "paid">) {
  return paidOrTakenBack ?? takenBack ?? paid;
}

function claimKeys(claim: string): ClaimKeys {
  const hashed = hashOf(["claim", claim]);
  return { open: keyIn(hashed, 0), matched: keyIn(hashed, 1) };
}

/** Of a claim and all of its service. */
function lineKey({ open }: ClaimKeys, { numbered }: ServiceKeys): string {
  return keyIn(hashOf(["line", open, numbered]), 0);
}

function hashOf(parts: readonly string[]): Buffer {
  return hash("sha256", JSON.stringify(parts), "buffer");
}

function keyIn(hashed: Buffer, place: number): string {
  return hashed.toString("latin1", place * HASH_BYTES, (place + 1) * HASH_BYTES);
}

/** The keys of takebacks while a file is read. Bounded: further keys are dropped, and the record says so. */
export class GatheredTakebacks {
  readonly #keysMax: number;
  readonly #claims = new Map<string, ClaimKeys>();
  /** Claims with a takeback whose service is not known, or was dropped. */
  readonly #withoutService = new Set<string>();
  readonly #unnumbered = new Set<string>();
  /** By claim and service: the keys of those with a number. */
  readonly #numbered = new Map<string, { readonly claim: ClaimKeys; readonly service: ServiceKeys }>();
  readonly #withPayment = new Set<string>();
  #areAllKept = true;
  #unreadRows = 0;
  #foundByClaimAlone = 0;
  #amount: Factor = ZERO;
  #isAmountWhole = true;

  constructor(keysMax = TAKEBACK_KEYS_MAX) {
    this.#keysMax = keysMax;
  }

  add({ claim, service }: KeysOfLine): void {
    if (claim === null) {
      if (service === null) this.#unreadRows += 1;
      else if (this.#hasRoom(this.#unnumbered, service.unnumbered)) this.#unnumbered.add(service.unnumbered);
      return;
    }
    if (this.#hasRoom(this.#claims, claim.open)) this.#claims.set(claim.open, claim);
    if (service === null) this.#foundByClaimAlone += 1;
    const key = service === null ? null : claim.open + service.numbered;
    if (service !== null && key !== null && this.#hasRoom(this.#numbered, key)) {
      this.#numbered.set(key, { claim, service });
    } else if (this.#claims.has(claim.open)) this.#withoutService.add(claim.open);
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
    const key = claim.open + service.numbered;
    if (this.#numbered.has(key)) this.#withPayment.add(key);
  }

  /** What a takeback takes back, whichever sign its file gives it; null where that cannot be read. */
  addAmount(amount: Factor | null): void {
    if (amount === null) this.#isAmountWhole = false;
    else this.#amount = sum(this.#amount, size(amount));
  }

  /** A row that may be a takeback, and cannot be compared. */
  addUnread(): void {
    this.#unreadRows += 1;
  }

  #keysOfClaims(): readonly string[] {
    const { matched = [], others = [] } = Object.groupBy(this.#numbered, ([key]) =>
      this.#withPayment.has(key) ? "matched" : "others",
    );
    const open = new Set([...this.#withoutService, ...others.map(([, { claim }]) => claim.open)]);
    return [
      ...[...this.#claims.values()].map((claim) => (open.has(claim.open) ? claim.open : claim.matched)),
      ...this.#unnumbered,
      ...new Set(others.map(([, { service }]) => service.numbered)),
      ...matched.map(([, { claim, service }]) => lineKey(claim, service)),
    ];
  }

  /** Where the column has no numbers of claims. */
  #keysOfServices(): readonly string[] {
    const numbered = [...this.#numbered.values()];
    return [...new Set([...this.#unnumbered, ...numbered.map(({ service }) => service.unnumbered)])];
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
      amount: dollarText(this.#amount),
      isAmountWhole: this.#isAmountWhole && this.#unreadRows === 0,
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

  /**
   * Null where the line has none. An underpaid line has every takeback of its claim: it may have been paid again on another line. A
   * line with a payment has those that may take this payment back, so a payment that was made again with another amount has none.
   */
  of(line: KeptLine & Pick<ReadLine, "notOwed">, isUnderpaid: boolean): TakebackMatch | null {
    if (this.#keys.size === 0 || !(isUnderpaid || isOwedAndPaid(line))) return null;
    const { claim, service } = this.#keysOf.of(line);
    if (claim !== null) {
      const isMatched = this.#keys.has(claim.matched);
      if (this.#keys.has(claim.open) || (isUnderpaid && isMatched)) return "claim";
      if (isMatched && service !== null && this.#keys.has(lineKey(claim, service))) return "line";
    }
    if (service === null) return null;
    if (this.#keys.has(service.unnumbered)) return claim === null ? "service" : "oneNumbered";
    if (this.#keys.has(service.numbered)) return claim === null ? "oneNumbered" : "otherClaim";
    return null;
  }
}

function isOwedAndPaid({ notOwed, takenBack, paidOrTakenBack, paid }: Parameters<Takebacks["of"]>[0]): boolean {
  const payment = paidOrTakenBack ?? paid;
  return notOwed === null && takenBack === null && payment !== null && compare(payment, ZERO) > 0;
}
