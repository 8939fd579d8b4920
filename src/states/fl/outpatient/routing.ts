import { type CodeType, PROVIDER_TYPE_LABELS, type ProviderType } from "../values.ts";
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

/** F3 */
export function wrongSystem(providerType: ProviderType): string {
  if (providerType === "HOSPITAL") {
    return "Hospital outpatient services are priced by EAPG, not by HCPCS: send the EAPG code with billing_code_type EAPG.";
  }
  return `${PROVIDER_TYPE_LABELS[providerType]} services are priced by HCPCS code, not by EAPG.`;
}
