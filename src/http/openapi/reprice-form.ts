import type { State } from "../../state/state.ts";
import type { Json } from "./json-schema.ts";

const text = (description: string): Json => ({ type: "string", description });

function settingsOf(states: readonly State[]): readonly string[] {
  return [...new Set(states.flatMap(({ lookups }) => lookups.map(({ setting }) => setting)))];
}

/** The form that a file is sent with. */
export function repriceForm(states: readonly State[]): Json {
  return {
    type: "object",
    title: "File to reprice",
    required: ["file", "state", "setting"],
    properties: {
      file: { type: "string", contentMediaType: "application/octet-stream", description: "The file." },
      state: { type: "string", enum: states.map(({ code }) => code), description: "Code of the state." },
      setting: { type: "string", enum: settingsOf(states), description: "What its lines are." },
      sheet: text("The name or the number of the sheet of a workbook; the first one when it is absent."),
      columns: text('What columns are, as JSON: `{"DOS": "date_of_service", "Payer": null}`; null is passed through.'),
      compare: text(
        "The heading of the column that is compared, where it is not recognised or another one is meant: what was allowed is compared before what was paid.",
      ),
      no_charge_limit: {
        type: "boolean",
        description: "Expect the rate also where less was billed. Without it, expected is at most what was billed.",
      },
      fields: text("The fields of the result to write, separated by commas; `all` for every field."),
      tolerance: text(
        "Differences up to this much are as expected: dollars such as `0.50`, or a percentage such as `1%`.",
      ),
      by: text("What totals are made by: `code`, `provider`, `month` and headings of the file, separated by commas."),
      dry_run: { type: "boolean", description: "Only show how the file would be read." },
    },
  };
}
