/** The department that sets Georgia's rates. */
export const DCH = "Georgia Department of Community Health";

/** Its page for providers, which leads to its rates. */
export const DCH_ADDRESS = "https://dch.georgia.gov/providers";

/** Where its schedules and manuals are. */
export const GAMMIS = "on the GAMMIS web portal, Provider Information";
export const GAMMIS_ADDRESS = "https://www.mmis.georgia.gov/portal/";
