import { useEffect, useRef, useState } from "preact/hooks";
import { countText, plural } from "../../../src/core/text/plural.ts";
import { API_PREFIX, RELEASES_PATH } from "../../../src/pricing/state/api-paths.ts";
import type { ViewProps } from "../address.ts";
import { type RequestState, useAnswer } from "../api/use-answer.ts";
import { Link } from "../parts/buttons.tsx";
import { Notice, ProblemNotice, Waiting } from "../parts/notice.tsx";
import { LOAD_RATES_PATH } from "../test-data.tsx";
import { listText } from "../words/names.ts";
import { tableWithState } from "../words/tables.ts";
import { ChangeList } from "./change-list.tsx";
import { ChangesForm, chosenPair, controlOf, type Releases } from "./changes-form.tsx";
import { changesPath, type Diff, type Narrowing, overviewPath } from "./diff.ts";
import { LargestChanges } from "./largest-changes.tsx";
import { Overview, sumText } from "./overview.tsx";
import "./changes.css";
import type { Problem } from "../api/ask.ts";

/** The differences between two releases: first the list of releases. */
export function ChangesView(props: ViewProps) {
  const request = useAnswer<Releases>(`${API_PREFIX}${RELEASES_PATH}`);
  const problem = problemOf(request);
  const listed = bodyOf(request);
  return (
    <div class="changes">
      <h1>What changed</h1>
      <p>What a newer publication raises, cuts and leaves out, for every effective date.</p>
      {problem === null ? null : <ProblemNotice problem={problem} onAgain={request.again} />}
      {listed === null ? (
        <Waiting of={request} what="Looking for earlier rates" />
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
  // A single release cannot be compared: the service would refuse it.
  const isComparable = releases.length > 1;
  const comparison = useComparison<Diff>(isComparable ? overviewPath(pair, narrowing) : null);
  const overview = bodyOf(comparison.request);
  // The list waits for the comparison, so that one request is pending at a time.
  const isCompared = comparison.request.state === "answered" && overview !== null;
  const list = useComparison<Diff>(isCompared ? changesPath(pair, narrowing) : null);
  // Never the rows of one table under the name of another.
  const changes = list.request.state === "answered" ? bodyOf(list.request) : null;
  const problem = comparison.underWay === null ? problemOf(comparison.request) : null;
  const listProblem = list.underWay === null ? problemOf(list.request) : null;

  // The reader who chooses a table or a page wants to read on there.
  const heading = useRef<HTMLHeadingElement>(null);
  const place = `${narrowing.table} ${narrowing.offset}`;
  const shownPlace = useRef(place);
  useEffect(() => {
    if (shownPlace.current !== place) heading.current?.focus();
    shownPlace.current = place;
  }, [place]);

  const unreadable =
    unreadable_files === 0 ? null : (
      <p class="hint">{countText(unreadable_files, "file")} of earlier rates cannot be read.</p>
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
            <p class="sum">{sumText(overview.tables)}</p>
          </section>
          <LargestChanges largest={overview.largest} states={states} />
          <section aria-labelledby="tables-title">
            <h2 id="tables-title">By table</h2>
            <Overview diff={overview} pair={pair} narrowing={narrowing} states={states} />
          </section>
          <section aria-labelledby="changes-title" class="list" aria-busy={list.request.state !== "answered"}>
            <h2 id="changes-title" ref={heading} tabIndex={-1}>
              {narrowing.table === "" ? "Changes of all tables" : `Changes of ${tableWithState(narrowing.table)}`}
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
    <Notice title="No earlier rates to compare with">
      <p>This service has no other rates than those in service{inService === null ? "" : `, ${inService}`}.</p>
      <p>It keeps the rates that it served before. Once newer ones are loaded, this page shows what changed.</p>
      <p>
        The operator of the service can also add earlier ones: <Link to={LOAD_RATES_PATH}>Load real rates</Link> shows
        how.
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
        Only the {which} rates have {plural(codes.length, "this state", "these states")}.
      </p>
    </Notice>
  );
}

function problemOf<Body>(request: RequestState<Body>) {
  return request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
}

/** What to show; while the next answer is pending, the one before. */
function bodyOf<Body>(request: RequestState<Body>): Body | null {
  if (request.state === "waiting") return request.before;
  return request.state === "answered" && request.answer.ok ? request.answer.body : null;
}

/** Why the comparison is not there yet. */
function waitingWords({ code }: Problem): string {
  return code === "overloaded" ? "Other rates are being compared first." : "It is not done yet.";
}

/** A pair that was compared before is answered at once; only then would this flicker. */
const SAID_AFTER_SECONDS = 1;

/** Shows that the comparison is in progress, and for how long. */
function Comparing({ underWay }: { readonly underWay: UnderWay }) {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 1000);
    return () => clearInterval(timer);
  }, []);
  const isSaid = seconds >= SAID_AFTER_SECONDS || underWay.problem !== null;
  return (
    <div class="comparing">
      <p role="status">
        {isSaid ? "Comparing all rates. The first time this can take a minute; then every page comes at once. " : ""}
        {underWay.problem === null ? "" : `${waitingWords(underWay.problem)} This page asks again by itself.`}
      </p>
      {/* Not read out every second. */}
      <p class="hint">{isSaid ? `${countText(seconds, "second")} so far` : ""}</p>
    </div>
  );
}

