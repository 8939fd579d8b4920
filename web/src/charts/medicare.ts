import type { MedicareRatio } from "../../../src/answers/benchmark/schema.ts";
import { type BesidePrice, medicareName, medicareSentence, shareCell } from "../../../src/answers/benchmark/words.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { moneyText } from "../words/amount.ts";

/* Medicare's price in charts and tables, as the API has it beside each result. */

/** What both answers say about Medicare beside a result. */
export type BesideMedicare = BesidePrice & Pick<MedicareRatio, "payment_rate">;

/** The parameter that requests it: stays have no price of Medicare. */
export function medicareField({ setting }: Lookup): Readonly<Record<string, string>> {
  return setting.setting === "outpatient" ? { medicare: "true" } : {};
}

/** "$89.24", or why nothing stands there. */
export function medicareCell(beside: BesideMedicare | null): string {
  return beside?.payment_rate == null ? "no price" : moneyText(beside.payment_rate);
}

export function ratioCell(beside: BesideMedicare | null): string {
  return beside?.payment_rate == null ? "" : shareCell(beside);
}

/** The heading over several prices; "Medicare" where they differ in what they are beside. */
export function medicareNames(beside: readonly BesideMedicare[]): string {
  const [name, ...others] = new Set(beside.filter(({ payment_rate }) => payment_rate !== null).map(medicareName));
  return name === undefined || others.length > 0 ? "Medicare" : name;
}

/** The ratio as a figure of a table; null where it is no share. */
export function ratioValue(beside: BesideMedicare | null): string | null {
  return beside === null || beside.medicaid_includes_facility ? null : beside.ratio;
}

/** "Medicare pays $89.24; Medicaid pays 103.62 % of it." Empty without a price of Medicare. */
export function medicareWords(beside: BesideMedicare | null, where = ""): string {
  return beside?.payment_rate == null ? "" : medicareSentence(beside, moneyText(beside.payment_rate), where);
}
