import { type Refused, rateLookup } from "../../../pricing/lookup.ts";
import type { Outcome, RequestPricer } from "../../../pricing/outcome.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import type { Figure } from "../../../pricing/worksheet/calculation.ts";
import { noneQualifies, noProviderMatches } from "../failures.ts";
import { routesOf } from "../routing.ts";
import {
  apgFees,
  apgProcedures,
  apgWeights,
  dtcBaseRates,
  dtcCapital,
  feeSchedule,
  hospitalApgRates,
  type Provider,
} from "../tables.ts";
import { NOTATION, type ProviderType, providerTypeOf } from "../values.ts";
import { clinicApg, hospitalApg } from "./apg.ts";
import { laboratoryFee, physicianFee } from "./fee-schedule.ts";
import { type OutpatientRequest, outpatientParameters, PRICED_MODIFIERS } from "./request.ts";
import { type Found, outpatientResult } from "./result.ts";

/** GET /ny/outpatient/rate (contract 4.1, ny 4) */
export const outpatient = rateLookup({
  setting: "outpatient",
  about: {
    summary: "New York outpatient rate",
    description:
      "What New York Medicaid pays for an APG or HCPCS code at a provider on a date of service: APG weight x base rate at hospitals, clinics and ASCs (with the clinic's capital add-on) or, where the code has one, the state's flat APG fee per unit; the state's fee schedules for physicians and laboratories.",
  },
  examples: [
    {
      title: "An APG in a hospital's emergency department",
      query: { billing_code: "271", npi: "1100010002", rate_code: "1402" },
    },
    { title: "A visit at a clinic, with its capital add-on", query: { billing_code: "99213", npi: "1100020100" } },
    { title: "A drug with a flat APG fee per unit", query: { billing_code: "J1885", npi: "1100020100" } },
    {
      title: "The professional component of a chest X-ray",
      query: { billing_code: "71046", npi: "1100030307", modifier: "26" },
    },
    { title: "An APG at every hospital of a name", query: { billing_code: "271", provider_name: "medical" } },
  ],
  tables: [feeSchedule, apgWeights, apgProcedures, apgFees, hospitalApgRates, dtcBaseRates, dtcCapital],
  claimLines: {
    procedures: [feeSchedule, apgProcedures, apgFees].map((table) => ({ table, column: "code" })),
    modifiers: PRICED_MODIFIERS,
    // A visit's APG is paid once, and so is the capital add-on of a visit.
    isPerUnit: ({ apg_weight, payment_capital }) => apg_weight === null && payment_capital === null,
    unitsMax: ({ units_limit }) => units_limit,
  },
  parameters: outpatientParameters,
  knownValues: {
    rateCode: (data) => {
      const { hospital_rate_code: ofHospitals, dtc_rate_code: ofClinics } = routesOf(data);
      return [...ofHospitals.keys(), ...ofClinics.keys()];
    },
  },
  day: "dateOfService",
  notation: NOTATION,
  result: outpatientResult,
  rules: {
    select: (request, matching) => {
      const rows = matching.filter((row) => isOfTypeSent(request, row));
      return rows.length > 0 ? { rows } : noProvider(request);
    },
    considersByName: isOfTypeSent,
    workOut: workOutOutpatient,
    typeAsPriced: (_request, provider) => providerTypeOf(provider),
    noProvider,
    noneQualifies: (request, _nameMatches, _data, considersAny) => ({
      noRate: noneQualifies(request, considersAny),
      found: {},
      about: null,
    }),
  },
});

/** The provider type, when sent, filters rows (ny 3.2). */
function isOfTypeSent({ providerType }: OutpatientRequest, provider: Provider): boolean {
  return providerType === null || providerTypeOf(provider) === providerType;
}

function noProvider(request: OutpatientRequest): Refused<Found, Provider> {
  return { noRate: noProviderMatches(request), found: {}, about: null };
}

type Path = (request: OutpatientRequest, provider: Provider, sheet: Sheet, found: Found) => Figure;

/** The type of a provider decides how it is priced (ny 1). */
const PATHS: Readonly<Record<ProviderType, Path>> = {
  HOSPITAL: hospitalApg,
  OUTPATIENT_CLINIC_ASC: clinicApg,
  PHYSICIAN: physicianFee,
  LABORATORY: laboratoryFee,
};

/** The one result of a provider row (ny 4). */
export function workOutOutpatient(
  request: OutpatientRequest,
  provider: Provider,
  pricer: RequestPricer,
): readonly Outcome<Found>[] {
  const path = PATHS[providerTypeOf(provider)];
  return [pricer.workOut<Found>({}, (sheet, found) => path(request, provider, sheet, found))];
}
