import { certificateDigits } from "../operating-certificate.ts";
import { type InpatientRequest, payerClassOf } from "./request.ts";

/** What the inpatient rates of a hospital are found by: the letter of its certificate does not count (ny 2). */
export function rateKey(opcert: string, request: InpatientRequest) {
  return { opcert: certificateDigits(opcert), payerClass: payerClassOf(request) };
}

/** The same as messages name it. */
export function rateKeyText(opcert: string, request: InpatientRequest): string {
  return `operating certificate ${opcert}, payer class ${payerClassOf(request)}`;
}
