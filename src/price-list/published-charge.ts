import { type Factor, parseFactor } from "../core/money/factor.ts";
import { Refusal } from "../core/text/refusal.ts";

/** What a published file says about itself; null where it does not say it. */
export interface FileFacts {
  readonly form: "tall CSV" | "wide CSV" | "JSON";
  readonly hospital: string | null;
  /** Two letters. */
  readonly state: string | null;
  readonly npis: readonly string[];
  /** The day of its last update, as it is written. */
  readonly updated: string | null;
}

export interface PublishedCode {
  readonly code: string;
  /** In the template's words. */
  readonly type: string;
}

/** One charge of a published file: what one plan pays for one line. */
export interface PublishedCharge {
  /** `line 12`, or `item 12`. */
  readonly place: string;
  readonly codes: readonly PublishedCode[];
  readonly modifiers: readonly string[];
  /** inpatient, outpatient or both. */
  readonly setting: string;
  readonly payer: string;
  readonly plan: string;
  /** Amounts as they are written; empty where there are none. */
  readonly dollars: string;
  readonly percentage: string;
}

/** Takes the charges of a file, one after the other. */
export type OnCharge = (charge: PublishedCharge) => void;

/** How files write that there is no amount. */
const NO_AMOUNT = /^(?:n\/?a)?$/i;

/** `1234.5`, `$1,234.50`, `34.03 %`. */
const AMOUNT = /^\$?\s*((?:[0-9]+|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?|\.[0-9]+)\s*%?$/;

/** An amount or a percentage of a file. Null for none, a refusal for what is no amount. */
export function amountIn(written: string): Factor | Refusal | null {
  const text = written.trim();
  if (NO_AMOUNT.test(text)) return null;
  const digits = AMOUNT.exec(text)?.[1]?.replaceAll(",", "") ?? "";
  const value = parseFactor(digits.startsWith(".") ? `0${digits}` : digits);
  return value === null ? new Refusal("an amount of zero or more") : value;
}

/** Several modifiers stand in one cell, with pipes, commas or spaces between them. */
export function modifiersIn(cell: string): readonly string[] {
  return cell
    .toUpperCase()
    .split(/[|,;\s]+/)
    .filter((modifier) => modifier !== "");
}
