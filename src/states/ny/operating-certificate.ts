const DIGITS = 7;

/** The form of an operating certificate number: 7 digits and an optional letter. */
export const OPERATING_CERTIFICATE = /^[0-9]{7}[A-Za-z]?$/;

export const OPERATING_CERTIFICATE_FORM = "7 digits and an optional letter";

/** What certificates are compared by: the trailing letter is ignored (ny 2). */
export function certificateDigits(certificate: string): string {
  return certificate.slice(0, DIGITS);
}
