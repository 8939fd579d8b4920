import type { Money } from "../../../core/money/money.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import type { ApgFeeRow, FeeRow } from "../tables.ts";
import type { ClinicApgColumn, HospitalApgColumn, Region } from "../values.ts";
import type { Capital } from "./capital.ts";
import type { CodeWeight } from "./weight.ts";

/** What an APG price is made of, at a hospital or a clinic. */
interface ApgPrice {
  readonly weight: CodeWeight;
  readonly baseRate: Figure<Money>;
  /** The name of the base rate's column, as the contract lists it. */
  readonly column: HospitalApgColumn | ClinicApgColumn;
  readonly operating: Figure<Money>;
  readonly capital: Capital | null;
  /** Null at hospitals, whose base rate is their own. */
  readonly region: Region | null;
}

/** What a lookup finds; one of them, by the path that priced it. A failed lookup shows nothing of its path (ny 4.1). */
export interface Found {
  apg?: ApgPrice;
  flatFee?: ApgFeeRow;
  /** Also of a row that is by report, or of anesthesia. */
  fee?: FeeRow;
}
