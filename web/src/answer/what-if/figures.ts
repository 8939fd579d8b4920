import type { ExplainedInput, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import type { WhatIf } from "../../../../src/answers/what-if.ts";

export type SettableFigure = WhatIf["figures"][number];
export type ComparedResult = WhatIf["results"][number];

/** A figure of the receipt that can be changed: the id of the input, and its name for the API. */
export interface ChangeableFigure {
  readonly input: ExplainedInput;
  readonly figure: SettableFigure;
}

/** The figures of one result that can be changed, in the order of its receipt. */
export function changeableFigures(
  explained: ResultExplanation,
  figures: readonly SettableFigure[],
): readonly ChangeableFigure[] {
  return explained.inputs.flatMap((input) => {
    const figure = figures.find((each) => isOf(each, input, explained));
    return figure === undefined ? [] : [{ input, figure }];
  });
}

/** Whether a figure of the receipt can be changed: it was published, or is built in. */
export function isChangeable({ inputs }: ResultExplanation, id: string): boolean {
  const from = inputs.find((each) => each.id === id)?.from;
  return from !== undefined && ("row" in from || "default" in from);
}

function isOf({ table, line, key, column, built_in }: SettableFigure, { from }: ExplainedInput, of: ResultExplanation) {
  const isRow = (row: ResultExplanation["rows"][number]) => row.table === table && row.line === line;
  if ("row" in from) return column === from.column && of.rows.some((row) => row.id === from.row && isRow(row));
  if (!("default" in from) || built_in === null) return false;
  return line === null ? key.name === from.default : column === from.default && of.rows.some(isRow);
}

/** The result of the answer that the reader looks at. */
export function comparedOf({ results }: WhatIf, { result }: ResultExplanation): ComparedResult | undefined {
  const shown = JSON.stringify(result);
  return results.find(({ published }) => JSON.stringify(published) === shown);
}

/** How much of a name a refusal quotes. */
const QUOTED_CHARACTERS = 60;

/** What the API expects of the value of a figure that it has refused; undefined where it has not. */
export function expectedOf(cell: string, messages: readonly string[]): string | undefined {
  const message = messages.find((each) => each.startsWith(`set "${cell.slice(0, QUOTED_CHARACTERS)}`));
  return message?.replace(/^.*? is not valid: expected /, "Enter ");
}
