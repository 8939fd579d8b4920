/** The first day of the state fiscal year that the name of a file gives as `2019-20`. */
export function fiscalYearStart(fileName: string): string | null {
  const year = /(?<![0-9])(20[0-9]{2})[-_ ](?:20)?[0-9]{2}(?![0-9])/.exec(fileName)?.[1];
  return year === undefined ? null : `${year}-07-01`;
}
