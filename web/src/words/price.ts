import { percentDigits, percentText, shareOfCharges } from "../../../src/answers/explanation/result-words.ts";
import { moneyText } from "./amount.ts";
import type { Result } from "./names.ts";

/** What a result pays, as the page shows and places it: dollars, or percent of the billed charges where none were entered. */
export interface ShownPrice {
  /** All digits, in dollars or in percent. */
  readonly digits: string;
  /** "$24.00", "34.03 %" */
  readonly text: string;
  readonly unit: PriceUnit;
}

export type PriceUnit = "dollars" | "percent";

/** Null where the result pays nothing that is known: no rate, or priced by hand. */
export function shownPrice(result: Result | null): ShownPrice | null {
  if (result === null) return null;
  if (result.payment_rate !== null) {
    return { digits: result.payment_rate, text: moneyText(result.payment_rate), unit: "dollars" };
  }
  const share = shareOfCharges(result);
  return share === null ? null : { digits: percentDigits(share), text: percentText(share), unit: "percent" };
}

/** What follows a price in a sentence: a percentage says of what. */
export function priceWords({ text, unit }: ShownPrice): string {
  return unit === "percent" ? `${text} of billed charges` : text;
}
