export const GROUPED = new Intl.NumberFormat("en-US");

const THOUSANDS = /\B(?=(?:[0-9]{3})+$)/g;

/** An amount for people, digit for digit: `$1,204.50`, `-$3.00`. */
export function dollars(amount: string): string {
  const [whole = "", decimals] = amount.replace("-", "").split(".");
  const digits = whole.replace(THOUSANDS, ",");
  return `${amount.startsWith("-") ? "-" : ""}$${digits}${decimals === undefined ? "" : `.${decimals}`}`;
}
