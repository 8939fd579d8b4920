/** The two-letter codes of the states, the federal district and the territories of the United States. */
const JURISDICTIONS: ReadonlySet<string> = new Set(
  (
    "al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa " +
    "ri sc sd tn tx ut vt va wa wv wi wy dc as gu mp pr um vi"
  ).split(" "),
);

export function isJurisdiction(code: string): boolean {
  return JURISDICTIONS.has(code);
}
