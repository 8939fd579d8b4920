import type { Coverage, StateCoverage } from "../../../src/answers/coverage/schema.ts";
import { API_PREFIX, COVERAGE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText, goTo, type ViewProps } from "../address.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Notice, ProblemNotice, Waiting } from "../parts/notice.tsx";
import { dayText } from "../words/day.ts";
import { countText, labelOf, listText } from "../words/names.ts";
import { StateSection, sectionOf } from "./state-section.tsx";
import { TablesTable } from "./tables-table.tsx";
import "./coverage.css";
import { useEffect, useState } from "preact/hooks";
import type { CatalogueState, ReleaseSource } from "../api/ready.ts";
import { CopyButton } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";

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
      <p>
        What the data in service has, how old it is, and where it has holes: before anybody asks about a claim that
        falls into one.
      </p>
      <CoverageForm query={query} states={states} date={coverage?.date ?? null} />
      {problem === null ? null : (
        <ProblemNotice
          problem={problem}
          controlOf={(field) => COVERAGE_CONTROLS[field] ?? null}
          onAgain={request.again}
        />
      )}
      <Waiting of={request} what="Going through the rows of the release" />
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
  const source = `Release ${coverage.release.name} ${coverage.release.version}, on ${dayText(date)}`;
  const nameOf = (code: string) => states.find((each) => each.code === code)?.name ?? code;
  return (
    <>
      <section aria-labelledby="overview-title">
        <h2 id="overview-title">On {dayText(date)}</h2>
        <ul class="overview">
          {coverage.states.map((state) => (
            <li key={state.state}>
              <a href={`#${sectionOf(state)}`}>{state.name}</a> {overviewOf(state)}
            </li>
          ))}
        </ul>
        <p class="hint">
          {stale_after_months === null
            ? "No edition is called stale, however old it is. "
            : `An edition is called stale when it is older than ${countText(stale_after_months, "month")}. `}
          <a href={path}>Coverage as JSON</a>
        </p>
      </section>
      {not_held.length === 0 ? null : (
        <Notice title={`The release holds nothing of ${listText(not_held.map(nameOf))}`}>
          <p>
            Import a publication of {not_held.length === 1 ? "this state" : "these states"} and build the release again;{" "}
            <code>ratebook import --list</code> names the publications and where they are published.
          </p>
        </Notice>
      )}
      <ReleaseSection release={coverage.release} inService={release} />
      {coverage.states.map((state) => (
        <StateSection key={state.state} state={state} date={date} source={source} />
      ))}
      {common.length === 0 ? null : (
        <section class="state-coverage" aria-labelledby="common-title">
          <h2 id="common-title">Tables that states share</h2>
          <TablesTable caption="Common tables" tables={common} date={date} />
        </section>
      )}
    </>
  );
}

/** "outpatient and inpatient loaded · 5 of 6 tables have rows · 1 stale · 3 with gaps · 2 counterparts lacking" */
function overviewOf({ settings, tables, counterparts }: StateCoverage): string {
  const loaded = settings.filter((each) => each.loaded).map(({ setting }) => labelOf(setting).toLowerCase());
  const filled = tables.filter(({ rows, built_in }) => rows > 0 || built_in).length;
  const stale = tables.filter((each) => each.stale).length;
  const gaps = tables.filter((each) => (each.gaps?.keys ?? 0) > 0).length;
  const lacking = counterparts.filter((each) => each.lacking > 0).length;
  return [
    loaded.length === 0 ? "nothing loaded" : `${listText(loaded)} loaded`,
    `${filled} of ${countText(tables.length, "table")} filled`,
    ...(stale === 0 ? [] : [`${stale} stale`]),
    ...(gaps === 0 ? [] : [`${gaps} with gaps`]),
    ...(lacking === 0 ? [] : [`counterparts lacking in ${countText(lacking, "check")}`]),
  ].join(" · ");
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

/** The control of a field that the API refused. */
const COVERAGE_CONTROLS: Readonly<Record<string, string>> = { state: "coverage-state", date: "coverage-date" };

/** Which state, and on which day. What it says is in the address. */
function CoverageForm({ query, states, date }: CoverageFormProps) {
  // The typed values; nothing is requested before the form is sent.
  const [typed, setTyped] = useState<Typed>({});
  useEffect(() => setTyped({}), [query]);
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
          <option value="">All states of the key</option>
          {states.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for={COVERAGE_CONTROLS.date}>On the day</label>
        <input
          id={COVERAGE_CONTROLS.date}
          type="date"
          value={day}
          onChange={({ currentTarget }) => setTyped({ ...typed, date: currentTarget.value })}
        />
      </div>
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

/** Which data this is: name, version, hash, what its makers say of it, and where its rows come from. */
function ReleaseSection({ release, inService }: ReleaseSectionProps) {
  // A newly served release differs: its description does not belong to this one.
  const described = inService?.content_hash === release.content_hash ? inService : null;
  return (
    <section class="release" aria-labelledby="release-title">
      <h2 id="release-title">
        {release.name} {release.version}
      </h2>
      <p class="hash">
        SHA-256 <span class="code">{release.content_hash}</span>{" "}
        <CopyButton text={release.content_hash} what="the hash of the release" />
      </p>
      {described === null || described.description === null ? null : (
        <details>
          <summary>What its makers say of it</summary>
          <p class="description">{described.description}</p>
        </details>
      )}
      {described === null || described.sources.length === 0 ? null : (
        <details>
          <summary>{countText(described.sources.length, "source")}</summary>
          <DataTable caption="Sources of the release" columns={SOURCE_COLUMNS} rows={described.sources} />
        </details>
      )}
    </section>
  );
}

const SOURCE_COLUMNS: readonly TableColumn<ReleaseSource>[] = [
  { title: "Table", cell: ({ table }) => <span class="code">{table}</span>, value: ({ table }) => table },
  { title: "Publication", cell: ({ publication }) => publication, value: ({ publication }) => publication },
  {
    title: "Published",
    cell: ({ published }) => (published === null ? "not known" : dayText(published)),
    value: ({ published }) => published,
    isFigure: true,
  },
  {
    title: "Figures",
    cell: ({ synthetic }) => (synthetic === true ? "invented" : "as published"),
    value: ({ synthetic }) => (synthetic === true ? "invented" : "as published"),
  },
];
