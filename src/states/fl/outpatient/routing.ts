import type { Dated } from "../../../core/calendar/period.ts";
import type { NoRate, Remedy } from "../../../pricing/no-rate.ts";
import type { Sheet } from "../../../pricing/sheet.ts";
import { withoutLeadingZeros } from "../leading-zeros.ts";
import { eapgWeights, feeSchedule } from "../tables.ts";
import { type CodeType, PROVIDER_TYPE_LABELS, type ProviderType, SCHEDULES_OF } from "../values.ts";
import type { OutpatientRequest } from "./request.ts";

/** Of any characters: `00400` is the CPT code, never EAPG 400. */
const FIVE_CHARACTERS = /^.{5}$/su;

const ONE_TO_FOUR_DIGITS = /^[0-9]{1,4}$/;

/** The code system asked for, else the one that the code has the shape of; null where it has none (fl 4.2). */
export function systemOf({
  billingCode: { code },
  billingCodeType,
}: Pick<OutpatientRequest, "billingCode" | "billingCodeType">): CodeType | null {
  if (billingCodeType !== null) return billingCodeType;
  if (FIVE_CHARACTERS.test(code)) return "HCPCS";
  return ONE_TO_FOUR_DIGITS.test(code) ? "EAPG" : null;
}

/** Notes the system where none was asked for. */
export function assumeSystem({ billingCodeType }: OutpatientRequest, system: CodeType, sheet: Sheet): void {
  if (billingCodeType !== null) return;
  const shape = system === "HCPCS" ? "a code of five characters" : "a code of one to four digits";
  sheet.assume("billing_code_type", system, `not sent: the system of ${shape}`);
}

/** F3 */
export function wrongSystem(code: string, providerType: ProviderType, sheet: Sheet): NoRate {
  const message =
    providerType === "HOSPITAL"
      ? "Hospital outpatient services are priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG."
      : `${PROVIDER_TYPE_LABELS[providerType]} services are priced by HCPCS code, not by EAPG.`;
  return sheet.noRate("not_for_provider_type", message, { remedy: rightSystem(code, providerType, sheet) });
}

/** The system that the type of provider is priced by, where the code is one of its own on the day. */
function rightSystem(code: string, providerType: ProviderType, sheet: Sheet): readonly Remedy[] {
  const published = sheet.derived((data): readonly Dated[] =>
    providerType === "HOSPITAL"
      ? data.rows(eapgWeights, { eapg: withoutLeadingZeros(code) })
      : data.rows(feeSchedule, { code }).filter(({ schedule }) => SCHEDULES_OF[providerType].includes(schedule)),
  );
  if (sheet.inForce(published).length === 0) return [];
  const value = providerType === "HOSPITAL" ? "EAPG" : "HCPCS";
  return [{ parameter: "billing_code_type", value, why: `the code is also a published ${value} code` }];
}
