/*
 * Amounts as people read them. The API sends exact digits as text; they are set apart in groups here and never become
 * numbers: nothing that is shown is computed by the page.
 */

/** "1,629.08"; a minus sign that stands out, all digits as they came. */
export function figureText(digits: string): string {
  const [, sign = "", whole = digits, rest = ""] = /^([-+]?)([0-9]+)(\..*)?$/.exec(digits) ?? [];
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/g, ",");
  return `${sign === "-" ? "\u2212" : ""}${grouped}${rest}`;
}

/** "$1,629.08" */
export function moneyText(digits: string): string {
  const figure = figureText(digits);
  return figure.startsWith("\u2212") ? `\u2212$${figure.slice(1)}` : `$${figure}`;
}

/** "+$14.82", "−$14.00": a difference always has its sign. */
export function differenceText(digits: string): string {
  return digits.startsWith("-") || /^[0.]*$/.test(digits) ? moneyText(digits) : `+${moneyText(digits)}`;
}
