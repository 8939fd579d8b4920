import { timesOver } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Stay } from "./stay.ts";

/** The hospital's average add-on, scaled by this case's weight over its casemix; null without one (fl 5.3 step 5). */
export function childrensAddOn({ rate, weight }: Pick<Stay, "rate" | "weight">, sheet: Worksheet): Money | null {
  const { childrensAddon, casemix } = rate;
  const { relativeWeight } = weight;
  if (childrensAddon === null) return null;
  if (casemix === null) return sheet.step(formula`children's add-on: add-on (${childrensAddon.text})`, childrensAddon);
  return sheet.step(
    formula`children's add-on: add-on (${childrensAddon.text}) x relative weight (${relativeWeight}) / casemix (${casemix})`,
    timesOver(childrensAddon, relativeWeight, casemix),
  );
}
