/** The publisher of Florida's Medicaid rates. */
export const AHCA = "Florida Agency for Health Care Administration";
