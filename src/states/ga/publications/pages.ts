/** The GAMMIS web portal: fee schedules and manuals are below Provider Information. */
export const GAMMIS_ADDRESS = "https://www.mmis.georgia.gov/portal/";

/** The department's page for providers, which leads to its rates. */
export const DCH_ADDRESS = "https://dch.georgia.gov/providers";
