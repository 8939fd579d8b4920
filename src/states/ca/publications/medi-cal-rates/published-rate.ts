import type { Factor } from "../../../../money/factor.ts";
import type { Money } from "../../../../money/money.ts";
import type { ProcedureType } from "../../values.ts";
import type { RateKind } from "./legends.ts";

/** A row of the rates file. */
export interface PublishedRate {
  readonly place: string;
  readonly code: string;
  readonly procedureType: ProcedureType;
  /** Null: by report. */
  readonly unitValue: Factor | null;
  readonly conversionIndicator: string | null;
  readonly cutbackInd: number;
  readonly professionalFraction: Factor | null;
  /** Null: nothing is said about the hospital add-on, which then applies. */
  readonly hopdAddonEligible: boolean | null;
  /** The dollar rates that the state prints, null where it prints none. */
  readonly printed: Readonly<Record<RateKind, Money | null>>;
}
