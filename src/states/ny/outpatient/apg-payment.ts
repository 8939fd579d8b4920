import type { Period } from "../../../calendar/period.ts";
import { times } from "../../../money/arithmetic.ts";
import type { Money } from "../../../money/money.ts";
import { formula, type Worksheet } from "../../../worksheet/worksheet.ts";
import type { Region } from "../values.ts";
import type { CodeWeight } from "./weight.ts";

/** What an APG price is made of, at a hospital or a clinic. */
export interface ApgPayment {
  readonly kind: "apg";
  readonly weight: CodeWeight;
  readonly baseRate: Money;
  /** The name of the base rate's column, as the contract lists it. */
  readonly column: string;
  readonly operating: Money;
  readonly capital: Capital | null;
  readonly payment: Money;
  /** Null at hospitals, whose base rate is their own. */
  readonly region: Region | null;
  readonly period: Period;
  readonly method: string;
}

/** The capital add-on of a clinic. */
export interface Capital {
  readonly addOn: Money;
  /** Null when the expected range has no value on the day. */
  readonly isAnomaly: boolean | null;
  readonly period: Period;
}

/** Weight x base rate (ny 4.3 step 5, 4.4 step 5). */
export function operatingPayment(weight: CodeWeight, baseRate: Money, column: string, sheet: Worksheet): Money {
  const name = weight.isProcedureBased ? "px_based_weight" : "apg_weight";
  return sheet.step(
    formula`${name} (${weight.value}) x apg_base_rate_used (${baseRate.text}, ${column})`,
    times(baseRate, weight.value),
  );
}
