import { amount, legend, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { CERTIFICATE_FIELDS } from "./certificates.ts";

export const dollars = rounded(2, amount);

const ageGroup = legend({
  Adult: "ADULT",
  A: "ADULT",
  Child: "CHILD",
  C: "CHILD",
  "Child/Adolescent": "CHILD",
  All: null,
});

/** The columns of both psychiatric schedules, narrow captions before wide ones. */
export const PSYCHIATRIC_FIELDS = {
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

export const NO_BASE = "no base per diem";
