import { foldName } from "../../../core/text/folding.ts";
import { fill } from "../../../imports/declaring/publication.ts";
import { cbsaFor } from "../../../imports/federal/cbsa.ts";
import { providers } from "../tables.ts";

/** California, and the states next to it: hospitals across the border treat its patients. */
const STATES = new Map([
  ["California", "CA"],
  ["Arizona", "AZ"],
  ["Nevada", "NV"],
  ["Oregon", "OR"],
]);

/** Counties and states as they are compared: the list prints `Kern County` where providers have `Kern`. */
function folded(place: string): string {
  return foldName(place).replace(/ COUNTY$/, "");
}

/** The statistical area of a provider is that of its county (ca 2.1). */
export const cbsa = cbsaFor([fill(providers, ["county", "state"], { fold: folded })], () => ({
  record({ county, stateName, cbsaCode, cbsaTitle }, intake) {
    if (county === null || stateName === null) return intake.leaveOut("a note, not a county");
    const state = STATES.get(stateName);
    if (state === undefined) return intake.leaveOut("a county neither of California nor of a state next to it");
    intake.take(providers, { county, state, cbsaCode, cbsaDescription: cbsaTitle });
  },
}));
