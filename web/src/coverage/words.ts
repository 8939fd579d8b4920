import type { ProviderKindCoverage, PublicationCoverage, TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { monthText } from "../words/day.ts";

/* What coverage says of a table, in words. */

/** "publication of January 2026, 10 months old"; a later one, or that all are later than the day, is said too. */
export function editionText({ newest, in_use, age_months }: PublicationCoverage): string {
  if (in_use === null) return `none yet on this day; the first one loaded is the publication of ${dayText(newest)}`;
  const age = age_months === null ? "" : `, ${ageText(age_months)} old`;
  const later = newest === in_use ? "" : `; a later one is of ${monthText(newest)}`;
  return `publication of ${monthText(in_use)}${age}${later}`;
}

/** "Jan 1, 2026, 10 months old"; where tables of the same price differ, from the oldest to the newest. */
export function newestText({ newest_edition, oldest_edition, age_months, synthetic }: ProviderKindCoverage): string {
  if (newest_edition === null || oldest_edition === null)
    return synthetic === "all" ? "none: made-up rates" : "none known by this day";
  const newest = oldest_edition === newest_edition ? "" : ` and ${dayText(newest_edition)}`;
  return `${dayText(oldest_edition)}${newest}${age_months === null ? "" : `, ${ageText(age_months)} old`}`;
}

/** Whether the rates of a kind of provider on the day are real. */
export function pricedFrom({ synthetic }: ProviderKindCoverage): string {
  return synthetic === null ? "none" : madeUpText(synthetic);
}

function ageText(months: number): string {
  return months === 0 ? "less than a month" : countText(months, "month");
}

/** Whether its rows are made up, as its sources say. */
export function madeUpText(synthetic: TableCoverage["synthetic"]): string {
  switch (synthetic) {
    case "all":
      return "made up";
    case "some":
      return "made up in part";
    case "none":
      return "as published";
    case null:
      return "not known";
  }
}

/** "1,204", or that the methodology's own values stand in for rows. */
export function rowsText({ rows, built_in }: TableCoverage): string {
  return rows === 0 && built_in ? "built-in values" : rows.toLocaleString("en-US");
}

/** Tables whose rows hold at every date have no days. */
export function isDated({ rows_in_force }: TableCoverage): boolean {
  return rows_in_force !== null;
}

export function firstDayText(table: TableCoverage): string {
  if (!isDated(table)) return "any day";
  return table.first_day === null ? "no rows" : dayText(table.first_day);
}

export function lastDayText(table: TableCoverage): string {
  if (!isDated(table)) return "any day";
  if (table.first_day === null) return "no rows";
  return table.last_day === null ? "open" : dayText(table.last_day);
}
