import type { Day } from "../calendar/day.ts";
import { titleOf } from "../dataset/table.ts";
import { titleOfPublication } from "../imports/declaring/publication.ts";
import { snakeCase } from "../text/spelling.ts";
import { wrapped } from "../text/terminal.ts";
import { ageDays, ageText } from "./age.ts";
import type { NeededPublication, PartStatus, StateStatus } from "./dataset-status.ts";

const COUNT = new Intl.NumberFormat("en-US");

/** Publications stand in columns; each is followed by the address of its page. */
export function statusText(states: readonly StateStatus[], today: Day): string {
  return states.flatMap(({ state, parts }) => parts.map((part) => partText(state.name, part, today))).join("\n\n");
}

function partText(stateName: string, part: PartStatus, today: Day): string {
  const { name, isLoaded, isNeeded, tables, publications } = part;
  const rows = tables.map(({ table, rows: count }) => `${table.name} ${COUNT.format(count)}`).join(", ");
  return [
    `${stateName} ${name}: ${isLoaded ? "loaded" : isNeeded ? "NOT LOADED" : "empty"}`,
    wrapped("  rows: ", rows),
    ...publicationLines(publications, today),
  ].join("\n");
}

function publicationLines(publications: readonly NeededPublication[], today: Day): readonly string[] {
  const cells = publications.map(({ publication, fills, editions }) => ({
    publication,
    fills,
    title: titleOfPublication(publication),
    taken: takenText(editions, today),
  }));
  const titleWidth = Math.max(...cells.map(({ title }) => title.length), 0);
  const takenWidth = Math.max(...cells.map(({ taken }) => taken.length), 0);
  return cells.flatMap(({ publication: { confidence, page }, fills, title, taken }) => [
    `  ${title.padEnd(titleWidth)}  ${taken.padEnd(takenWidth)}  layout ${confidence}`,
    `      ${page ?? "a list that you write yourself"}`,
    ...fills.map((each) => `      ${fillingText(each)}`),
  ]);
}

/** `fills empty cells of providers, found by npi` */
function fillingText({ table, by }: NeededPublication["fills"][number]): string {
  return `fills empty cells of ${table.name}, found by ${by.map(snakeCase).join(" and ")}`;
}

function takenText(editions: NeededPublication["editions"], today: Day): string {
  const [newest, ...older] = editions;
  if (newest === undefined) return "not imported";
  const others = older.length === 0 ? "" : `, ${older.length} before`;
  return `${newest.edition}, ${ageText(newest.edition, today)}${others}`;
}

/** The same for programs. */
export function statusJson(states: readonly StateStatus[], today: Day): readonly object[] {
  return states.map(({ state, parts }) => ({
    state: state.code,
    name: state.name,
    parts: parts.map(({ name, isLoaded, tables, publications }) => ({
      part: name,
      loaded: isLoaded,
      row_counts: Object.fromEntries(tables.map(({ table, rows }) => [titleOf(table), rows])),
      publications: publications.map(({ publication, fills, editions }) => ({
        publication: titleOfPublication(publication),
        title: publication.title,
        page: publication.page,
        confidence: publication.confidence,
        fills: fills.map(({ table, by }) => ({ table: titleOf(table), by: by.map(snakeCase) })),
        editions: editions.map(({ edition, file }) => ({ edition, file, age_days: ageDays(edition, today) })),
      })),
    })),
  }));
}
