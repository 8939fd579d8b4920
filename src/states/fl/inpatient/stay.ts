import type { Factor } from "../../../core/money/factor.ts";
import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { DrgRate, DrgWeight } from "../tables.ts";

/** A stay to price once its rows and figures are known. */
export interface Stay {
  readonly weight: DrgWeight;
  readonly rate: DrgRate;
  readonly figures: CaseFigures;
  readonly isChild: boolean;
  readonly isTransfer: boolean;
  /** Null: not sent, and no average is published. */
  readonly lengthOfStay: Figure<Factor> | null;
  readonly totalCharges: Figure<Money> | null;
}

/** The program-wide figures that apply to a case. */
export interface CaseFigures {
  readonly statewideBaseRate: Figure<Money>;
  readonly serviceAdjustor: Figure<Factor>;
  readonly outlierThreshold: Figure<Money>;
  readonly marginalCostPercentage: Figure<Factor>;
  /** Null where the hospital is no trauma center. */
  readonly traumaPercentage: Figure<Factor> | null;
}
