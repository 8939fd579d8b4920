import { oneLine } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { ascLocalities } from "../tables.ts";
import { twoDigits } from "./asc-columns.ts";
import { DCH, datesOf, ownDates } from "./columns.ts";
import { withoutCounty } from "./county-name.ts";
import { GAMMIS_ADDRESS } from "./pages.ts";

/** What manuals print for the counties that they do not name. */
const ALL_OTHERS = /^(?:all|rest|remain\w*|balance|other)\b/i;

/** Which counties belong to a locality; manuals print several counties in one cell (ga 2.6). */
export const ascLocalityList = publication({
  folder: "ga",
  name: "asc-localities",
  title: "ASC Localities by County",
  publisher: DCH,
  published: "in an appendix of the Part II Ambulatory Surgical Center manual",
  page: GAMMIS_ADDRESS,
  form: "XLSX or CSV, retyped from the manual",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        counties: heading(["County", "Counties", "County Name", /^count(?:y|ies)\b/], oneLine),
        locality: heading(["Locality", "Locality Code", "Locality Number", "Area", /^locality\b/], twoDigits),
        ...ownDates,
      },
      feeds: [ascLocalities],
      read: () => ({
        record(fields, intake) {
          const { counties, locality } = fields;
          if (counties === null || locality === null) return intake.leaveOut("no county, or no locality");
          for (const printed of counties.split(/[,;]| and /)) {
            const county = withoutCounty(printed.trim());
            if (county === "") continue;
            if (ALL_OTHERS.test(county))
              intake.leaveOut("counties that are not named: write a row for each", printed.trim());
            else intake.take(ascLocalities, { county, locality, ...datesOf(fields) });
          }
        },
      }),
    }),
  ],
});
