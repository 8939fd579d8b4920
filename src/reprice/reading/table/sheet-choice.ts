import type { RowSource } from "../../../imports/sources/row.ts";
import { failure } from "../../../runtime/failure.ts";
import { closestName } from "../../../text/closest.ts";
import { quoted } from "../../../text/refusal.ts";

/** Enough to choose from, in a message of one line. */
const SHEETS_SHOWN = 20;

/** The sheet that was asked for by name or by number; when none was, the first that whoever opens the workbook sees. */
export function chosenSheet(sheets: readonly RowSource[], asked: string | null, option: string): RowSource {
  const first = sheets.find(isVisible) ?? sheets[0];
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

/** `sheet "Claims" (of 3; the others are "Notes", "Old" (hidden))` */
export function sheetText(chosen: RowSource, sheets: readonly RowSource[]): string {
  const others = sheets.filter((sheet) => sheet !== chosen);
  const theOthers = others.length === 1 ? "the other is" : "the others are";
  const about = [
    ...(isVisible(chosen) ? [] : ["hidden"]),
    ...(others.length === 0 ? [] : [`of ${sheets.length}`, `${theOthers} ${sheetNames(others)}`]),
  ];
  return about.length === 0 ? chosen.name : `${chosen.name} (${about.join("; ")})`;
}

/** What to do where the sheet that was read is a cover; null where there is no other. */
export function otherSheetRemedy(read: RowSource, sheets: readonly RowSource[], option: string): string | null {
  const others = sheets.filter((sheet) => sheet !== read);
  const likely = others.find(isVisible) ?? others[0];
  if (likely === undefined) return null;
  const first = read === sheets[0] ? "first sheet" : "first sheet that is not hidden";
  return `The ${first} was read. If the claims are on another (${sheetNames(others)}), choose it with ${option} ${quoted(bareName(likely.name))}.`;
}

function isVisible({ isHidden = false }: RowSource): boolean {
  return !isHidden;
}

function sheetNames(sheets: readonly RowSource[]): string {
  const shown = sheets
    .slice(0, SHEETS_SHOWN)
    .map((sheet) => `${quoted(bareName(sheet.name))}${isVisible(sheet) ? "" : " (hidden)"}`);
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
