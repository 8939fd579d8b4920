import type {
  CounterpartCoverage,
  SettingCoverage,
  StateCoverage,
  TableCoverage,
} from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import type { ReleaseSource } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { LOAD_RATES_PATH } from "../test-data.tsx";
import { periodText } from "../words/day.ts";
import { labelOf } from "../words/names.ts";
import { keyWords, tableTitle } from "../words/tables.ts";
import { TablesTable } from "./tables-table.tsx";
import { TimelineChart } from "./timeline-chart.tsx";
import {
  checkTitle,
  firstDayText,
  gapsText,
  lackingText,
  lastDayText,
  matchedText,
  matchesTitle,
  placesText,
  settingText,
  shownText,
  tablesText,
  uncheckedText,
} from "./words.ts";

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
  const { name, settings, tables, counterparts } = state;
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
      <h3>Gaps between effective dates</h3>
      <Gaps tables={tables} />
      <h3>What does not match</h3>
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

/** Days without a row between two periods of an entry: counted in full, the first ones named. */
function Gaps({ tables }: { readonly tables: readonly TableCoverage[] }) {
  const found = tables.flatMap(({ table, gaps }) => (gaps === null || gaps.keys === 0 ? [] : [{ table, ...gaps }]));
  if (found.length === 0) return <p>No entry has days between two of its periods without a rate.</p>;
  return (
    <>
      {found.map(({ table, keys, examples }) => (
        <details key={table}>
          <summary>{gapsText(table, keys)}</summary>
          <ul>
            {examples.map(({ key, from, to }) => (
              <li key={`${keyWords(key, table)} ${from}`}>
                {keyWords(key, table)}: {periodText(from, to)}
              </li>
            ))}
          </ul>
          <p class="hint">{shownText(examples.length, keys)}</p>
        </details>
      ))}
    </>
  );
}

interface CounterpartsProps {
  readonly counterparts: readonly CounterpartCoverage[];
  readonly date: string;
}

/** Rows that are of use only together with others, and lack them on the day. */
function Counterparts({ counterparts, date }: CounterpartsProps) {
  const lacking = counterparts.filter((each) => each.lacking > 0);
  // Where nothing needs one, it does not matter what is loaded.
  const unloaded = counterparts.filter((each) => !each.loaded && each.checked > 0);
  const whole = counterparts.filter((each) => each.lacking === 0 && !unloaded.includes(each));
  return (
    <>
      {lacking.map((each) => (
        <details key={nameOf(each)}>
          <summary>
            {checkTitle(each)}: <strong class="amber">{lackingText(each)}</strong>
          </summary>
          <ul>
            {each.examples.map((example) => (
              <li key={example} class="code">
                {example}
              </li>
            ))}
          </ul>
          <p class="hint">
            {placesText(each)} {shownText(each.examples.length, each.lacking)}
          </p>
        </details>
      ))}
      {unloaded.map((each) => (
        <p key={nameOf(each)}>
          {checkTitle(each)}: {uncheckedText(each)}
        </p>
      ))}
      {whole.length === 0 ? null : (
        <details>
          <summary>{matchesTitle(whole.length, counterparts.length)}</summary>
          <ul>
            {whole.map((each) => (
              <li key={nameOf(each)}>
                {checkTitle(each)}: {matchedText(each)}
              </li>
            ))}
          </ul>
        </details>
      )}
      {counterparts.length === 0 ? <p>Nothing of this state needs a match.</p> : null}
      <p class="hint">Both sides as they are on {dayText(date)}.</p>
    </>
  );
}

function nameOf({ what, of }: CounterpartCoverage): string {
  return `${what} ${of}`;
}
