import type {
  ProviderKindCoverage,
  PublicationCoverage,
  SettingCoverage,
  TableCoverage,
} from "../../../src/answers/coverage/schema.ts";
import { type Day, dayText, monthsBetween } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { ReleaseSource } from "../api/ready.ts";
import { monthText } from "../words/day.ts";
import { listText } from "../words/names.ts";
import { tableWords } from "../words/tables.ts";

/* What coverage says of a table, in words. */

/** "publication of January 2026, 10 months old"; a later one, or that all are later than the day, is said too. */
export function editionText({ newest, in_use, age_months }: PublicationCoverage): string {
  if (in_use === null) return `none yet on this day; the first one loaded is the publication of ${dayText(newest)}`;
  const age = age_months === null ? "" : `, ${ageText(age_months)} old`;
  const later = newest === in_use ? "" : `; a later one is of ${monthText(newest)}`;
  return `publication of ${monthText(in_use)}${age}${later}`;
}

/**
 * "Practitioner fee schedule, Jan 1, 2026, 10 months old": what the sources of a table say, the newest first. Made-up rows have no
 * publication, whatever their source is called.
 */
export function publishedTexts(
  { table }: Pick<TableCoverage, "table">,
  sources: readonly ReleaseSource[] | null,
  date: string,
): readonly string[] {
  const real = (sources ?? []).filter((each) => each.table === table && each.synthetic !== true);
  const days = new Map<string, string | null>();
  for (const { publication, published, edition } of real) {
    const name = publication ?? "Publication";
    const day = edition ?? published;
    const known = days.get(name) ?? null;
    days.set(name, known !== null && (day === null || known > day) ? known : day);
  }
  return [...days]
    .sort(([, a], [, b]) => (b ?? "").localeCompare(a ?? ""))
    .map(([publication, day]) => {
      if (day === null) return `${publication}, of a day that is not known`;
      const age = day > date ? "after this day" : `${ageText(monthsBetween(day as Day, date as Day))} old`;
      return `${publication}, ${dayText(day)}, ${age}`;
    });
}

/** Why a table has no publication; a space, which keeps the height of the cell, until the sources are loaded. */
export function unpublishedText(
  { synthetic, rows }: Pick<TableCoverage, "synthetic" | "rows">,
  sources: readonly ReleaseSource[] | null,
): string {
  if (rows === 0) return "no rows";
  if (synthetic === "all") return "none: made-up rows";
  return sources === null ? "\u00a0" : "not known";
}

/** "Jan 1, 2026, 10 months old"; where tables of the same price differ, "Mar 15, 2023 (44 months old) and Jan 1, 2026". */
export function newestText({ newest_edition, oldest_edition, age_months, synthetic }: ProviderKindCoverage): string {
  if (newest_edition === null || oldest_edition === null)
    return synthetic === "all" ? "none: made-up rates" : "none known by this day";
  const age = age_months === null ? null : `${ageText(age_months)} old`;
  const oldest = dayText(oldest_edition);
  if (oldest_edition === newest_edition) return age === null ? oldest : `${oldest}, ${age}`;
  return `${oldest}${age === null ? "" : ` (${age})`} and ${dayText(newest_edition)}`;
}

/** Whether the rates of a kind of provider on the day are real. */
export function pricedFrom({ priced, synthetic }: ProviderKindCoverage): string {
  return !priced || synthetic === null ? "none" : madeUpText(synthetic);
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

/** "nothing is effective in fee schedules and conversion factors": why a kind of provider cannot be priced on the day. */
export function missingText({ tables }: Pick<ProviderKindCoverage, "tables">): string {
  const missing = tables.filter(({ effective_rows }) => effective_rows === 0);
  return `nothing is effective in ${listText(missing.map(({ table }) => tableWords(table)))}`;
}

/** A table with rows may still hold a part of its schedule: no setting is called complete. */
export function settingText({ loaded, not_loaded_tables }: SettingCoverage): string {
  if (!loaded) return "Not loaded: none of its tables has rows.";
  return not_loaded_tables.length === 0 ? "Each of its tables has rows." : "Some of its tables have no rows.";
}

/** "fee schedules and DRG weights" */
export function tablesText(tables: readonly string[]): string {
  return listText(tables.map(tableWords));
}
