import { compare } from "../../../../core/money/arithmetic.ts";
import { factor } from "../../../../core/money/factor.ts";
import { figure, oneLine, zeroAbsent } from "../../../../imports/declaring/conversions.ts";
import { heading, optional, type RecordOf } from "../../../../imports/declaring/fields.ts";
import { publication, section } from "../../../../imports/declaring/publication.ts";
import { conversionFactors, type FeeRow, outpatientRates } from "../../tables.ts";
import {
  PROVIDER_TYPES,
  type ProcedureType,
  type ProviderType,
  SERVICE_TYPES,
  type ServiceType,
} from "../../values.ts";
import { DHCS } from "../dhcs.ts";
import { hasOwnFactors, lacks, plainIndicator, publishedIndicator } from "./conversion-indicator.ts";
import legends from "./legends.json" with { type: "json" };
import { rateLegends } from "./legends.ts";

const dollarsPerUnit = zeroAbsent(figure);

const fields = {
  conversionIndicator: heading(["Conv Ind", "Conversion Indicator", /^conv(?:ersion)?\.? ind/], plainIndicator),
  serviceType: optional(heading(["Service Type", "Description", "Type of Service"], oneLine)),
  physicianOffice: heading(["Physician Office", "Office", /^physician/], dollarsPerUnit),
  hospital: optional(heading(["Hospital", /^hospital/, /outpatient hospital/], dollarsPerUnit)),
  surgicalClinic: optional(heading(["Surgical Clinic", /^surgical/, /^surgi-?clinic/], dollarsPerUnit)),
  freeClinic: optional(heading(["Free Clinic", /^free/], dollarsPerUnit)),
  podiatrist: optional(heading(["Podiatrist", /^podiatr/], dollarsPerUnit)),
  nurseAnesthetist: optional(heading(["Nurse Anesthetist", /^nurse/, /^crna/], dollarsPerUnit)),
  otherClinic: optional(heading(["Other Clinic", /^other/], dollarsPerUnit)),
  emergency: optional(heading(["Emergency", "ER", /^emergency/], dollarsPerUnit)),
};

/** The factors of such codes come of the rates that are printed for them alone (ca 8): the chart's would give others. */
const KEPT = "marked indicators with factors of their own, which they keep";

type ChartRow = RecordOf<typeof fields>;

/** The chart of conversion factors by conversion indicator and type of facility (ca 8). */
export const conversionFactorChart = publication({
  folder: "ca",
  name: "conversion-factors",
  title: "Medi-Cal Conversion Factors",
  publisher: DHCS,
  published: "with the Medi-Cal Rates, in the same ZIP",
  page: "https://mcweb.apps.prd.cammis.medi-cal.ca.gov/rates",
  form: "ZIP with conv_data.txt, or the chart as text or workbook",
  confidence: "guessed",
  legends: {
    service_types: legends.service_types,
    emergency_service_types: legends.emergency_service_types,
    selection_ranks: legends.selection_ranks,
  },
  sections: [
    section({
      name: "chart",
      member: /conv/i,
      fields,
      feeds: [conversionFactors],
      read: async ({ known, legends: declared }) => {
        const { serviceTypes, selectionRanks } = rateLegends(declared);
        const feesOf = await known(outpatientRates, ({ unitValue, conversionIndicator }) =>
          unitValue === null ? null : publishedIndicator(conversionIndicator as string),
        );
        return {
          record(chart, intake) {
            const published = chart.conversionIndicator;
            if (published === null) return intake.leaveOut("no conversion indicator");
            const serviceType = serviceTypeNamed(chart.serviceType) ?? serviceTypes.basic.get(published);
            if (serviceType === undefined) {
              return intake.leaveOut("not in the legend service_types of the mapping file", published);
            }
            const fees = feesOf(published);
            if (fees.length === 0) {
              return intake.leaveOut("no code has this indicator: import ca/medi-cal-rates first", published);
            }
            for (const [procedureType, conversionIndicator] of groupsOf(fees)) {
              if (hasOwnFactors(conversionIndicator)) {
                intake.find({ title: KEPT, example: `${conversionIndicator} ${procedureType}` });
                continue;
              }
              const ageGroup = ageGroupOf(serviceType);
              const row = { procedureType, conversionIndicator };
              for (const [providerType, conversionFactor] of factorsByFacility(chart)) {
                const selectionRank = selectionRanks[ageGroup === "child" ? "child" : "basic"];
                const standard = { serviceType, emergency: false, providerType, ageGroup };
                intake.take(conversionFactors, { ...row, ...standard, conversionFactor, selectionRank });
              }
              if (chart.emergency === null || lacks(conversionIndicator, "emergency")) continue;
              intake.take(conversionFactors, {
                ...row,
                serviceType: serviceTypes.emergency.get(published) ?? serviceType,
                emergency: true,
                ageGroup: "any",
                conversionFactor: chart.emergency,
                selectionRank: selectionRanks.emergency,
              });
            }
          },
        };
      },
    }),
  ],
});

/** The procedure types and indicators, marked ones too, that the codes of a published indicator have. */
function groupsOf(fees: readonly FeeRow[]): readonly (readonly [ProcedureType, string])[] {
  const groups = fees.map((fee) => [fee.procedureType, fee.conversionIndicator as string] as const);
  return [...new Map(groups.map((group) => [group.join("|"), group])).values()];
}

function serviceTypeNamed(description: string | null): ServiceType | undefined {
  const name = description?.toUpperCase();
  return SERVICE_TYPES.find((serviceType) => serviceType.toUpperCase() === name);
}

function ageGroupOf(serviceType: ServiceType): "adult" | "child" | "any" {
  if (serviceType.endsWith("- ADULT")) return "adult";
  return serviceType.endsWith("- CHILD") ? "child" : "any";
}

/** The factor of each type of facility; one for every type where all seven are printed and equal. */
function factorsByFacility(chart: ChartRow): readonly (readonly [ProviderType | null, string])[] {
  const printed: Readonly<Record<ProviderType, string | null>> = {
    hospital: chart.hospital,
    physician_office: chart.physicianOffice,
    surgical_clinic: chart.surgicalClinic,
    free_clinic: chart.freeClinic,
    podiatrist: chart.podiatrist,
    nurse_anesthetist: chart.nurseAnesthetist,
    other_clinic: chart.otherClinic,
  };
  const factors = PROVIDER_TYPES.flatMap((type) => {
    const text = printed[type];
    return text === null ? [] : [[type, text] as const];
  });
  const [first] = factors;
  const isOne =
    first !== undefined &&
    factors.length === PROVIDER_TYPES.length &&
    factors.every(([, text]) => compare(factor(text), factor(first[1])) === 0);
  return isOne ? [[null, first[1]]] : factors;
}
