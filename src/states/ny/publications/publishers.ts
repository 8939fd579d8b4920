export const HEALTH = { folder: "ny", publisher: "New York State Department of Health" } as const;

export const EMEDNY = { folder: "ny", publisher: "New York State Department of Health, eMedNY" } as const;

/** The effective day of a sheet is on its rate page, not in its file. */
export const RATE_PAGE = "on the Department of Health's page of Medicaid hospital inpatient rates";
export const RATE_ADDRESS = "https://www.health.ny.gov/facilities/hospital/reimbursement/apr-drg/";

export const RATE_SHEET = {
  ...HEALTH,
  published: `${RATE_PAGE}, at each change of rates`,
  page: RATE_ADDRESS,
} as const;

/** The open data portal ends the names of its downloads with their day: `..._20260131.csv`. */
export function dayOfDownload(fileName: string): string | null {
  const found = /_([0-9]{4})([0-9]{2})([0-9]{2})\.[a-z]+$/i.exec(fileName);
  return found === null ? null : `${found[1]}-${found[2]}-${found[3]}`;
}
