import { plural } from "../../core/text/plural.ts";
import { quoted } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { NO_HEADINGS } from "../values/column-names.ts";
import type { Advice } from "./advice.ts";
import { type ColumnContents, contentsText, looksLikeClaim } from "./column-contents.ts";
import type { Headings, Recognised } from "./recognised-columns.ts";

/* A table is refused where a column is missing: what is missing, and what its columns seem to hold. */

/** A required role without a column: the error, and what the column would have to be. */
interface Missed {
  readonly fault: string;
  readonly role: string;
}

export function missing(found: ReadonlySet<string>, { parameters }: RateLookup): Missed[] {
  const all = Object.entries(parameters).map(([key, parameter]) => ({ name: snakeCase(key), parameter }));
  const required = all.filter(({ name, parameter }) => parameter.required && !found.has(name));
  const group = all.filter(({ parameter }) => parameter.identifiesProvider).map(({ name }) => name);
  const missed = required.map(({ name, parameter }) => ({
    fault: `There is no column ${name}: ${parameter.description}`,
    role: name,
  }));
  if (group.length > 0 && !group.some((name) => found.has(name))) {
    const fault = `There is no column that identifies the provider: one of ${group.join(", ")} is needed.`;
    missed.push({ fault, role: group[0] as string });
  }
  return missed;
}

export function whichColumn(
  role: string,
  proposed: readonly number[] = [],
  { names, advice }: Headings & { readonly advice: Advice },
): string {
  const headings = proposed.map((place) => names[place] as string);
  const [first] = headings;
  if (first === undefined) return `Say which one it is with ${advice.columnIs("Its heading", role)}.`;
  const are = plural(headings.length, `${quoted(first)} may be it`, `It may be ${headings.map(quoted).join(" or ")}`);
  return `${are}: ${advice.columnIs(first, role)}.`;
}

/** The columns of a refused table; empty when its values were not read. */
export function columnsOfRefused(
  { names, contents, advice }: Headings & { readonly advice: Advice },
  { roles, guessed, likely, proposals }: Pick<Recognised, "roles" | "guessed" | "likely" | "proposals">,
  missed: readonly Missed[],
): string[] {
  if (contents === undefined || contents === null) return [];
  // The cells in place of headings may be a patient's.
  if (looksLikeClaim(names)) {
    return [NO_HEADINGS];
  }
  const open = new Map(likely);
  for (const { role } of missed) {
    const [place] = proposals.get(role) ?? [];
    if (place !== undefined) open.set(role, names[place] as string);
  }
  const isAnswered = missed.every(({ role }) => open.has(role));
  const read = new Map([...roles].flatMap(([role, places]) => places.map((place) => [place, role] as const)));
  const mayBe = new Map<number, string>();
  for (const [role, places] of [...roles].filter(([name]) => likely.has(name))) {
    for (const place of places) mayBe.set(place, role);
  }
  for (const [role, places] of proposals) for (const place of places) if (!read.has(place)) mayBe.set(place, role);
  for (const [role, name] of open) mayBe.set(names.indexOf(name), role);
  const answer = isAnswered ? new Map([...open].map(([role, name]) => [name, role] as const)) : null;
  return [columnsListed({ names, contents, read, guessed, mayBe, answer }, advice)];
}

interface ListedColumns {
  readonly names: readonly string[];
  readonly contents: readonly ColumnContents[];
  /** Recognised roles by position. */
  readonly read: ReadonlyMap<number, string>;
  readonly guessed: ReadonlySet<number>;
  readonly mayBe: ReadonlyMap<number, string>;
  /** A column for each open question; null when one of them has none. */
  readonly answer: ReadonlyMap<string, string> | null;
}

/** More would hide the questions. */
const COLUMNS_LISTED_MAX = 60;

/** The headings, what each column seems to hold and how it would be used; at the end one answer to all questions. */
function columnsListed({ names, contents, read, guessed, mayBe, answer }: ListedColumns, advice: Advice): string {
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
