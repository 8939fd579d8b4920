import { failure } from "../../runtime/failure.ts";
import type { DeclaredFields } from "../declaring/fields.ts";
import { type Publication, titleOfPublication } from "../declaring/publication.ts";
import { foldHeading } from "../layout/headings.ts";

/** Fewer headings are common to many lists: a code, a name and an amount. */
const TELLING_HEADINGS_MIN = 4;

/**
 * Refuses a list that has exactly the headings of another publication whose layout was seen, such as Medicare's laboratory fees given as a
 * state's own: what is read of it would stand under the wrong name.
 */
export function refuseAnothers(
  publication: Publication,
  publications: readonly Publication[],
  headings: readonly string[],
  place: string,
): void {
  const there = new Set(headings.map(foldHeading));
  const title = titleOfPublication(publication);
  const isOf = ({ sections }: Publication) => sections.some(({ fields }) => areAllThere(fields, there));
  const fitting = publications.filter((each) => each.confidence === "seen" && isOf(each));
  const [other] = fitting;
  if (other === undefined || fitting.some((each) => titleOfPublication(each) === title)) return;
  const another = titleOfPublication(other);
  throw failure(
    `${place}: these are the headings of ${another} (${other.title}), not of ${title}; import the file as ${another}, or rename a heading if it is another list`,
  );
}

/** Whether every heading that a layout prints is there, and they are enough to tell it by. */
function areAllThere(fields: DeclaredFields, there: ReadonlySet<string>): boolean {
  const printed = Object.values(fields).flatMap(({ where }) => {
    const spelling = where.kind === "heading" ? where.spellings.find((each) => typeof each === "string") : undefined;
    return spelling === undefined ? [] : [foldHeading(spelling)];
  });
  return new Set(printed).size >= TELLING_HEADINGS_MIN && printed.every((heading) => there.has(heading));
}
