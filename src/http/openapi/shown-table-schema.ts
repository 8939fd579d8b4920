import { closedObject, type Json } from "./json-schema.ts";

const text = (description: string): Json => ({ type: "string", description });
const texts = (description: string): Json => ({ type: "array", items: { type: "string" }, description });
const flag = (description: string): Json => ({ type: "boolean", description });

/** What a file that was sent for a dry run was taken for. */
export const shownTableSchema: Json = {
  ...closedObject("Table of a dry run", {
    sheets: texts("The sheets of a workbook; empty for a text."),
    hidden_sheets: texts("Those of the sheets that whoever opens the workbook does not see."),
    sheet: { type: ["string", "null"], description: "The sheet that is read." },
    headings: {
      type: "array",
      description: "The columns in the order of the file.",
      items: closedObject("Heading", {
        heading: text("As it stands in the file, in one line."),
        meaning: { type: ["string", "null"], description: "What the column was taken for; null is passed through." },
        is_guess: flag("No heading names it: it was guessed by its values and by words of its heading."),
        seems_to_hold: text("What its first values look like, in words, such as `days`."),
      }),
    },
    meanings: {
      type: "array",
      description: "What a column can be: the values of the field `columns`.",
      items: closedObject("Meaning of a column", {
        name: text("As the field `columns` has it."),
        description: text("What it is."),
        required: flag("No line can be priced without it."),
        identifies_provider: flag("One of those with this mark is needed."),
      }),
    },
    groupings: texts("What the field `by` can have besides headings."),
  }),
};
