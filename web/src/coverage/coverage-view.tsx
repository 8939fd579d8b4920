import type { Coverage, StateCoverage } from "../../../src/answers/coverage/schema.ts";
import { API_PREFIX, COVERAGE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { addressText } from "../address.ts";
import { useAnswer } from "../api/use-answer.ts";
import { Notice, ProblemNotice } from "../parts/notice.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { ViewProps } from "../view.ts";
import { dayText } from "../words/day.ts";
import { countText, labelOf, listText } from "../words/name.ts";
import { COVERAGE_CONTROLS, CoverageForm } from "./coverage-form.tsx";
import { ReleaseSection } from "./release-section.tsx";
import { StateSection, sectionOf } from "./state-section.tsx";
import { TablesTable } from "./tables-table.tsx";
import "./coverage.css";

/** What the data in service covers on a day, and where it has holes. */
export function CoverageView({ query, states, release }: ViewProps) {
  const path = addressText(`${API_PREFIX}${COVERAGE_PATH}`, {
    state: query.get("state") ?? "",
    date: query.get("date") ?? "",
  });
  const asked = useAnswer<Coverage>(path);
  const problem = asked.state === "answered" && !asked.answer.ok ? asked.answer.problem : null;
  const answered = asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
  const coverage = asked.state === "waiting" ? asked.before : answered;
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
          onAgain={asked.again}
        />
      )}
      <Waiting of={asked} what="Going through the rows of the release" />
      {coverage === null ? null : (
        <div class="coverage-answer" aria-busy={asked.state === "waiting"}>
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
            Import a publication of {not_held.length === 1 ? "this state" : "these states"} and build the release anew;{" "}
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
