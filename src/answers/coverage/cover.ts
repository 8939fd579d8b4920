import { type Day, monthsBetween } from "../../core/calendar/day.ts";
import { orEnded } from "../../core/runtime/ending.ts";
import { compareText } from "../../core/text/order.ts";
import { commonTables } from "../../dataset/common-tables.ts";
import type { Source } from "../../dataset/description.ts";
import { medicareTables } from "../../dataset/medicare-tables.ts";
import { type Table, titleOf } from "../../dataset/table.ts";
import { newestDay, type PublicationEditions, publicationsOf } from "../../pricing/state/freshness.ts";
import { isLoaded, type RowCounts, rowsIn } from "../../pricing/state/loaded.ts";
import { releaseJson } from "../../pricing/state/release-json.ts";
import type { State } from "../../pricing/state/state.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import type {
  Coverage,
  ProviderKindCoverage,
  PublicationCoverage,
  SettingCoverage,
  StateCoverage,
  TableCoverage,
} from "./schema.ts";
import { type KindSurvey, sharedSurveyOf, surveyOf, type TableSurvey } from "./survey.ts";

interface CoverageQuestion {
  readonly states: readonly string[];
  readonly date: Day;
  readonly staleAfterMonths: number | null;
}

/** What a release covers in some states on a day. Each state is surveyed once; the rest takes milliseconds. */
export async function coverageOf(release: Release, question: CoverageQuestion): Promise<Coverage> {
  const { sources, rowCounts } = release.description;
  const { date, staleAfterMonths } = question;
  const states: StateCoverage[] = [];
  for (const code of question.states) {
    const source = release.states.get(code);
    if (source !== undefined) states.push(await stateCoverage(source, release, question));
  }
  // Medicare is a benchmark: a dataset without it lacks nothing.
  const common = [
    ...(commonTables as readonly Table[]),
    ...medicareTables.filter((table) => rowsIn(table, rowCounts) > 0),
  ];
  const surveys = await orEnded(sharedSurveyOf(release));
  const tables = new TableCoverages(sources, rowCounts, question);
  return {
    release: releaseJson(release.description),
    date,
    stale_after_months: staleAfterMonths,
    states,
    not_held: question.states.filter((code) => !release.states.has(code)),
    common: common.map((table) => tables.table(table, [], surveys.get(table) ?? null)),
  };
}

async function stateCoverage(
  source: StateInRelease,
  release: Release,
  question: CoverageQuestion,
): Promise<StateCoverage> {
  const { state } = source;
  const { sources, rowCounts } = release.description;
  const survey = await orEnded(surveyOf(source, release));
  const tables = new TableCoverages(sources, rowCounts, question);
  return {
    state: state.code,
    name: state.name,
    settings: state.lookups.map((lookup): SettingCoverage => {
      const titles = lookup.tables.map(titleOf);
      return {
        setting: lookup.setting,
        loaded: isLoaded(lookup, rowCounts),
        not_loaded_tables: lookup.tables
          .filter((table) => table.hasBuiltInValues !== true && rowsIn(table, rowCounts) === 0)
          .map(titleOf),
        stale_tables: titles.filter((title) => tables.isStale(title)),
      };
    }),
    tables: state.tables.map((table) =>
      tables.table(table, settingsOf(state, table), survey.tables.get(table) ?? null),
    ),
    provider_kinds: survey.providerKinds.map((each) => providerKindCoverage(each, question.date)),
  };
}

function settingsOf({ lookups }: State, table: Table): readonly string[] {
  return lookups.filter(({ tables }) => tables.includes(table)).map(({ setting }) => setting);
}

/** Coverage of tables on a day. */
class TableCoverages {
  readonly #sources: readonly Source[];
  readonly #rowCounts: RowCounts;
  readonly #date: Day;
  readonly #staleAfterMonths: number | null;

  constructor(sources: readonly Source[], rowCounts: RowCounts, question: CoverageQuestion) {
    this.#sources = sources;
    this.#rowCounts = rowCounts;
    this.#date = question.date;
    this.#staleAfterMonths = question.staleAfterMonths;
  }

  isStale(title: string): boolean {
    return this.#publications(title).some(({ stale }) => stale);
  }

  /** Undated tables have no survey. */
  table(table: Table, settings: readonly string[], survey: TableSurvey | null): TableCoverage {
    const title = titleOf(table);
    const rows = this.#rowCounts[title] ?? 0;
    return {
      table: title,
      settings,
      rows,
      built_in: table.hasBuiltInValues === true,
      first_day: survey?.firstDay ?? null,
      last_day: survey?.lastDay ?? null,
      rows_in_force: survey?.effectiveRows(this.#date) ?? null,
      publications: this.#publications(title),
      stale: this.isStale(title),
      synthetic: this.#synthetic(title),
    };
  }

  #publications(title: string): readonly PublicationCoverage[] {
    return publicationsOf(title, this.#sources, this.#staleAfterMonths).map((each) =>
      publicationCoverage(each, this.#date),
    );
  }

  #synthetic(title: string): TableCoverage["synthetic"] {
    const sources = this.#sources.filter(({ table }) => table === title);
    if (sources.length === 0) return null;
    const invented = sources.filter(({ synthetic }) => synthetic === true).length;
    if (invented === 0) return "none";
    return invented === sources.length ? "all" : "some";
  }
}

function publicationCoverage(publication: PublicationEditions, date: Day): PublicationCoverage {
  const inUse = publication.inUseOn(date);
  return {
    publication: publication.name,
    newest: publication.newest,
    in_use: inUse,
    age_months: inUse === null ? null : monthsBetween(inUse, date),
    stale: publication.staleOn(date) !== null,
  };
}

function providerKindCoverage({ declared, needs }: KindSurvey, date: Day): ProviderKindCoverage {
  const counted = needs.map((need) => ({ need, ...need.effectiveOn(date) }));
  const rows = counted.reduce((sum, each) => sum + each.rows, 0);
  const madeUp = counted.reduce((sum, each) => sum + each.madeUp, 0);
  const newest = needs.flatMap(({ sources }) => newestDay([...sources], date) ?? []).sort(compareText);
  const oldest = newest[0] ?? null;
  return {
    setting: declared.setting,
    providers: declared.providers,
    priced: counted.every((each) => each.rows > 0),
    newest_edition: newest.at(-1) ?? null,
    oldest_edition: oldest,
    age_months: oldest === null ? null : monthsBetween(oldest, date),
    synthetic: rows === 0 ? null : madeUp === 0 ? "none" : madeUp === rows ? "all" : "some",
    tables: counted.map(({ need, rows }) => ({ table: titleOf(need.declared.table), effective_rows: rows })),
  };
}
