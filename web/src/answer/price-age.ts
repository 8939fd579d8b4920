import type { ExplainedRow, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { type Day, dayText, monthsBetween } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { CatalogueSetting, ReleaseInService } from "../api/ready.ts";
import { monthOfDay } from "../words/day.ts";
import { figureName, listText } from "../words/names.ts";
import { referencesOf } from "./receipt/receipt-of.ts";

/* How old a price is and whether it is real, from the publications of the figures that it is computed from. */

/** What stands beside an amount. */
export interface PriceAge {
  /** Made-up figures stand out: the amount is for trials alone. */
  readonly isMadeUp: boolean;
  /** "Published Mar 2023, 42 months old", "Made-up figure" */
  readonly text: string;
  /** Said of a day after the newest publication; null otherwise. */
  readonly beyond: string | null;
}

interface PricedOn {
  /** The day that was priced. */
  readonly day: string;
  readonly today: string;
  /** Its sources say which publication of a table is the newest; null until it is known. */
  readonly release: Pick<ReleaseInService, "sources"> | null;
  readonly setting: Pick<CatalogueSetting, "figures">;
}

/** The age and the kind of a price; null where nothing is paid. */
export function priceAge(explained: ResultExplanation, on: PricedOn): PriceAge | null {
  const figures = figuresOfPrice(explained);
  if (figures.length === 0) return null;
  const kinds = new Set(figures.map(({ row }) => kindOf(row)));
  if (kinds.size === 1 && kinds.has("made up")) return { isMadeUp: true, text: "Made-up figure", beyond: null };
  const rows = figures.map(({ row }) => row);
  const beyond = beyondText(rows, on);
  if (kinds.has("made up")) {
    const names = figures
      .filter(({ row }) => kindOf(row) === "made up")
      .map(({ name }) => figureName(name, on.setting));
    return { isMadeUp: true, text: `Made up in part: ${namedText([...new Set(names)])}`, beyond };
  }
  if (kinds.has("unknown")) {
    return { isMadeUp: true, text: "Published or made-up figure: the data does not say which", beyond };
  }
  return { isMadeUp: false, text: publishedText(rows, on.day), beyond };
}

/** More names would be a list, which the receipt below is. */
const NAMED_MAX = 2;

function namedText(names: readonly string[]): string {
  const rest = names.length - NAMED_MAX;
  return rest > 0 ? `${names.slice(0, NAMED_MAX).join(", ")} and ${rest} more` : listText(names);
}

/** The published figures that the payment is computed from. A figure that only decided nothing is left out. */
function figuresOfPrice({ steps, inputs, rows, payment, result }: ResultExplanation) {
  // A percentage of charges is a rate also without a payment.
  if (payment === null && result.rate_found !== true) return [];
  const used = new Set(steps.flatMap(({ applied, expression }) => (applied ? referencesOf(expression) : [])));
  return inputs.flatMap(({ id, name, from }) => {
    const row = "row" in from ? rows.find((each) => each.id === from.row) : undefined;
    return row !== undefined && (used.has(id) || id === payment) ? [{ name, row }] : [];
  });
}

function kindOf({ publication }: ExplainedRow): "published" | "made up" | "unknown" {
  if (publication === null || publication.synthetic === false) return "published";
  return publication.synthetic === true ? "made up" : "unknown";
}

/** The day of the newest publication that has the row as it is; null where the data names none. */
function publishedOn({ publication }: ExplainedRow): string | null {
  return publication === null
    ? null
    : (publication.confirmed_by_edition ?? publication.edition ?? isoDay(publication.published));
}

/** Entries by hand may name a year or a quarter, which has no age in months. */
function isoDay(text: string | null): string | null {
  return text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null;
}

/** "Published Mar 2023, 42 months old"; of several publications the oldest decides. */
function publishedText(rows: readonly ExplainedRow[], day: string): string {
  const days = rows.map(publishedOn);
  const known = days.filter((each) => each !== null).sort();
  const [oldest, newest] = [known[0], known.at(-1)];
  if (oldest === undefined || newest === undefined) return "Publication day not known";
  const months = [...new Set([oldest, newest].map(monthOfDay))];
  const unknown = days.includes(null) ? "; the day of another publication is not known" : "";
  const age = oldest > day ? "" : `, ${months.length > 1 ? "the oldest " : ""}${ageText(oldest, day)}`;
  return `Published ${months.join(" to ")}${age}${unknown}`;
}

function ageText(from: string, to: string): string {
  const months = monthsBetween(from as Day, to as Day);
  return months === 0 ? "less than a month old" : `${countText(months, "month")} old`;
}

/** A day after the newest publication that is loaded for the tables of a price: the rate may have changed since. */
function beyondText(rows: readonly ExplainedRow[], { day, today, release }: PricedOn): string | null {
  const published = rows.filter((row) => kindOf(row) === "published");
  const tables = new Set(published.map(({ table }) => table));
  const days = (release?.sources ?? [])
    .filter(({ table, synthetic }) => synthetic !== true && table !== null && tables.has(table))
    .flatMap(({ edition, published }) => edition ?? isoDay(published) ?? []);
  const newest = days.sort().at(-1);
  if (newest === undefined || day <= newest) return null;
  const changed = day > today ? "the state may publish another by then" : "the state may have changed it since";
  const of = published.length === rows.length ? "this rate" : "the published figures of this rate";
  return `${dayText(day)} is after the newest publication loaded for ${of} (${dayText(newest)}): ${changed}.`;
}
