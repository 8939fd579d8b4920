import { type Counterpart, describedCodes, describedDrgs } from "../../pricing/state/state.ts";
import {
  type DrgRate,
  drgRates,
  drgWeights,
  type EapgRate,
  eapgRates,
  type FeeRow,
  feeSchedule,
  type Provider,
} from "./tables.ts";

const hospitals = {
  pricedIn: "inpatient",
  value: (row: Provider) => row.stateProviderId ?? `NPI ${row.npi}`,
} as const;

/** What is of use only together (fl 2). */
export const counterparts: readonly Counterpart[] = [
  {
    what: "hospitals without an EAPG base rate",
    of: hospitals,
    needs: [{ table: eapgRates, value: (row: EapgRate) => row.stateProviderId }],
  },
  {
    what: "hospitals without a DRG rate",
    of: hospitals,
    needs: [{ table: drgRates, value: (row: DrgRate) => row.stateProviderId }],
  },
  describedCodes(feeSchedule, (row: FeeRow) => row.code),
  describedDrgs(drgWeights),
];
