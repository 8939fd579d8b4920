import type { Exact } from "./exact.ts";
import { dollarText } from "./published-rate.ts";
import { plainText, rescale } from "./rounding.ts";

/** How much more, or less (-), one price is than another: exact, and written as prices are. */
export function priceDifference(price: Exact, other: Exact): string {
  const scale = Math.max(price.scale, other.scale);
  const units = rescale(price.units, price.scale, scale) - rescale(other.units, other.scale, scale);
  return dollarText({ units, scale, text: plainText(units, scale) });
}
