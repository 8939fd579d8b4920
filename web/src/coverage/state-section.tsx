import type {
  CounterpartCoverage,
  SettingCoverage,
  StateCoverage,
  TableCoverage,
} from "../../../src/answers/coverage/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { ReleaseSource } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { LOAD_RATES_PATH } from "../test-data.tsx";
import { periodText } from "../words/day.ts";
import { labelOf, listText } from "../words/names.ts";
import { keyWords, tableTitle, tableWords } from "../words/tables.ts";
import { TablesTable } from "./tables-table.tsx";
import { TimelineChart } from "./timeline-chart.tsx";
import { firstDayText, lastDayText } from "./words.ts";

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

/** A table with rows may still hold a part of its schedule: no setting is called complete. */
function SettingWords({ setting: { loaded, not_loaded_tables, stale_tables } }: { readonly setting: SettingCoverage }) {
  const hasAll = loaded && not_loaded_tables.length === 0;
  return (
    <>
      <p class={loaded ? undefined : "amber"}>
        {hasAll
          ? "Each of its tables has rows."
          : loaded
            ? "Some of its tables have no rows."
            : "Not loaded: none of its tables has rows."}
      </p>
      {not_loaded_tables.length === 0 ? null : (
        <p>
          Without rows: <Names of={not_loaded_tables} />. <Link to={LOAD_RATES_PATH}>Load the publications</Link> that
          bring them.
        </p>
      )}
      {stale_tables.length === 0 ? null : (
        <p>
          <strong class="amber">Out of date on this day:</strong> <Names of={stale_tables} />. Load a newer publication.
        </p>
      )}
    </>
  );
}

function Names({ of: names }: { readonly of: readonly string[] }) {
  return (
    <>
      {names.map((name, index) => (
        <>
          {index === 0 ? "" : ", "}
          {tableWords(name)}
        </>
      ))}
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
          <summary>
            {tableTitle(table)}: {countText(keys, "entry has", "entries have")} days between two periods without a rate
          </summary>
          <ul>
            {examples.map(({ key, from, to }) => (
              <li key={`${keyWords(key, table)} ${from}`}>
                {keyWords(key, table)}: {periodText(from, to)}
              </li>
            ))}
          </ul>
          {examples.length < keys ? <p class="hint">The first {examples.length}.</p> : null}
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
            {labelOf(each.what)}: <strong class="amber">{each.lacking.toLocaleString("en-US")}</strong> of{" "}
            {each.checked.toLocaleString("en-US")}
          </summary>
          <ul>
            {each.examples.map((example) => (
              <li key={example} class="code">
                {example}
              </li>
            ))}
          </ul>
          <p class="hint">
            {each.examples.length < each.lacking ? `The first ${each.examples.length}. ` : ""}From {tableWords(each.of)}
            ; expected in {listText(each.needs.map(tableWords))}.
          </p>
        </details>
      ))}
      {unloaded.map((each) => (
        <p key={nameOf(each)}>
          {labelOf(each.what)}: not counted, since {listText(each.needs.map(tableWords))} has none loaded.{" "}
          {each.checked.toLocaleString("en-US")} in {tableWords(each.of)} need one.
        </p>
      ))}
      {whole.length === 0 ? null : (
        <details>
          <summary>Everything matches in {countText(whole.length, "other check")}</summary>
          <ul>
            {whole.map((each) => (
              <li key={nameOf(each)}>
                {labelOf(each.what)}:{" "}
                {each.checked === 0
                  ? `nothing in ${tableWords(each.of)} needs one`
                  : `none of ${each.checked.toLocaleString("en-US")} in ${tableWords(each.of)}`}
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
