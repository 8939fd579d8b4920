const LEADING_ZEROS = /^0+(?=.)/;

/** The state pads its codes unevenly, so they are compared without leading zeros (fl 2.2, 2.4, 2.5). */
export function withoutLeadingZeros(code: string): string {
  return code.startsWith("0") ? code.replace(LEADING_ZEROS, "") : code;
}
