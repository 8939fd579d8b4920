const ZIP_LENGTH = 5;

/** The delivery area of a ZIP code, whose last four digits say nothing about the county. */
export function fiveDigits(zip: string): string {
  return zip.slice(0, ZIP_LENGTH);
}
