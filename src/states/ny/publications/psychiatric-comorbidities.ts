import { figure, oneLine } from "../../../imports/declaring/conversions.ts";
import { heading } from "../../../imports/declaring/fields.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { foldName } from "../../../text/folding.ts";
import { parameters } from "../tables.ts";
import { COMORBIDITY_CATEGORIES, type ComorbidityCategory } from "../values.ts";
import { HEALTH, RATE_ADDRESS, RATE_PAGE } from "./about.ts";

/** The factors are a publication of their own: they change on other days than the weights. */
export const psychiatricComorbidities = publication({
  ...HEALTH,
  name: "psychiatric-comorbidities",
  title: "Psychiatric Comorbidity Factors",
  published: `${RATE_PAGE}, beside the psychiatric weights`,
  page: RATE_ADDRESS,
  form: "XLSX or CSV",
  confidence: "guessed",
  sections: [
    section({
      fields: {
        category: heading(["Comorbidity Category", "Comorbidity", "Category", /comorbid/], oneLine),
        factor: heading(["Factor", "Adjustment Factor", /factor|adjust/], figure),
      },
      feeds: [parameters],
      read: () => ({
        record({ category, factor }, intake) {
          const known = categoryOf(category ?? "");
          if (known === null) return intake.leaveOut("no comorbidity category of the contract", category ?? "");
          if (factor === null) return intake.leaveOut("no factor", known);
          intake.take(parameters, { name: `psych_comorbidity_${known}`, value: factor });
        },
      }),
    }),
  ],
});

/** The category that the contract spells in snake case; the state writes the intestine out. */
function categoryOf(words: string): ComorbidityCategory | null {
  const folded = foldName(words).replace(/^GASTRO ?INTESTINAL\b/, "GI");
  return COMORBIDITY_CATEGORIES.find((category) => foldName(category) === folded) ?? null;
}
