/*
 * What people write beside a code: the system that it is of, its modifiers and its severity. A label counts before and behind a code.
 * The time of each pattern grows with the length of the text alone, since pasted lines are long: a run of blanks is read once.
 */

const SYSTEM_BEHIND = "(?<=[0-9][A-Z]?)[\\s([/:-]*";
const END_BEHIND = "[)\\]]?(?![A-Z0-9])";

/** A label before a code, or behind it: `MS-DRG 470`, `470 (MS-DRG)`. */
function beside(label: string, code = "[0-9]"): RegExp {
  return new RegExp(`(?<![A-Z0-9])(?:${label})[\\s:#.-]*(?=${code})|${SYSTEM_BEHIND}(?:${label})${END_BEHIND}`, "i");
}

/** Systems of codes that no rate is looked up by. */
const OTHER_SYSTEMS = [
  { called: "MS-DRGs", label: beside("MS[\\s-]*DRG") },
  { called: "Revenue codes", label: beside("REV(?:ENUE)?(?:[\\s-]*CODE)?") },
  { called: "Drug codes (NDC)", label: beside("NDC") },
  { called: "Diagnosis codes", label: beside("ICD[\\s-]*(?:9|10)(?:[\\s-]*(?:CM|PCS))?", "[A-Z]?[0-9]") },
];

const DRG = "(?:APR[\\s-]*)?DRG";
/** `APR-DRG 139-2`, `DRG560-1`, and `APR 139`, which is no month: neither days nor years have three digits. */
const DRG_BEFORE = `(?<![A-Z0-9])(?:${DRG}[\\s:#.-]*(?=[0-9])|APR[\\s:-]*(?=[0-9]{3}(?![0-9])))`;
/** A DRG of four digits has its severity in it: without a label it may be another code. */
const DRG_LABELS = new RegExp(`${DRG_BEFORE}(?:([1-9][0-9]{2})([1-4])(?!\\.?[A-Z0-9]|-))?`, "gi");
const DRG_LABEL_BEHIND = new RegExp(`${SYSTEM_BEHIND}${DRG}${END_BEHIND}`, "gi");
const DRG_LABEL = new RegExp(`${DRG_BEFORE}|${DRG_LABEL_BEHIND.source}`, "i");
/** `139 SOI 2`, `139, severity 2` */
const SEVERITY_LABEL =
  /(?<![\s,/-])[\s,/-]*(?<![A-Z])(?:SOI|SEV(?:ERITY)?(?:\s+OF\s+ILLNESS)?)[\s:#.-]*(?=[0-9](?![0-9]))/gi;

/** `CPT 99213`, `CPT 4 99213`, `HCPCS: J1100`, `procedure code 99213` */
const PROCEDURE_LABELS =
  /(?<![A-Z0-9])(?:(?:CPT(?:[\s-]?4(?![A-Z0-9]))?|HCPCS|PROC(?:EDURE)?|BILLING|CODE)[\s:#./&-]*)+/gi;
const PROCEDURE_LABEL_BEHIND = new RegExp(`${SYSTEM_BEHIND}(?:CPT(?:[\\s-]?4)?|HCPCS)(?:\\s?CODE)?${END_BEHIND}`, "gi");
/** `APG 00844`: a group has no zeros in front. */
const GROUP_LABEL = /(?<![A-Z0-9])E?APG[\s:#.-]*0*(?=[0-9])/gi;
const GROUP_LABEL_BEHIND = new RegExp(`${SYSTEM_BEHIND}E?APG${END_BEHIND}`, "gi");
const OUTPATIENT_LABEL = beside("CPT(?:[\\s-]?4(?![A-Z0-9]))?|HCPCS|E?APG", "[A-Z]?[0-9]");
/** `99213 modifier 25` */
const MODIFIER_LABEL = /(?<![A-Z0-9])(?:WITH\s+)?MOD(?:IFIER)?S?[\s:#.]+(?=[A-Z0-9]{2}(?![A-Z0-9]))/gi;

/** Why a text with the label of other codes is not looked up; null: it has none. */
export function refusedByLabel(text: string, isProcedures: boolean): string | null {
  const other = OTHER_SYSTEMS.find(({ label }) => label.test(text));
  if (other !== undefined) return `${other.called} have no rates here.`;
  if (isProcedures) {
    return DRG_LABEL.test(text) ? ofOtherClaims("A DRG is a code of inpatient claims.", "Inpatient") : null;
  }
  const isOutpatient = OUTPATIENT_LABEL.test(text);
  return isOutpatient
    ? ofOtherClaims("Procedure codes and groups are codes of outpatient claims.", "Outpatient")
    : null;
}

export function ofOtherClaims(why: string, setting: string): string {
  return `${why} Choose the setting ${setting} to look it up.`;
}

/** A text without what people write beside codes. */
export function withoutLabels(text: string): string {
  return text
    .replaceAll(SEVERITY_LABEL, "-")
    .replaceAll(DRG_LABELS, (_, drg: string | undefined, severity: string) =>
      drg === undefined ? "" : `${drg}-${severity}`,
    )
    .replaceAll(DRG_LABEL_BEHIND, "")
    .replaceAll(GROUP_LABEL, "")
    .replaceAll(GROUP_LABEL_BEHIND, "")
    .replaceAll(PROCEDURE_LABELS, (label, place: number, whole: string) =>
      startsCode(whole, place + label.length) ? "" : label,
    )
    .replaceAll(PROCEDURE_LABEL_BEHIND, "")
    .replaceAll(MODIFIER_LABEL, "");
}

/** Whether a code may begin at a place of a text. */
function startsCode(text: string, place: number): boolean {
  return /^[A-Z]?[0-9]/i.test(text.slice(place, place + 2));
}
