import type { RowSource } from "../../../imports/sources/row.ts";
import { closestName } from "../../../names/closest.ts";
import { failure } from "../../../reading/failure.ts";
import { quoted } from "../../../reading/refusal.ts";

/** Enough to choose from, in a message of one line. */
const SHEETS_SHOWN = 20;

/** The sheet that was asked for by name or by number; the first one when none was. */
export function chosenSheet(sheets: readonly RowSource[], asked: string | null, option: string): RowSource {
  const [first] = sheets;
  if (first === undefined) throw failure("the workbook has no sheet with cells; export it again");
  if (asked === null) return first;
  const named = sheets.find(({ name }) => bareName(name) === asked) ?? sheets.find(({ name }) => isAlike(name, asked));
  if (named !== undefined) return named;
  const numbered = /^[0-9]{1,4}$/.test(asked) ? sheets[Number(asked) - 1] : undefined;
  if (numbered !== undefined) return numbered;
  const closest = closestName(
    asked,
    sheets.map(({ name }) => bareName(name)),
  );
  const remedy = closest === null ? `there are ${sheetNames(sheets)}` : `did you mean ${quoted(closest)}?`;
  throw failure(`there is no sheet ${quoted(asked)} for ${option}; ${remedy}`);
}

/** `sheet "Claims" (of 3; the others are "Notes", "Old")` */
export function sheetText(chosen: RowSource, sheets: readonly RowSource[]): string {
  const others = sheets.filter((sheet) => sheet !== chosen);
  if (others.length === 0) return chosen.name;
  const theOthers = others.length === 1 ? "the other is" : "the others are";
  return `${chosen.name} (of ${sheets.length}; ${theOthers} ${sheetNames(others)})`;
}

/** What to do where the first sheet is a cover; null where there is no other. */
export function otherSheetRemedy(sheets: readonly RowSource[], option: string): string | null {
  const [, second] = sheets;
  if (second === undefined) return null;
  const others = sheetNames(sheets.slice(1));
  return `The first sheet was read. If the claims are on another (${others}), choose it with ${option} ${quoted(bareName(second.name))}.`;
}

function sheetNames(sheets: readonly RowSource[]): string {
  const shown = sheets.slice(0, SHEETS_SHOWN).map(({ name }) => quoted(bareName(name)));
  const more = sheets.length - shown.length;
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** A source is called `sheet "Claims"`; a table of a page has no name but its number. */
export function bareName(name: string): string {
  return /^sheet "(.*)"$/s.exec(name)?.[1] ?? name;
}

function isAlike(name: string, asked: string): boolean {
  return bareName(name).trim().toLowerCase() === asked.trim().toLowerCase();
}
