import type { Factor } from "../../../../core/money/factor.ts";
import type { Money } from "../../../../core/money/money.ts";
import type { ProcedureType } from "../../values.ts";

/** The three dollar rates that the state prints for a code. */
export const RATE_KINDS = ["basic", "child", "emergency"] as const;

export type RateKind = (typeof RATE_KINDS)[number];

/** As the headings of the file call them. */
export const RATE_NAMES: Readonly<Record<RateKind, string>> = {
  basic: "Basic Rate",
  child: "Child Rate",
  emergency: "ER Rate",
};

export interface PublishedRate {
  readonly place: string;
  readonly code: string;
  readonly procedureType: ProcedureType;
  /** Null: by report. */
  readonly unitValue: Factor | null;
  readonly conversionIndicator: string | null;
  readonly cutbackInd: number;
  readonly professionalFraction: Factor | null;
  /** Null: unknown; the hospital add-on then applies. */
  readonly hopdAddonEligible: boolean | null;
  /** The dollar rates that the state prints, null where it prints none. */
  readonly printed: Readonly<Record<RateKind, Money | null>>;
}
