import type { SettingCoverage, StateCoverage, TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import type { ReleaseSource } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { LOAD_RATES_PATH } from "../test-data.tsx";
import { labelOf } from "../words/names.ts";
import { tableTitle } from "../words/tables.ts";
import { TablesTable } from "./tables-table.tsx";
import { TimelineChart } from "./timeline-chart.tsx";
import { firstDayText, lastDayText, settingText, tablesText } from "./words.ts";

interface StateSectionProps {
  readonly state: StateCoverage;
  readonly date: string;
  /** The release, as the source line names it. */
  readonly source: string;
  /** Of the rates; null until they are loaded. */
  readonly sources: readonly ReleaseSource[] | null;
}

/** What the release covers of one state on the day. */
export function StateSection({ state, date, source, sources }: StateSectionProps) {
  const { name, settings, tables } = state;
  const id = sectionOf(state);
  const dated = tables.filter(({ first_day }) => first_day !== null);
  return (
    <section class="state-coverage" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <SettingsList settings={settings} />
      {dated.length === 0 ? null : (
        <ChartFrame
          title={`${name}: effective dates of its tables`}
          chart={<TimelineChart tables={dated} date={date} />}
          table={<PeriodsTable caption={`Effective dates of the tables of ${name}`} tables={dated} date={date} />}
          source={`${source}. From the first effective day to the last; an arrow has no end.`}
        />
      )}
      <h3>Tables</h3>
      <TablesTable caption={`Tables of ${name}`} tables={tables} date={date} sources={sources} />
    </section>
  );
}

/** The heading that the list of states leads to. */
export function sectionOf({ state }: StateCoverage): string {
  return `coverage-of-${state}`;
}

interface PeriodsTableProps {
  readonly caption: string;
  readonly tables: readonly TableCoverage[];
  readonly date: string;
}

/** The chart as a table, without controls: while only screen readers have it, a keyboard user must not tab through it unseen. */
function PeriodsTable({ caption, tables, date }: PeriodsTableProps) {
  return (
    <div class="data-table">
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Table</th>
            <th scope="col">First day</th>
            <th scope="col">Last day</th>
            <th scope="col" class="figure">
              Rows effective {dayText(date)}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.table}>
              <th scope="row">{tableTitle(table.table)}</th>
              <td>{firstDayText(table)}</td>
              <td>{lastDayText(table)}</td>
              <td class="figure">{(table.rows_in_force ?? 0).toLocaleString("en-US")}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface SettingsListProps {
  readonly settings: readonly SettingCoverage[];
}

/** Whether each setting is loaded, what it lacks, and what would bring it. */
function SettingsList({ settings }: SettingsListProps) {
  return (
    <dl class="settings">
      {settings.map((each) => (
        <div key={each.setting}>
          <dt>{labelOf(each.setting)}</dt>
          <dd>
            <SettingWords setting={each} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** What a setting lacks, and what would bring it. */
function SettingWords({ setting }: { readonly setting: SettingCoverage }) {
  const { loaded, not_loaded_tables, stale_tables } = setting;
  return (
    <>
      <p class={loaded ? undefined : "amber"}>{settingText(setting)}</p>
      {not_loaded_tables.length === 0 ? null : (
        <p>
          Without rows: {tablesText(not_loaded_tables)}. <Link to={LOAD_RATES_PATH}>Load the publications</Link> that
          bring them.
        </p>
      )}
      {stale_tables.length === 0 ? null : (
        <p>
          <strong class="amber">Out of date on this day:</strong> {tablesText(stale_tables)}. Load a newer publication.
        </p>
      )}
    </>
  );
}
