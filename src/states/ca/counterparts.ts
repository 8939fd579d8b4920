import { type Counterpart, describedCodes, describedDrgs } from "../../pricing/state/state.ts";
import {
  type ConversionFactorRow,
  conversionFactors,
  drgWeights,
  type FeeRow,
  type HospitalRate,
  hospitalRates,
  outpatientRates,
  type Provider,
} from "./tables.ts";

/** What is of use only together (ca 2). */
export const counterparts: readonly Counterpart[] = [
  {
    what: "conversion indicators of fees without a conversion factor",
    of: {
      table: outpatientRates,
      value: ({ unitValue, procedureType, conversionIndicator }: FeeRow) =>
        unitValue === null ? null : `${procedureType} ${conversionIndicator}`,
    },
    needs: [
      {
        table: conversionFactors,
        value: ({ procedureType, conversionIndicator }: ConversionFactorRow) =>
          `${procedureType} ${conversionIndicator}`,
      },
    ],
  },
  {
    what: "hospitals without an inpatient rate",
    of: { pricedIn: "inpatient", value: (row: Provider) => row.stateProviderId ?? `NPI ${row.npi}` },
    needs: [{ table: hospitalRates, value: (row: HospitalRate) => row.stateProviderId }],
  },
  describedCodes(outpatientRates, (row: FeeRow) => row.procedureCode),
  describedDrgs(drgWeights),
];
