import { lookupOf } from "../state/state.ts";
import { snakeCase } from "../text/spelling.ts";
import { type Claims, type ClaimsAsked, headingsOf } from "./claims.ts";
import { ALLOWED_AMOUNT, BILLED_AMOUNT, PAID_AMOUNT, UNITS } from "./reading/column-words.ts";
import { type ColumnContents, contentsText } from "./reading/guessing/column-contents.ts";
import { inOneLine } from "./reading/input-columns.ts";
import { recognised, rolesOf } from "./reading/recognised-columns.ts";
import { USUAL_GROUPINGS } from "./report/grouping.ts";

/** What a table was taken for, as far as it was understood: enough for a person to correct it. */
export interface ShownTable {
  /** The sheets of a workbook, and the one that is read; a text has none. */
  readonly sheets: readonly string[];
  /** Those of the sheets that whoever opens the workbook does not see. */
  readonly hidden_sheets: readonly string[];
  readonly sheet: string | null;
  /** The columns in the order of the file. */
  readonly headings: readonly ShownColumn[];
  /** What a column can be. */
  readonly meanings: readonly ColumnMeaning[];
  /** What totals can be made by, besides any heading. */
  readonly groupings: readonly string[];
}

interface ShownColumn {
  readonly heading: string;
  /** Null where the column is passed through. */
  readonly meaning: string | null;
  /** Whether no heading names it: it was guessed. */
  readonly is_guess: boolean;
  /** What its first values look like, in words. */
  readonly seems_to_hold: string;
}

interface ColumnMeaning {
  readonly name: string;
  readonly description: string;
  /** No line can be priced without it. */
  readonly required: boolean;
  /** One of those with this mark is needed. */
  readonly identifies_provider: boolean;
}

/** What a line of a claim has besides the parameters of its lookup, in words. */
const BESIDES: Readonly<Record<string, string>> = {
  [UNITS]: "How many units the line has; one where the cell is empty.",
  [BILLED_AMOUNT]: "What was billed for the line: the most that is expected.",
  [PAID_AMOUNT]: "What was paid for the line, to compare the expected amount with.",
  [ALLOWED_AMOUNT]: "What the payer allowed for the line; it is compared before what was paid.",
};

/** Also where columns are missing or two are meant for one thing: then each of the two is shown as it. */
export function shownTable({ header, sheets, contents }: Claims, asked: ClaimsAsked): ShownTable {
  const headings = inOneLine(headingsOf(header.names, asked, contents));
  const { roles, guessed } = recognised(headings);
  const meaningAt = new Map([...roles].flatMap(([role, places]) => places.map((place) => [place, role] as const)));
  const { parameters } = lookupOf(asked.state, asked.setting);
  const declared = new Map(Object.entries(parameters).map(([key, parameter]) => [snakeCase(key), parameter]));
  return {
    sheets: sheets.names,
    hidden_sheets: sheets.hidden,
    sheet: sheets.chosen,
    headings: headings.names.map((heading, place) => ({
      heading,
      meaning: meaningAt.get(place) ?? null,
      is_guess: guessed.has(place),
      seems_to_hold: contents === null ? "" : contentsText(contents[place] as ColumnContents),
    })),
    meanings: rolesOf(headings.lookup).map((name) => ({
      name,
      description: declared.get(name)?.description ?? BESIDES[name] ?? "",
      required: declared.get(name)?.required ?? false,
      identifies_provider: declared.get(name)?.identifiesProvider ?? false,
    })),
    groupings: USUAL_GROUPINGS,
  };
}
