export const DHCS = "California Department of Health Care Services";

export const DRG_PAGE = "https://www.dhcs.ca.gov/provgovpart/Pages/DRG.aspx";

/** The first day of the state fiscal year in a file name, `2019-20`; a date such as `2019-10` is none. */
export function fiscalYearStart(fileName: string): string | null {
  for (const [, first = "", next] of fileName.matchAll(/(?<![0-9])(20[0-9]{2})[-_ ](?:20)?([0-9]{2})(?![0-9])/g)) {
    if (Number(next) === (Number(first) + 1) % 100) return `${first}-07-01`;
  }
  return null;
}
