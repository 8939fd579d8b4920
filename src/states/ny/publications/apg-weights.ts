import { figure, number } from "../../../imports/declaring/conversions.ts";
import { heading, needed, rest } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { apgWeights } from "../tables.ts";
import { HEALTH } from "./about.ts";
import { DATE_COLUMN, datedValues } from "./date-columns.ts";

/** The APGs that no capital is added to (10 NYCRR 86-8.9, list of 2010). */
export const WITHOUT_CAPITAL = ["94", "274", "275", "322", "414", "415", "416", "428", "429"];

const NUMBER = /^[0-9]{1,4}$/;

/** The weights have a column per effective date, so one edition holds the whole history. */
export const apgWeightsHistory = publication({
  ...HEALTH,
  name: "apg-weights",
  title: "APG Weights History",
  published: "on the Department of Health's APG page, quarterly; its newest column is the edition's date",
  form: "XLSX or CSV",
  confidence: "remembered",
  sections: [
    section({
      fields: {
        apg: heading(
          ["APG", "EAPG", "APG Number", "APG #", "APG Code", /^e?apg(?!.*(?:desc|type|cat|weight))/],
          apgNumber,
        ),
        weights: needed(rest(DATE_COLUMN, figure)),
      },
      feeds: [apgWeights],
      read: () => ({
        record({ apg, weights }, intake) {
          if (apg === null || !NUMBER.test(apg)) return intake.leaveOut("no APG number in the row", apg ?? "");
          const values = datedValues(weights);
          if (values.length === 0) return intake.leaveOut("no weight in any column", apg);
          const noCapitalAddon = WITHOUT_CAPITAL.includes(apg) ? true : null;
          for (const { start, end, value } of values) {
            const dates = { effectiveStartDate: start, effectiveEndDate: end };
            intake.take(apgWeights, { apg, apgWeight: value, noCapitalAddon, ...dates });
          }
        },
      }),
    }),
  ],
});

/** The number of an APG without leading zeros; other text as it stands. */
export function apgNumber(cell: string): string | null {
  const value = number(cell);
  return typeof value === "string" ? value : cell;
}
