import { amount, legend, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { psychiatricRates } from "../tables.ts";
import { CAPTION_ROWS, CERTIFICATE_FIELDS, NO_CERTIFICATE, strangers } from "./certificate-sheets.ts";
import { RATE_SHEET } from "./publishers.ts";

const dollars = rounded(2, amount);

const ageGroup = legend({
  Adult: "ADULT",
  A: "ADULT",
  Child: "CHILD",
  C: "CHILD",
  "Child/Adolescent": "CHILD",
  All: null,
});

/** The columns of both psychiatric schedules, narrow captions before wide ones. */
const PSYCHIATRIC_FIELDS = {
  ...CERTIFICATE_FIELDS,
  ageGroup: optional(heading(["Age Group", /^age|adult.*child/], ageGroup)),
  ectPerTreatment: optional(heading(/\bect\b|electroconvulsive/, zeroAbsent(dollars))),
  alcPerDiem: optional(heading(/\balc\b|alternate level/, dollars)),
  nonOpPerDiem: optional(heading(/non.?op|capital/, dollars)),
  basePerDiem: heading(
    [/2852/, /base.*(?:per diem|rate|price)/, /operating.*(?:per diem|rate)/, /per diem/],
    zeroAbsent(dollars),
  ),
};

const NO_BASE = "no base per diem";

export const psychiatricFeeForService = publication({
  ...RATE_SHEET,
  name: "psychiatric-ffs",
  title: "Psychiatric Inpatient Rates, Fee for Service",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: PSYCHIATRIC_FIELDS,
      feeds: [psychiatricRates],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        return {
          record({ opcert, facility, basePerDiem, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (basePerDiem === null) return intake.leaveOut(NO_BASE, `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            intake.take(psychiatricRates, { opcert, payerClass: "FFS", basePerDiem, ...fields });
          },
        };
      },
    }),
  ],
});

export const psychiatricManagedCare = publication({
  ...RATE_SHEET,
  name: "psychiatric-hmo",
  title: "Psychiatric Inpatient Rates, Managed Care",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        sdpPerDiem: optional(heading(/safety.?net|\bsdp\b|directed payment/, dollars)),
        hhAcrPerDiem: optional(heading(/\bacr\b|average commercial|public hospital/, dollars)),
        dmePerDiem: optional(heading(/\bdme\b|direct medical education/, dollars)),
        ...PSYCHIATRIC_FIELDS,
      },
      feeds: [psychiatricRates],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        return {
          record({ opcert, facility, basePerDiem, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (basePerDiem === null) return intake.leaveOut(NO_BASE, `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            intake.take(psychiatricRates, { opcert, payerClass: "MMC", basePerDiem, ...fields });
          },
        };
      },
    }),
  ],
});
