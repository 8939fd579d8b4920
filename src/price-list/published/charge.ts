import { compare, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, parseFactor } from "../../core/money/factor.ts";
import { Refusal } from "../../core/text/refusal.ts";
import { readAmount } from "../../reprice/values/amounts.ts";

/** What a published file says about itself; null where it does not say it. */
export interface FileFacts {
  readonly form: "tall CSV" | "wide CSV" | "JSON" | "table";
  readonly hospital: string | null;
  /** Two letters. */
  readonly state: string | null;
  readonly npis: readonly string[];
  /** The day of its last update, as it is written. */
  readonly updated: string | null;
  /** The day of its prices, in the first line of a file that Ratebook wrote. */
  readonly pricedOn: string | null;
  readonly version: string | null;
}

export interface PublishedCode {
  readonly code: string;
  /** In the template's words; null in a table that does not say it. */
  readonly type: string | null;
}

/** One charge of a published file: what one plan pays for one line. */
export interface PublishedCharge {
  /** `line 12`, or `item 12`. */
  readonly place: string;
  readonly description: string;
  readonly codes: readonly PublishedCode[];
  readonly modifiers: readonly string[];
  /** inpatient, outpatient or both; null in a table that does not say it. */
  readonly setting: string | null;
  readonly payer: string;
  readonly plan: string;
  /** Amounts as they are written; empty where there are none. */
  readonly dollars: string;
  readonly percentage: string;
  readonly algorithm: string;
}

/** Takes the charges of a file, one after the other. */
export type OnCharge = (charge: PublishedCharge) => void;

/** Rows of a CSV that end before the last column that is read: their missing cells are empty. */
interface ShortRows {
  readonly count: number;
  /** The line of the first one; null without any. */
  readonly first: number | null;
}

/** A published file whose beginning was read. */
export interface PublishedFile {
  readonly facts: FileFacts;
  readonly read: (onCharge: OnCharge) => Promise<ShortRows>;
}

/** How files write that there is no amount. */
const NO_AMOUNT = /^n\/?a$/i;

/** An amount of a file: `$1,234.50` too. Null for none, a refusal for what is no amount. */
export function amountIn(written: string): Factor | Refusal | null {
  const text = written.trim();
  if (text === "" || NO_AMOUNT.test(text)) return null;
  const read = readAmount(text);
  if (read instanceof Refusal) return read;
  const value = parseFactor(read.text);
  return value === null || compare(value, ZERO) < 0 ? new Refusal("an amount of zero or more") : value;
}

/** A percentage of a file: `34.03%` too. */
export function percentageIn(written: string): Factor | Refusal | null {
  return amountIn(written.trim().replace(/([0-9.])\s*%$/, "$1"));
}

/** Several modifiers stand in one cell, with pipes, commas or spaces between them. */
export function modifiersIn(cell: string): readonly string[] {
  return cell
    .split(/[|,;\s]+/)
    .map((modifier) => modifier.trim().toUpperCase())
    .filter((modifier) => modifier !== "");
}

/** A heading as it is compared: small letters, no spaces around pipes. */
export function headingText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*\|\s*/g, "|");
}
