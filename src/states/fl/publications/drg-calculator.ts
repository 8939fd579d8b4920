import { digitsOnly, figure, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { Refusal } from "../../../text/refusal.ts";
import { drgRates, drgWeights, parameters } from "../tables.ts";
import { drgSeverityOf, isTransferExempt } from "./drg-code.ts";
import { FacilityRates } from "./facility-rates.ts";
import { cents } from "./fee-cells.ts";
import { share, traumaClass } from "./hospital-cells.ts";
import { knownFacilities } from "./known-facilities.ts";
import { largest } from "./largest.ts";
import { medicaidIdHeading } from "./medicaid-id.ts";
import { AHCA_MEDICAID } from "./pages.ts";
import { AHCA } from "./publisher.ts";
import { serviceLine } from "./service-lines.ts";

const drgList = section({
  name: "drg-list",
  fields: {
    drg: heading(["APR-DRG", "DRG", "APR-DRG Code", "DRG Code", /^apr[- ]?drgs?\b(?!.*(?:desc|weight))/]),
    severity: optional(heading(["SOI", "Severity", /^severity/])),
    relativeWeight: heading(["Relative Weight", /\brelative weight\b/], figure),
    averageLengthOfStay: optional(heading(["ALOS", /\baverage length of stay\b/, /\bmean los\b/], zeroAbsent(figure))),
    adultServiceLine: optional(heading([/\badult\b.*\bservice line\b/, /\bservice line\b.*\badult/], serviceLine)),
    pediatricServiceLine: optional(
      heading([/\b(?:pediatric|child).*\bservice line\b/, /\bservice line\b.*\b(?:pediatric|child)/], serviceLine),
    ),
    serviceAdjustor: optional(heading(/\bservice adjust[eo]r/, figure)),
    ageAdjustor: optional(heading([/\bage adjust[eo]r/, /\b(?:pediatric|child).*\badjust[eo]r/], figure)),
  },
  feeds: [drgWeights],
  read: () => ({
    record(fields, intake) {
      const { drg: code, relativeWeight } = fields;
      if (code === null) return intake.leaveOut("headings and notes");
      const severity = drgSeverityOf(code, fields.severity);
      if (severity instanceof Refusal) return intake.refuse(code, severity.expected);
      if (severity === null) return intake.leaveOut("groups without a severity", code);
      if (relativeWeight === null) return intake.leaveOut("no relative weight is printed", code);
      intake.take(drgWeights, {
        ...severity,
        relativeWeight,
        meanLos: fields.averageLengthOfStay,
        // Both are published by severity and paid for children; the larger one counts (fl 2.7, 5.3 step 1).
        ageAdjustor: largest(fields.serviceAdjustor, fields.ageAdjustor),
        pediatricServiceLine: fields.pediatricServiceLine,
        adultServiceLine: fields.adultServiceLine,
        transferExempt: isTransferExempt(severity.drg) ? true : null,
      });
    },
  }),
});

const hospitalList = section({
  name: "hospital-list",
  fields: {
    medicaidId: medicaidIdHeading(digitsOnly),
    hospitalClass: heading([/\bclass\b/, /\bcategory\b/]),
    providerAdjustor: heading(/\bprovider\b.*\badjust[eo]r/, figure),
    costToChargeRatio: heading(["CCR", /\bcost[- ]to[- ]charge/], share),
    casemix: optional(heading(/\bcase ?-?mix\b/, zeroAbsent(figure))),
    trauma: optional(heading(/\btrauma\b/, traumaClass)),
    addOn: optional(heading([/\badd[- ]?on\b/, /\bper discharge\b/], zeroAbsent(cents))),
    baseRate: optional(heading(/\bbase rate\b/, zeroAbsent(cents))),
  },
  feeds: [drgRates, parameters],
  read: async (opening) => {
    const rates = new FacilityRates(await knownFacilities(opening, (type) => type === "HOSPITAL"));
    const baseRates = new Set<string>();
    return {
      record(fields, intake) {
        const { casemix, trauma, addOn, baseRate } = fields;
        const hospital = rates.facility(fields.medicaidId, intake);
        if (hospital === null) return;
        rates.see({ "the trauma level": trauma, casemix, "the add-on per discharge": addOn });
        if (baseRate !== null) baseRates.add(baseRate);
        intake.take(drgRates, {
          stateProviderId: hospital.stateProviderId,
          hospitalClass: rates.hospitalClass(fields.hospitalClass, intake),
          traumaClass: trauma,
          providerAdjustor: fields.providerAdjustor,
          costToChargeRatio: fields.costToChargeRatio,
          casemix,
          childrensAddon: addOn,
        });
      },
      end(intake) {
        rates.end(intake);
        const [baseRate, another] = baseRates;
        if (baseRate === undefined) return;
        if (another === undefined) intake.take(parameters, { name: "drg_base_rate", value: baseRate });
        else intake.find({ title: "several base rates, none kept", example: `${baseRate}, ${another}` });
      },
    };
  },
});

/** fl 8.7 */
export const drgCalculator = publication({
  folder: "fl",
  name: "drg-calculator",
  title: "DRG Calculator",
  publisher: AHCA,
  published: "with the hospital rates on the Agency's site, each July",
  page: AHCA_MEDICAID,
  form: "XLSX with a list of DRGs and a list of hospitals",
  confidence: "remembered",
  sections: [drgList, hospitalList],
});
