import type { Dated } from "../calendar/period.ts";
import type { RowPlace, Table } from "../dataset/table.ts";
import type { PricedProviders } from "../pricing/counterparts.ts";
import type { Release, StateInRelease } from "../release/release.ts";
import { forEverybody } from "../runtime/ending.ts";
import { nextSlice, Slices } from "../runtime/scheduler.ts";
import { CounterpartSurvey } from "./counterpart-survey.ts";
import { TableSurvey } from "./table-survey.ts";

/** What the rows of a state say together, whatever day is asked about. */
interface StateSurvey {
  /** Of its dated tables. */
  readonly tables: ReadonlyMap<Table, TableSurvey>;
  readonly counterparts: readonly CounterpartSurvey[];
}

/** Reading the rows of a key, or a provider, takes some ten microseconds. */
const KEYS_PER_CLOCK_READING = 4;

const surveys = new WeakMap<StateInRelease, Promise<StateSurvey>>();

/**
 * Surveys one state of an open release, once: a release never changes. Works in slices, and goes on when the one who asked first
 * has left. Of a million providers, only those are read that some counterpart is about.
 */
export function surveyOf(source: StateInRelease, release: Release): Promise<StateSurvey> {
  const known = surveys.get(source);
  if (known !== undefined) return known;
  const survey = forEverybody(() => surveyed(source, release));
  surveys.set(source, survey);
  // A release that turns out to be damaged is surveyed anew by whoever asks next.
  survey.catch(() => surveys.delete(source));
  return survey;
}

async function surveyed(source: StateInRelease, release: Release): Promise<StateSurvey> {
  const { tables, counterparts: declared } = source.state;
  const counterparts = declared.map((each) => new CounterpartSurvey(each));
  const dated = tables.filter((table) => table.dated);
  const surveyedTables = new Map(dated.map((table) => [table, new TableSurvey(table)]));
  const slices = new Slices(KEYS_PER_CLOCK_READING);
  await nextSlice();
  for (const table of new Set([...dated, ...counterparts.flatMap((each) => each.tables)])) {
    const interested = counterparts.filter((each) => each.tables.includes(table));
    const survey = surveyedTables.get(table);
    for (const rows of release.tables.groups(table)) {
      if (slices.isOver()) await nextSlice();
      survey?.see(rows as readonly (RowPlace & Dated)[]);
      for (const each of interested) for (const row of rows) each.see(table, row);
    }
  }
  for (const each of counterparts) {
    const { of } = each.declared;
    if ("pricedIn" in of) await needOfProviders(each, of, source, slices);
    await findProviders(each, source, slices);
  }
  return { tables: surveyedTables, counterparts };
}

async function needOfProviders(
  { needed }: CounterpartSurvey,
  { pricedIn, value }: PricedProviders,
  { directory }: StateInRelease,
  slices: Slices,
): Promise<void> {
  for (const number of await directory.pricedIn(pricedIn)) {
    if (slices.isOver()) await nextSlice();
    const found = value(directory.row(number) as never);
    if (found !== null) needed.add(found, null);
  }
}

async function findProviders(
  { needed, offered, ofProviders }: CounterpartSurvey,
  { directory }: StateInRelease,
  slices: Slices,
): Promise<void> {
  for (const { foundBy, value } of ofProviders) {
    for (const sought of needed.values) {
      if (slices.isOver()) await nextSlice();
      const isThere = directory.find({ [foundBy]: sought }, null).some((row) => value(row as never) === sought);
      if (isThere) offered.add(sought, null);
    }
  }
}
