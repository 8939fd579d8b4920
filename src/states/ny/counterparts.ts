import type { RowOf, Table } from "../../dataset/table.ts";
import { type Counterpart, describedCodes, describedDrgs } from "../../pricing/state/state.ts";
import { certificateDigits } from "./operating-certificate.ts";
import { certificateOf } from "./providers.ts";
import {
  type ApgWeight,
  acuteRates,
  apgProcedures,
  apgWeights,
  drgWeights,
  dtcCapital,
  type FeeRow,
  feeSchedule,
  hospitalApgRates,
  type Provider,
  perDiemRates,
  psychiatricRates,
} from "./tables.ts";

type ApgProcedure = RowOf<typeof apgProcedures>;

/** Rates belong to the digits of a certificate (ny 2). */
const ratedCertificate = (row: { readonly opcert: string }) => row.opcert;
const hospitals = {
  pricedIn: "inpatient",
  value: (row: Provider) => hospitalCertificate(row) ?? `NPI ${row.npi}`,
} as const;

function hospitalCertificate(row: Provider): string | null {
  const certificate = certificateOf(row);
  return certificate === null ? null : certificateDigits(certificate);
}

function ratesWithoutHospital(title: string, table: Table): Counterpart {
  return {
    what: `operating certificates with ${title} that no hospital has`,
    of: { table, value: ratedCertificate },
    needs: [{ foundBy: "opcert", value: hospitalCertificate }],
  };
}

/** What is of use only together (ny 2). */
export const counterparts: readonly Counterpart[] = [
  {
    what: "APGs of procedures without a weight",
    of: {
      table: apgProcedures,
      value: ({ apg, pxBasedWeight }: ApgProcedure) => (apg === null || pxBasedWeight !== null ? null : String(apg)),
    },
    needs: [{ table: apgWeights, value: (row: ApgWeight) => String(row.apg) }],
  },
  {
    what: "hospitals without an APG base rate",
    of: hospitals,
    needs: [{ table: hospitalApgRates, value: ratedCertificate }],
  },
  {
    what: "hospitals without an inpatient rate of any kind",
    of: hospitals,
    needs: [acuteRates, psychiatricRates, perDiemRates].map((table) => ({
      table: table as Table,
      value: ratedCertificate,
    })),
  },
  ratesWithoutHospital("APG base rates", hospitalApgRates),
  ratesWithoutHospital("acute rates", acuteRates),
  ratesWithoutHospital("psychiatric rates", psychiatricRates),
  ratesWithoutHospital("per diem rates", perDiemRates),
  {
    what: "NPIs with a clinic capital add-on that no provider has",
    of: { table: dtcCapital, value: (row: RowOf<typeof dtcCapital>) => row.npi },
    needs: [{ foundBy: "npi", value: (row: Provider) => row.npi }],
  },
  describedCodes(feeSchedule, (row: FeeRow) => row.code),
  describedCodes(apgProcedures, (row: ApgProcedure) => row.code),
  describedDrgs(drgWeights),
];
