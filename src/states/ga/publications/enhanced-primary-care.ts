import { enhancedCrosswalk } from "./enhanced-crosswalk.ts";

export const enhancedPrimaryCare = enhancedCrosswalk({
  name: "enhanced-primary-care",
  title: "Enhanced Rate Crosswalk for Primary Care",
  program: "primary_care",
});
