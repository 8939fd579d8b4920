import { type Day, parseIsoDay } from "../calendar/day.ts";
import { failure } from "../runtime/failure.ts";
import type { Publication } from "./declaring/publication.ts";
import type { OpenFile } from "./sources/open.ts";
import { newestColumn } from "./taking/newest-column.ts";
import { type PrintedDay, printedDays } from "./taking/printed-days.ts";

/** The day that an edition is as of, and whether the file prints it. */
export interface EditionDay {
  readonly day: Day;
  readonly isPrinted: boolean;
}

/**
 * The day that an edition is as of: the one that was given, or that the file tells by a text above its headings or by
 * its name; of a publication that prints its history, else the newest date over its columns that has come. What is printed in the file counts: a given day that says otherwise is a slip, and would date every rate wrongly.
 */
export async function asOfDay(
  given: Day | null,
  publication: Publication,
  file: OpenFile,
  today: Day,
): Promise<EditionDay> {
  const printed = await printedDays(publication, file);
  if (given !== null) {
    const isPrinted = printed.some(({ day }) => day === given);
    if (printed.length === 0 || isPrinted) return { day: given, isPrinted };
    throw failure(
      `--as-of says ${given}, but the file is as of ${listed(printed)}; leave --as-of out, or name the file of that day; where that text means something else, write "as_of_text": null into a mapping file: see --template and --map`,
    );
  }
  const told = [...printed, ...daysOfNames(publication, file)];
  const [first] = told;
  if (first === undefined) {
    const newest = publication.printsHistory ? await newestColumn(publication, file, today) : null;
    if (newest !== null) return { day: newest, isPrinted: true };
    throw failure(`${silent(publication)} from which day it holds; give that day with --as-of YYYY-MM-DD`);
  }
  if (told.some(({ day }) => day !== first.day)) {
    throw failure(`it tells more than one day, ${listed(told)}; give the one that holds with --as-of YYYY-MM-DD`);
  }
  return { day: first.day, isPrinted: printed.length > 0 };
}

function daysOfNames(publication: Publication, { name, parts }: OpenFile): readonly PrintedDay[] {
  for (const each of [name, ...parts.map((part) => part.name)]) {
    const day = parseIsoDay(publication.asOf(each) ?? "");
    if (day !== null) return [{ day, place: `the name ${each}` }];
  }
  return [];
}

function silent({ asOfText }: Publication): string {
  return asOfText === null ? "its name does not tell" : "neither the text above its headings nor its name tells";
}

/** `2026-01-15 (line 1)` */
function listed(days: readonly PrintedDay[]): string {
  return days.map(({ day, place }) => `${day} (${place})`).join(" and ");
}
