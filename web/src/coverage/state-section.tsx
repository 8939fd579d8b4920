import type { StateCoverage, TableCoverage } from "../../../src/answers/coverage/schema.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { dayText } from "../words/day.ts";
import { Counterparts } from "./counterparts.tsx";
import { Gaps } from "./gaps.tsx";
import { SettingsList } from "./settings-list.tsx";
import { TablesTable } from "./tables-table.tsx";
import { TimelineChart } from "./timeline-chart.tsx";
import { firstDayText, lastDayText } from "./words.ts";

interface StateSectionProps {
  readonly state: StateCoverage;
  readonly date: string;
  /** The release, as the source line names it. */
  readonly source: string;
}

/** What the release covers of one state on the day. */
export function StateSection({ state, date, source }: StateSectionProps) {
  const { name, settings, tables, counterparts } = state;
  const id = sectionOf(state);
  const dated = tables.filter(({ first_day }) => first_day !== null);
  return (
    <section class="state-coverage" aria-labelledby={id}>
      <h2 id={id}>{name}</h2>
      <SettingsList settings={settings} />
      {dated.length === 0 ? null : (
        <ChartFrame
          title={`${name}: days that the tables have rows for`}
          chart={<TimelineChart tables={dated} date={date} />}
          table={<PeriodsTable caption={`Periods of the tables of ${name}`} tables={dated} date={date} />}
          source={`${source}. From the first day of any row to the last; an arrow has no end.`}
        />
      )}
      <h3>Tables</h3>
      <TablesTable caption={`Tables of ${name}`} tables={tables} date={date} />
      <h3>Gaps</h3>
      <Gaps tables={tables} />
      <h3>Counterparts</h3>
      <Counterparts counterparts={counterparts} date={date} />
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

/** The chart as a table. It has no controls: while it is there for screen readers alone, nobody should tab through it unseen. */
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
              Rows in force {dayText(date)}
            </th>
          </tr>
        </thead>
        <tbody>
          {tables.map((table) => (
            <tr key={table.table}>
              <th scope="row" class="code">
                {table.table}
              </th>
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
