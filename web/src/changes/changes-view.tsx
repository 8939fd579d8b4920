import { useEffect, useRef } from "preact/hooks";
import { API_PREFIX } from "../../../src/pricing/state/api-paths.ts";
import { type Asked, useAnswer } from "../api/use-answer.ts";
import { Notice, ProblemNotice } from "../parts/notice.tsx";
import { Waiting } from "../parts/waiting.tsx";
import type { ViewProps } from "../view.ts";
import { countText, listText } from "../words/name.ts";
import { ChangeList } from "./change-list.tsx";
import { ChangesForm, controlOf } from "./changes-form.tsx";
import { Comparing } from "./comparing.tsx";
import { changesPath, type Diff, type Narrowing, overviewPath } from "./diff.ts";
import { Overview } from "./overview.tsx";
import { chosenPair, type Releases } from "./releases.ts";
import { useComparison } from "./use-comparison.ts";
import "./changes.css";

/** What differs between two releases: first which there are. */
export function ChangesView(props: ViewProps) {
  const asked = useAnswer<Releases>(`${API_PREFIX}/releases`);
  const problem = problemOf(asked);
  const listed = bodyOf(asked);
  return (
    <div class="changes">
      <h1>What changed</h1>
      <p>
        A new edition raises some rates, cuts others, and leaves a few out: every day and every key of two releases,
        compared.
      </p>
      {problem === null ? null : <ProblemNotice problem={problem} onAgain={asked.again} />}
      {listed === null ? (
        <Waiting of={asked} what="Asking which releases there are" />
      ) : (
        <Compared {...props} listed={listed} />
      )}
    </div>
  );
}

/** The comparison that the address names: the tables with their counts, then the list of changes. */
function Compared({ query, states, listed }: ViewProps & { readonly listed: Releases }) {
  const { releases, unreadable_files } = listed;
  const pair = chosenPair(query, releases);
  const given = (name: string) => query.get(name) ?? "";
  const narrowing: Narrowing = { state: given("state"), table: given("table"), offset: given("offset") };
  // One release alone cannot be compared: the service would only refuse it.
  const isComparable = releases.length > 1;
  const comparison = useComparison<Diff>(isComparable ? overviewPath(pair, narrowing) : null);
  const overview = bodyOf(comparison.asked);
  // The list waits for the comparison, so that one question is open at a time.
  const isCompared = comparison.asked.state === "answered" && overview !== null;
  const list = useComparison<Diff>(isCompared ? changesPath(pair, narrowing) : null);
  // Never the rows of one table under the name of another.
  const changes = list.asked.state === "answered" ? bodyOf(list.asked) : null;
  const problem = comparison.underWay === null ? problemOf(comparison.asked) : null;
  const listProblem = list.underWay === null ? problemOf(list.asked) : null;

  // Whoever chooses a table or a page wants to read on there.
  const heading = useRef<HTMLHeadingElement>(null);
  const place = `${narrowing.table} ${narrowing.offset}`;
  const shownPlace = useRef(place);
  useEffect(() => {
    if (shownPlace.current !== place) heading.current?.focus();
    shownPlace.current = place;
  }, [place]);

  const unreadable =
    unreadable_files === 0 ? null : (
      <p class="hint">{countText(unreadable_files, "file")} of the catalogue cannot be read as a release.</p>
    );
  if (!isComparable) {
    return (
      <>
        <NothingToCompare inService={releases.find(({ in_service }) => in_service)?.version ?? null} />
        {unreadable}
      </>
    );
  }
  return (
    <>
      <ChangesForm query={query} pair={pair} releases={releases} states={states} tables={overview?.tables ?? []} />
      {unreadable}
      {problem === null ? null : <ProblemNotice problem={problem} controlOf={controlOf} onAgain={comparison.again} />}
      {comparison.underWay === null ? null : <Comparing underWay={comparison.underWay} />}
      {overview === null || !isCompared ? null : (
        <div class="changes-answer">
          <section aria-labelledby="compared-title">
            <h2 id="compared-title">
              From {overview.from.version} to {overview.to.version}
            </h2>
            <OnlyIn codes={overview.states_only_before} which="earlier" states={states} />
            <OnlyIn codes={overview.states_only_after} which="later" states={states} />
            <Overview diff={overview} pair={pair} narrowing={narrowing} />
          </section>
          <section aria-labelledby="changes-title" class="list" aria-busy={list.asked.state !== "answered"}>
            <h2 id="changes-title" ref={heading} tabIndex={-1}>
              {narrowing.table === "" ? "Changes of all tables" : `Changes of ${narrowing.table}`}
            </h2>
            {listProblem === null ? null : (
              <ProblemNotice problem={listProblem} controlOf={controlOf} onAgain={list.again} />
            )}
            {list.underWay === null ? null : <Comparing underWay={list.underWay} />}
            {changes === null ? null : <ChangeList diff={changes} pair={pair} narrowing={narrowing} states={states} />}
            <p class="hint">
              <a href={changesPath(pair, narrowing)}>These changes as JSON</a>
            </p>
          </section>
        </div>
      )}
    </>
  );
}

/** There is nothing to compare with: which release is alone, and how another one gets there. */
function NothingToCompare({ inService }: { readonly inService: string | null }) {
  return (
    <Notice title="No earlier release to compare with">
      <p>This service has no other release than the one in service{inService === null ? "" : `, ${inService}`}.</p>
      <p>
        It compares with the releases in its home. The operator adds one with{" "}
        <code>ratebook releases push january.db</code>; a node of a database has those that it served before.
      </p>
      <p>
        On the command line two files are enough: <code>ratebook diff january.db february.db</code>.
      </p>
    </Notice>
  );
}

interface OnlyInProps {
  readonly codes: readonly string[];
  readonly which: "earlier" | "later";
  readonly states: ViewProps["states"];
}

/** States that one of the releases alone holds are named, and not compared. */
function OnlyIn({ codes, which, states }: OnlyInProps) {
  if (codes.length === 0) return null;
  const names = codes.map((code) => states.find((each) => each.code === code)?.name ?? code);
  return (
    <Notice title={`Not compared: ${listText(names)}`}>
      <p>
        Only the {which} release holds {codes.length === 1 ? "this state" : "these states"}.
      </p>
    </Notice>
  );
}

function problemOf<Body>(asked: Asked<Body>) {
  return asked.state === "answered" && !asked.answer.ok ? asked.answer.problem : null;
}

/** What is there to show; while the next is on its way, what was shown before. */
function bodyOf<Body>(asked: Asked<Body>): Body | null {
  if (asked.state === "waiting") return asked.before;
  return asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
}
