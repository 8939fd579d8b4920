import { amount, rounded, zeroAbsent } from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { hospitalApgRates } from "../tables.ts";
import { CAPTION_ROWS, CERTIFICATE_FIELDS, NO_CERTIFICATE, strangers } from "./certificate-sheets.ts";
import { HEALTH } from "./publishers.ts";

/** A hospital without the service is listed with a rate of zero. */
const dollars = zeroAbsent(rounded(2, amount));

/** Capital rate codes (1403, 1434) stand beside the base rates and are not part of them. */
export const hospitalBaseRates = publication({
  ...HEALTH,
  name: "hospital-apg-rates",
  title: "Hospital APG Rates",
  published: "on the Department of Health's APG rates page",
  page: "https://www.health.ny.gov/health_care/medicaid/rates/apg/",
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        ...CERTIFICATE_FIELDS,
        visit: heading(
          ["OPD Visit Rate (1400)", /1400/, /^(?!.*capital)(?=.*visit)(?=.*(?:opd|outpatient|clinic))/],
          dollars,
        ),
        emergency: optional(heading([/1402/, /^(?!.*capital)(?:.*\bed\b|.*emergency)/], dollars)),
        episode: optional(heading([/1432/, /^(?!.*capital).*episode/], dollars)),
      },
      feeds: [hospitalApgRates],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        return {
          record({ opcert, facility, visit, emergency, episode }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (visit === null && emergency === null && episode === null) {
              return intake.leaveOut("no base rate in the row", opcert);
            }
            tellStranger(opcert, facility, intake);
            intake.take(hospitalApgRates, {
              opcert,
              apgBaseRateOpdVisit: visit,
              apgBaseRateEd: emergency,
              apgBaseRateOpdEpisode: episode,
            });
          },
        };
      },
    }),
  ],
});
