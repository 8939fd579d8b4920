import { percentText } from "../../../src/answers/explanation/result-words.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { moneyText } from "../words/amount.ts";

/* Medicare's price in charts and tables, as the API has it beside each result. */

/** What both answers say about Medicare beside a result. */
export interface BesideMedicare {
  readonly payment_rate: string | null;
  readonly ratio: string | null;
}

/** The parameter that requests it: stays have no price of Medicare. */
export function medicareField({ setting }: Lookup): Readonly<Record<string, string>> {
  return setting.setting === "outpatient" ? { medicare: "true" } : {};
}

/** "$89.24", or why nothing stands there. */
export function medicareCell(beside: BesideMedicare | null): string {
  return beside?.payment_rate == null ? "no price" : moneyText(beside.payment_rate);
}

export function ratioCell(beside: BesideMedicare | null): string {
  return beside?.ratio == null ? "" : percentText(beside.ratio);
}

/** "Medicare pays $89.24; Medicaid pays 103.62 % of it." Empty without a price of Medicare. */
export function medicareSentence(beside: BesideMedicare | null, where = ""): string {
  if (beside?.payment_rate == null) return "";
  const part = beside.ratio === null ? "" : `; Medicaid pays ${percentText(beside.ratio)} of it`;
  return `Medicare pays ${moneyText(beside.payment_rate)}${where}${part}.`;
}
