import { enhancedCrosswalk } from "./enhanced-crosswalk.ts";

export const enhancedObGyn = enhancedCrosswalk({
  name: "enhanced-ob-gyn",
  title: "Enhanced Rate Crosswalk for OB/GYN",
  program: "ob_gyn",
});
