import type { Coverage } from "../../../src/answers/coverage/schema.ts";
import { dayText, withDays } from "../../../src/core/calendar/day.ts";
import { countText, plural } from "../../../src/core/text/plural.ts";
import { API_PREFIX, COVERAGE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText, goTo, type ViewProps } from "../address.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Notice, ProblemNotice, Waiting } from "../parts/notice.tsx";
import { LOAD_RATES_PATH } from "../test-data.tsx";
import { listText } from "../words/names.ts";
import { columnWords, tableWithState, valueWords } from "../words/tables.ts";
import { PricedGrid } from "./priced-grid.tsx";
import { StateSection, sectionOf } from "./state-section.tsx";
import { TablesTable } from "./tables-table.tsx";
import { madeUpText } from "./words.ts";
import "./coverage.css";
import { useLayoutEffect, useState } from "preact/hooks";
import type { CatalogueState, ReleaseSource } from "../api/ready.ts";
import { CopyButton, Link } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { DayBox } from "../parts/day-input.tsx";

/** What the data in service covers on a day, and where it has holes. */
export function CoverageView({ query, states, release }: ViewProps) {
  const path = addressText(`${API_PREFIX}${COVERAGE_PATH}`, {
    state: query.get("state") ?? "",
    date: query.get("date") ?? "",
  });
  const request = useAnswer<Coverage>(path);
  const problem = request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
  const answered = request.state === "answered" && request.answer.ok ? request.answer.body : null;
  const coverage = request.state === "waiting" ? request.before : answered;
  return (
    <div class="coverage">
      <h1>Coverage</h1>
      <p>Which providers can be priced on a day, from which publication, and what is missing.</p>
      <CoverageForm query={query} states={states} date={coverage?.date ?? null} />
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          controlOf={(field) => COVERAGE_CONTROLS[field] ?? null}
          onAgain={request.again}
        />
      )}
      <Waiting of={request} what="Reading the rates" />
      {coverage === null ? null : (
        <div class="coverage-answer" aria-busy={request.state === "waiting"}>
          <Answer coverage={coverage} states={states} release={release} path={path} />
        </div>
      )}
    </div>
  );
}

interface AnswerProps extends Pick<ViewProps, "states" | "release"> {
  readonly coverage: Coverage;
  readonly path: string;
}

function Answer({ coverage, states, release, path }: AnswerProps) {
  const { date, stale_after_months, not_held, common } = coverage;
  const source = `${coverage.release.name} ${coverage.release.version}, on ${dayText(date)}`;
  // A newly served release differs: its sources are not those of this one.
  const isDescribed = release?.content_hash === coverage.release.content_hash;
  const sources = isDescribed ? release.sources : null;
  const nameOf = (code: string) => states.find((each) => each.code === code)?.name ?? code;
  return (
    <>
      <section aria-labelledby="overview-title">
        <h2 id="overview-title">Who can be priced on {dayText(date)}</h2>
        <PricedGrid states={coverage.states} date={date} staleAfterMonths={stale_after_months} sectionOf={sectionOf} />
        <p class="hint">
          Yes: rates of this kind are effective on the day. A code or provider that has no rate loaded still has none.{" "}
          {stale_after_months === null
            ? ""
            : `A publication older than ${countText(stale_after_months, "month")} is out of date. `}
          <a href={path}>Coverage as JSON</a>
        </p>
      </section>
      {not_held.length === 0 ? null : (
        <Notice title={`Nothing is loaded of ${listText(not_held.map(nameOf))}`}>
          <p>
            <Link to={LOAD_RATES_PATH}>Load the publications</Link> of{" "}
            {plural(not_held.length, "this state", "these states")}.
          </p>
        </Notice>
      )}
      <ReleaseSection release={coverage.release} inService={release} />
      {coverage.states.map((state) => (
        <StateSection key={state.state} state={state} date={date} source={source} sources={sources} />
      ))}
      {common.length === 0 ? null : (
        <section class="state-coverage" aria-labelledby="common-title">
          <h2 id="common-title">Tables that states share</h2>
          <TablesTable caption="Common tables" tables={common} date={date} sources={sources} />
        </section>
      )}
    </>
  );
}

interface CoverageFormProps {
  readonly query: URLSearchParams;
  readonly states: readonly CatalogueState[];
  /** The day that the answer is about; null until it is known. */
  readonly date: string | null;
}

