import { quoted } from "../../../text/refusal.ts";
import type { Advice } from "../advice.ts";
import { type ColumnContents, contentsText } from "./column-contents.ts";

/** What is known of each column where a table is refused. */
interface ListedColumns {
  readonly names: readonly string[];
  readonly contents: readonly ColumnContents[];
  /** What columns were recognised as, by their places. */
  readonly read: ReadonlyMap<number, string>;
  /** Those of them that were guessed. */
  readonly guessed: ReadonlySet<number>;
  /** What they may be. */
  readonly mayBe: ReadonlyMap<number, string>;
  /** A column for each question that is open; null where one of them has none. */
  readonly answer: ReadonlyMap<string, string> | null;
}

/** More would hide the questions. */
const COLUMNS_LISTED_MAX = 60;

/** The headings that are there, what each column seems to hold, and how it would be used; at the end one answer to all questions. */
export function columnsListed(
  { names, contents, read, guessed, mayBe, answer }: ListedColumns,
  advice: Advice,
): string {
  const isOfUse = (place: number) => read.has(place) || mayBe.has(place);
  const places = [...names.keys()];
  const shown = places.length <= COLUMNS_LISTED_MAX ? places : places.filter(isOfUse).slice(0, COLUMNS_LISTED_MAX);
  const lines = shown.map((place) => {
    const heading = names[place] as string;
    const role = read.get(place);
    const proposed = mayBe.get(place);
    const taken = role === undefined ? "" : `; ${guessed.has(place) ? "guessed to be" : "read as"} ${role}`;
    const use = proposed === undefined ? taken : `; ${advice.columnIs(heading, proposed)}`;
    return `\n  ${quoted(heading)}: ${contentsText(contents[place] as ColumnContents)}${use}`;
  });
  const more = places.length - shown.length;
  const others = more > 0 ? `\n  and ${more} more` : "";
  const answered =
    answer === null || answer.size === 0 ? "" : `\nTo go on, say for example ${advice.columnsAre(answer)}.`;
  return `The columns, and what they seem to hold in the first lines:${lines.join("")}${others}${answered}`;
}
