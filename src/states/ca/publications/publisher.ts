/** The department that runs Medi-Cal. */
export const DHCS = "California Department of Health Care Services";
