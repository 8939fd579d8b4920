import { identifier, npi, patterned } from "../../pricing/request/kinds.ts";

/** The form of an operating certificate number: 7 digits and an optional letter. */
export const OPERATING_CERTIFICATE = /^[0-9]{7}[A-Za-z]?$/;

export const OPERATING_CERTIFICATE_FORM = "7 digits and an optional letter";

/** What certificates are compared by: the trailing letter is ignored (ny 2). */
export function certificateDigits(certificate: string): string {
  return certificate.slice(0, 7);
}

/** The forms that identifiers and rate codes have in every request (ny 3.1). */
export const stateProviderId = patterned({
  description: "New York Medicaid provider ID (MMIS), 8 digits.",
  pattern: /^[0-9]{8}$/,
  expected: "8 digits",
});

export const opcert = patterned({
  description: "Operating certificate number of a hospital: 7 digits and an optional letter, which is ignored.",
  pattern: OPERATING_CERTIFICATE,
  expected: OPERATING_CERTIFICATE_FORM,
});

/** The members of the provider-identifier group that are exact, in the contract's order. */
export const exactIdentifiers = {
  npi: identifier(npi),
  stateProviderId: identifier(stateProviderId),
  opcert: identifier(opcert),
};

const RATE_CODE = { pattern: /^[0-9]{4}$/, expected: "4 digits" } as const;

export function rateCode(description: string) {
  return patterned({ description, ...RATE_CODE });
}
