import {
  array,
  boolean,
  day,
  integer,
  named,
  nullableChoice,
  nullableDay,
  nullableInteger,
  nullableString,
  object,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import { releaseSchema } from "../../pricing/state/release-json.ts";

/* What a release covers, in JSON. */

const publicationCoverage = object("Publication of a table", {
  publication: nullableString(
    "As imports call it, such as fl/practitioner, else its title; null where neither is known.",
  ),
  newest: day("The day of its newest edition that was imported."),
  in_use: nullableDay("The day of its newest edition that is not after the date; null when all are."),
  age_months: nullableInteger("By how many whole months that edition is older than the date."),
  stale: boolean("Whether that is more than the limit."),
});

const settingCoverage = object("Coverage of a setting", {
  setting: string("outpatient or inpatient."),
  loaded: boolean("Whether any of its tables has rows."),
  not_loaded_tables: stringArray("Its tables without rows and without built-in values."),
  stale_tables: stringArray("Its tables that are fed by a publication whose editions are stale on the date."),
});

const tableCoverage = named(
  "TableCoverage",
  object("Coverage of a table", {
    table: string("Such as ca/outpatient_rates."),
    settings: stringArray("The settings whose prices are made of it; none for providers and the like."),
    rows: integer("Rows of all periods."),
    built_in: boolean("Whether values are built in that count where it has no rows."),
    first_day: nullableDay("The first day of any period; null in tables whose rows hold at every date."),
    last_day: nullableDay("The last day of any period; null also where a row has no end."),
    rows_in_force: nullableInteger("Rows in force on the date; null in tables whose rows hold at every date."),
    publications: array(
      publicationCoverage,
      "Those imported into it; none where no import says of which day its rows are.",
    ),
    stale: boolean("Whether the edition in use of any of them is stale."),
    synthetic: nullableChoice(
      ["all", "some", "none"],
      "Whether its rows are made up, as its sources say; null when they say nothing.",
    ),
  }),
);

const providerKindCoverage = named(
  "ProviderKindCoverage",
  object("Coverage of a kind of provider", {
    setting: string("outpatient or inpatient."),
    providers: string("The kind, in words."),
    priced: boolean("Whether each table that its prices need has a row of this kind that is effective on the date."),
    newest_edition: nullableDay(
      "The day of the newest publication until the date that its rows come from: an edition, else the day of publication; null where none is known. Made-up figures have none.",
    ),
    oldest_edition: nullableDay("The same of the table whose newest publication is the oldest."),
    age_months: nullableInteger(
      "By how many whole months `oldest_edition` is older than the date; null where there is none.",
    ),
    synthetic: nullableChoice(
      ["all", "some", "none"],
      "Whether its rows that are effective on the date are made up; null without such rows.",
    ),
    tables: array(
      object("Rows that a kind of provider is priced from", {
        table: string("Such as fl/fee_schedule."),
        effective_rows: integer("Its rows of this kind that are effective on the date."),
      }),
      "The tables that its prices need.",
    ),
  }),
);

const stateCoverage = object("Coverage of a state", {
  state: string("Its code."),
  name: string("Its name."),
  settings: array(settingCoverage, "The settings that it is priced in."),
  provider_kinds: array(providerKindCoverage, "The kinds of providers that it prices, each in one setting."),
  tables: array(tableCoverage, "Its tables."),
});

const coverage = object("Coverage", {
  release: releaseSchema,
  date: day("The day asked about."),
  stale_after_months: nullableInteger("How old an edition may be before it is called stale; null: nothing is."),
  states: array(stateCoverage, "The states that were asked about and that the release holds."),
  not_held: stringArray("The states that were asked about and that the release does not hold."),
  common: array(tableCoverage, "The tables that states share."),
});

export const coverageSchema = named("Coverage", coverage);

export type Coverage = ValueOf<typeof coverage>;
export type StateCoverage = ValueOf<typeof stateCoverage>;
export type SettingCoverage = ValueOf<typeof settingCoverage>;
export type TableCoverage = ValueOf<typeof tableCoverage>;
export type PublicationCoverage = ValueOf<typeof publicationCoverage>;
export type ProviderKindCoverage = ValueOf<typeof providerKindCoverage>;
