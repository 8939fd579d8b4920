import { digitsOnly, figure, oneLine, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { eapgRates, eapgWeights, type ParameterName, parameters } from "../tables.ts";
import { isPricedByEapg } from "../values.ts";
import { AHCA, AHCA_MEDICAID, cents } from "./ahca.ts";
import { FacilityRates, knownFacilities, medicaidIdHeading, share } from "./facility-rates.ts";

const eapgList = section({
  name: "eapg-list",
  fields: {
    eapg: heading(["EAPG", "EAPG Code", "EAPG Number", /^eapg\b(?!.*(?:desc|type|weight))/]),
    weight: heading(["Relative Weight", "EAPG Weight", "Weight", /\bweight\b/], figure),
  },
  feeds: [eapgWeights],
  read: () => ({
    record({ eapg, weight }, intake) {
      if (eapg === null) return intake.leaveOut("headings and notes");
      if (weight === null) return intake.leaveOut("no weight is printed", eapg);
      intake.take(eapgWeights, { eapg, weight });
    },
  }),
});

/** Hospitals and surgical centers may be on separate sheets; surgical centers have no class. */
const facilityList = section({
  name: "facility-list",
  everySheet: true,
  fields: {
    medicaidId: medicaidIdHeading(digitsOnly),
    baseRate: heading(["EAPG Base Rate", /\bbase rate\b/], cents),
    hospitalClass: optional(heading([/\bclass\b/, /\bcategory\b/])),
    policyAdjustor: optional(heading(/\badjust[eo]r/, figure)),
    enhancement: optional(heading([/\brate enhancement\b/, /\badd[- ]?on\b/], zeroAbsent(cents))),
  },
  feeds: [eapgRates],
  read: async (opening) => {
    const rates = new FacilityRates(await knownFacilities(opening, isPricedByEapg));
    return {
      record(fields, intake) {
        const { baseRate, policyAdjustor, enhancement } = fields;
        const facility = rates.facility(fields.medicaidId, intake);
        if (facility === null) return;
        if (baseRate === null) return intake.leaveOut("no base rate is printed", fields.medicaidId ?? undefined);
        rates.see({ "the policy adjustor": policyAdjustor, "the rate enhancement": enhancement });
        const isHospital = facility.providerType === "HOSPITAL";
        intake.take(eapgRates, {
          stateProviderId: facility.stateProviderId,
          hospitalClass: isHospital ? rates.hospitalClass(fields.hospitalClass, intake) : null,
          baseRate,
          policyAdjustor,
          childrensAddon: enhancement,
        });
      },
      end: (intake) => rates.end(intake),
    };
  },
});

const PARAMETER_BY_WORDS: readonly (readonly [words: RegExp, name: ParameterName])[] = [
  [/\bmultiple significant\b/i, "paf_multiple_significant"],
  [/\bsame significant\b/i, "paf_same_significant"],
  [/\bclinical(?:ly)?\b.*\bsignificant\b/i, "paf_clinical_significant"],
  [/\bpackag/i, "paf_packaging"],
  [/\brepeat\b.*\bancillary\b/i, "paf_repeat_ancillary"],
  [/\bbilateral\b/i, "paf_bilateral"],
  [/\bterminated\b|\bdiscontinued\b/i, "paf_terminated"],
];

/** Only the word "paid" in a heading distinguishes a percentage of payment from a discount. */
const discounts = section({
  name: "discounts",
  optional: true,
  fields: {
    discount: heading(["Discount", /\bdiscount/, /\badjustment\b/, /\baction\b/], oneLine),
    paid: heading(
      ["Percent Paid", /\bpercent(?:age)? (?:paid|payable|of payment)\b/, /\b(?:paid|payment|payable) percent/],
      share,
    ),
  },
  feeds: [parameters],
  read: () => ({
    record({ discount, paid }, intake) {
      const name = PARAMETER_BY_WORDS.find(([words]) => words.test(discount ?? ""))?.[1];
      if (name === undefined || paid === null) {
        return intake.leaveOut("discounts that are no parameter, or have no percentage", discount ?? undefined);
      }
      intake.take(parameters, { name, value: paid });
    },
  }),
});

/** fl 8.6 */
export const eapgCalculator = publication({
  folder: "fl",
  name: "eapg-calculator",
  title: "EAPG Calculator",
  publisher: AHCA,
  published: "with the hospital rates on the Agency's site, each July",
  page: AHCA_MEDICAID,
  form: "XLSX with a list of EAPGs and lists of hospitals and surgical centers",
  confidence: "remembered",
  sections: [eapgList, facilityList, discounts],
});
