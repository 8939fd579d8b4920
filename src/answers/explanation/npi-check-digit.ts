/** What the issuer's prefix, 80840, adds to the sum of an NPI's digits. */
const PREFIX_SUM = 24;

/** Whether the last digit of an NPI fits the others (the Luhn formula of ISO/IEC 7812 with the prefix 80840). */
export function hasCheckDigit(npi: string): boolean {
  let sum = PREFIX_SUM;
  for (let place = 0; place < npi.length; place += 1) {
    const digit = Number(npi[npi.length - 1 - place]);
    const counted = place % 2 === 1 ? 2 * digit : digit;
    sum += counted > 9 ? counted - 9 : counted;
  }
  return sum % 10 === 0;
}