interface Typed {
  readonly state?: string;
  readonly date?: string;
}

const DATE_CONTROL = "coverage-date";

/** The control of a field that the API refused. */
const COVERAGE_CONTROLS: Readonly<Record<string, string>> = { state: "coverage-state", date: DATE_CONTROL };

/** Which state, and on which day. What it says is in the address. */
function CoverageForm({ query, states, date }: CoverageFormProps) {
  // The typed values; nothing is requested before the form is sent.
  const [typed, setTyped] = useState<Typed>({});
  useLayoutEffect(() => setTyped({}), [query]);
  const state = typed.state ?? query.get("state") ?? "";
  const day = typed.date ?? query.get("date") ?? date ?? "";

  function show(event: SubmitEvent) {
    event.preventDefault();
    goTo(addressText("/coverage", { state, date: day }));
  }
  return (
    <form class="ask-bar" onSubmit={show} aria-label="What to show">
      <div class="field">
        <label for={COVERAGE_CONTROLS.state}>State</label>
        <select
          id={COVERAGE_CONTROLS.state}
          value={state}
          onChange={({ currentTarget }) => setTyped({ ...typed, state: currentTarget.value })}
        >
          <option value="">All states</option>
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <DayBox
        id={DATE_CONTROL}
        label="On the day"
        day={day}
        of={query.toString()}
        onDay={(date) => setTyped((before) => ({ ...before, date }))}
      />
      <button type="submit" class="primary">
        Show
      </button>
    </form>
  );
}

interface ReleaseSectionProps {
  /** The release that coverage is about. */
  readonly release: Coverage["release"];
  /** What the service says of the release in service. */
  readonly inService: ViewProps["release"];
}

/** Which data this is: name, version, what its makers say of it, and where its rows come from. */
function ReleaseSection({ release, inService }: ReleaseSectionProps) {
  // A newly served release differs: its description does not belong to this one.
  const described = inService?.content_hash === release.content_hash ? inService : null;
  return (
    <section class="release" aria-labelledby="release-title">
      <h2 id="release-title">
        Where the rates come from: {release.name} {release.version}
      </h2>
      {described === null || described.sources.length === 0 ? null : (
        <details>
          <summary>{countText(described.sources.length, "source")}, row by row</summary>
          <DataTable caption="Sources of the rates" columns={SOURCE_COLUMNS} rows={described.sources} />
        </details>
      )}
      <details>
        <summary>What its makers say of it</summary>
        {described === null || described.description === null ? null : (
          <p class="description">{described.description}</p>
        )}
        <p class="hash">
          SHA-256 <span class="code">{release.content_hash}</span>{" "}
          <CopyButton text={release.content_hash} what="the hash of the data" />
        </p>
      </details>
    </section>
  );
}

function sourceTable(table: string | null): string {
  return table === null ? "" : tableWithState(table);
}

const SOURCE_COLUMNS: readonly TableColumn<ReleaseSource>[] = [
  { title: "Table", cell: ({ table }) => sourceTable(table), value: ({ table }) => sourceTable(table) },
  { title: "Publication", cell: ({ publication }) => publication, value: ({ publication }) => publication },
  {
    title: "Published",
    cell: ({ published }) => (published === null ? "not known" : dayText(published)),
    value: ({ published }) => published,
    isFigure: true,
  },
  { title: "Rows", cell: sourceRowsText, value: sourceRowsText },
  { title: "Data", cell: sourceDataText, value: sourceDataText },
];

/** "effective start date 2023-03-15": the rows of its table that come from a source. */
function sourceRowsText({ rows, table }: ReleaseSource): string {
  if (rows === undefined) return "all others";
  return Object.entries(rows)
    .map(([column, values]) => `${columnWords(column, table ?? "")} ${valuesText(values, table ?? "")}`)
    .join("; ");
}

/** More values are counted. */
const VALUES_SHOWN_MAX = 4;

function valuesText(texts: readonly string[], table: string): string {
  const values = texts.map((text) => withDays(valueWords(text, table)));
  if (values.length <= VALUES_SHOWN_MAX) return listText(values);
  return `${values.slice(0, VALUES_SHOWN_MAX).join(", ")} and ${values.length - VALUES_SHOWN_MAX} more`;
}

function sourceDataText({ synthetic }: ReleaseSource): string {
  return madeUpText(synthetic === true ? "all" : "none");
}
