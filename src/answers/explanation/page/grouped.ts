/** The whole dollars of an amount that has thousands. */
const THOUSANDS = /(?<=\$-?)[0-9]{4,}/g;

/** Dollars with their thousands apart, `$20,730.24`, wherever a text has some; no digit is changed. */
export function grouped(text: string): string {
  return text.replaceAll(THOUSANDS, (digits) => digits.replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ","));
}