/** The service gives a comparison up after five minutes; polling for twice as long notices that, also behind another pair. */
const TRIES_MAX = 40;

/** A comparison in progress: the service asks for a retry, and the page retries. */
interface UnderWay {
  /** The service's last message; null until there is one. */
  readonly problem: Problem | null;
}

interface Comparison<Body> {
  readonly request: RequestState<Body>;
  /** Null when nothing is awaited. */
  readonly underWay: UnderWay | null;
  readonly again: () => void;
}

/** Requests a comparison, and again while the service reports that it is in progress (503 with Retry-After). */
function useComparison<Body>(path: string | null): Comparison<Body> {
  const { again, ...latest } = useAnswer<Body>(path);
  // Until the new path is requested, the answer belongs to the path before.
  const [requestedPath, setRequestedPath] = useState(path);
  useEffect(() => setRequestedPath(path), [path]);
  const request = requestedPath === path ? latest : awaited(latest);
  const tries = useRef({ path, count: 0 });
  const [said, setSaid] = useState<{ readonly path: string | null; readonly problem: Problem } | null>(null);
  if (tries.current.path !== path) tries.current = { path, count: 0 };

  const refusal = request.state === "answered" && !request.answer.ok ? request.answer : null;
  const seconds = retrySeconds(refusal?.problem.status ?? 0, refusal?.headers?.get("retry-after") ?? null);
  const isAwaited = seconds !== null && tries.current.count < TRIES_MAX;

  useEffect(() => {
    if (refusal === null || seconds === null || !isAwaited) return;
    setSaid({ path, problem: refusal.problem });
    const timer = setTimeout(() => {
      tries.current.count += 1;
      again();
    }, seconds * 1000);
    return () => clearTimeout(timer);
  }, [refusal, seconds, isAwaited, path, again]);

  const isUnderWay = request.state === "waiting" || isAwaited;
  return { request, underWay: isUnderWay ? { problem: said?.path === path ? said.problem : null } : null, again };
}

/** Pending, with what was shown before. */
function awaited<Body>(request: RequestState<Body>): RequestState<Body> {
  if (request.state !== "answered") return request;
  return { state: "waiting", pace: "brief", before: request.answer.ok ? request.answer.body : null };
}

/** Seconds after which the service wants a retry; null when it does not say so. */
export function retrySeconds(status: number, retryAfter: string | null): number | null {
  return status === 503 && retryAfter !== null && /^[0-9]{1,4}$/.test(retryAfter) ? Number(retryAfter) : null;
}
