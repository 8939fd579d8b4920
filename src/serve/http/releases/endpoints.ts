import type { ServiceAnswer } from "../../../answers/answer.ts";
import { type CsvTable, csvInSlices } from "../../../answers/csv-table.ts";
import { closestName } from "../../../core/text/closest.ts";
import { quoted } from "../../../core/text/refusal.ts";
import { sharedTables } from "../../../dataset/medicare-tables.ts";
import { titleOf } from "../../../dataset/table.ts";
import { type ChangesPage, releaseDiff, releases } from "../../../diff/answers.ts";
import { FIGURE_GROUPS, LARGEST_MAX } from "../../../diff/release-comparison.ts";
import type { ReleaseDiff, Releases } from "../../../diff/wire.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import type { Parameters, RequestOf } from "../../../pricing/request/parameter.ts";
import { requestReader } from "../../../pricing/request/read.ts";
import { releaseJson } from "../../../pricing/state/release-json.ts";
import type { State } from "../../../pricing/state/state.ts";
import type { Release } from "../../../release/release.ts";
import { stateRefused, withKey } from "../access.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint } from "../exchange.ts";
import { chosenFormat, sendAs } from "../formats.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import { withRelease } from "../readiness.ts";
import { CatalogueFolder, type ComparableRelease, releaseNamed } from "./catalogue-folder.ts";
import { awaited, type Comparer } from "./comparer.ts";
import type { ComparedPair, SizedChange } from "./comparison-thread.ts";

const NO_OTHER: Problem = {
  code: "release_unavailable",
  detail:
    'This server has no other release in its home to compare with. The operator adds one with "ratebook releases push FILE"; a node of a database has those that it served before.',
};

const UNREADABLE: Problem = {
  code: "release_unavailable",
  detail: 'The releases in the home of this server cannot be read. The operator looks at the folder "releases" there.',
};

export function releaseEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { catalogue, states } = dependencies;
  const folder = catalogue === undefined ? null : new CatalogueFolder(catalogue.folder);
  const owners = tableOwners(states);
  const list = keyed(releases, dependencies, (_request, _key, release) => listOf(release, folder));
  const diff = keyed(releaseDiff, dependencies, async (request, key, release) => {
    const { from, to, state } = request;
    const isOtherState = state !== null && !key.states.includes(state);
    const refused = isOtherState
      ? stateRefused(state, key, dependencies)
      : refusedTable(request, owners, key, dependencies);
    if (refused !== null) return refused;
    if (catalogue === undefined) return NO_OTHER;
    const comparable = await comparableWith(release, folder);
    const pair = comparable === null ? UNREADABLE : chosenPair(from, to, comparable);
    if ("code" in pair) return pair;
    const compared = await comparedPair(pair, catalogue.comparer, dependencies);
    if ("code" in compared) return compared;
    const page = diffPage(compared, request, key.states);
    return { json: () => diffJson(page), table: () => releaseDiff.table(page) };
  });
  return [
    [releases.path, list],
    [releaseDiff.path, diff],
  ];
}

interface Answered {
  readonly json: () => string;
  readonly table: () => CsvTable;
}

interface Declared<Spec extends Parameters> extends Pick<ServiceAnswer, "formats"> {
  readonly parameters: (codesOfStates: readonly string[]) => Spec;
}

/** Every key is admitted. The release in service stays open until the request is answered. */
function keyed<Spec extends Parameters>(
  { formats, parameters }: Declared<Spec>,
  dependencies: AppDependencies,
  answer: (request: RequestOf<Spec>, key: ApiKey, release: Release) => Promise<Answered | Problem>,
): Endpoint {
  const reader = requestReader(parameters(dependencies.states.map(({ code }) => code)));
  return withKey(dependencies, (exchange, key) =>
    withRelease(dependencies, exchange, async (release) => {
      const read = reader.fromQuery(exchange.query, { today: dependencies.today() });
      const answered = read.ok ? await answer(read.request, key, release) : problemOfFaults(read.faults);
      if (exchange.response.destroyed) exchange.observeLeaving();
      else if ("code" in answered) {
        if (REPEATED.includes(answered)) exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax));
        exchange.sendProblem(answered);
      } else {
        const format = chosenFormat(exchange, formats);
        sendAs(exchange, format, format === "csv" ? await csvInSlices(answered.table()) : answered.json());
      }
    }),
  );
}

async function listOf(release: Release, folder: CatalogueFolder | null): Promise<Answered | Problem> {
  const comparable = await comparableWith(release, folder);
  if (comparable === null) return UNREADABLE;
  const { inService, others, unreadable } = comparable;
  const shown = [inService, ...others].map((each) => ({
    ...releaseJson(each.description),
    in_service: each === inService,
  }));
  const list: Releases = { releases: shown, unreadable_files: unreadable };
  return { json: () => JSON.stringify(list), table: () => releases.table(list) };
}

async function comparedPair(
  { from, to }: Chosen,
  comparer: Comparer,
  { isShuttingDown }: AppDependencies,
): Promise<ComparedPair | Problem> {
  const expected = ({ file, description }: ComparableRelease) => ({ file, contentHash: description.contentHash });
  const outcome = await awaited(comparer.compare({ from: expected(from), to: expected(to) }), isShuttingDown);
  if (outcome.kind === "compared") return outcome.pair;
  return outcome.kind === "refused" ? notReadable(outcome.reason, [from.file, to.file]) : UNANSWERED[outcome.kind];
}

interface Comparable {
  readonly inService: ComparableRelease;
  /** Releases before the one in service, the newest first; then those after it. */
  readonly others: readonly ComparableRelease[];
  readonly unreadable: number;
}

/** Null when the folder cannot be read. A server that was started with a file may serve a release that its catalogue lacks. */
async function comparableWith(release: Release, folder: CatalogueFolder | null): Promise<Comparable | null> {
  if (folder === null) return { inService: release, others: [], unreadable: 0 };
  const listed = await folder.list();
  if (listed === null) return null;
  const { releases, unreadable } = listed;
  const place = releases.findIndex(({ description }) => description.contentHash === release.description.contentHash);
  const inService = releases[place];
  if (inService === undefined) return { inService: release, others: releases, unreadable };
  // A pushed release that is not active yet is compared only when there is none before the one in service.
  return { inService, others: [...releases.slice(place + 1), ...releases.slice(0, place)], unreadable };
}

interface Chosen {
  readonly from: ComparableRelease;
  readonly to: ComparableRelease;
}

function chosenPair(from: string | null, to: string | null, { inService, others }: Comparable): Chosen | Problem {
  const all = [inService, ...others];
  const later = to === null ? inService : releaseNamed("to", to, all);
  if ("code" in later) return later;
  const earlier = from === null ? (others.find((each) => each !== later) ?? NO_OTHER) : releaseNamed("from", from, all);
  return "code" in earlier ? earlier : { from: earlier, to: later };
}

/** Why there is no comparison yet, or none at all. */
const UNANSWERED = {
  busy: {
    code: "overloaded",
    detail: `Other releases are being compared. Try again in ${HTTP_LIMITS.retryAfterSecondsMax} seconds.`,
  },
  still_at_it: {
    code: "took_too_long",
    detail: "The releases are still being compared, and the work goes on. Send the request again in a moment.",
  },
  stopping: { code: "not_ready", detail: "The service is shutting down. Send the request again." },
  gave_up: {
    code: "took_too_long",
    detail: 'Comparing these releases took too long and was given up. Compare them with "ratebook diff" instead.',
  },
} as const satisfies Record<string, Problem>;

/** Problems with a Retry-After header: the same request succeeds later. */
const REPEATED: readonly Problem[] = [UNANSWERED.busy, UNANSWERED.still_at_it];

/** The reason names files of the server, which clients must not see. */
function notReadable(reason: string, files: readonly string[]): Problem {
  const detail = files.reduce((text, file) => text.replaceAll(file, "The release"), reason);
  return { code: "release_unavailable", detail };
}

/** The state of each table, by the name of the table in requests; null for a table that states share. */
function tableOwners(states: readonly State[]): ReadonlyMap<string, string | null> {
  return new Map([
    ...states.flatMap(({ code, tables }) => tables.map((table) => [titleOf(table), code] as const)),
    ...sharedTables.map((table) => [titleOf(table), null] as const),
  ]);
}

interface TableQuery {
  readonly table: string | null;
  readonly state: string | null;
}

/** Why a table is refused; null when it is not. An empty answer would read as "nothing changed". */
function refusedTable(
  { table, state }: TableQuery,
  owners: ReadonlyMap<string, string | null>,
  key: ApiKey,
  dependencies: AppDependencies,
): Problem | null {
  if (table === null) return null;
  const owner = owners.get(table);
  if (owner === undefined) {
    const closest = closestName(table, [...owners.keys()]);
    return notValid(
      table,
      `a table such as ca/outpatient_rates${closest === null ? "" : `; did you mean ${closest}?`}`,
    );
  }
  if (owner !== null && !key.states.includes(owner)) return stateRefused(owner, key, dependencies);
  if (owner === null || state === null || owner === state) return null;
  return notValid(table, `a table of ${state}, which is the state that is asked for`);
}

function notValid(table: string, expected: string): Problem {
  const message = `table ${quoted(table)} is not valid: expected ${expected}`;
  return problemOfFaults([{ field: "table", code: "invalid_parameter", message }]);
}

interface PageQuery {
  readonly state: string | null;
  readonly table: string | null;
  readonly limit: number;
  readonly offset: number;
}

/** A page of changes: the comparison without its changes, and each change as its JSON. */
interface DiffPage extends ChangesPage {
  readonly head: Omit<ReleaseDiff, "changes" | "largest">;
  /** The JSON of `largest`. */
  readonly largest: string;
}

/** A page of changes of the states that the key is enabled for. Tables that states share belong to every key. */
export function diffPage(
  { releases, tables: compared }: ComparedPair,
  { state, table, limit, offset }: PageQuery,
  states: readonly string[],
): DiffPage {
  const tables = compared.filter(
    (each) =>
      (each.state === null ? state === null || table !== null : states.includes(each.state)) &&
      (state === null || each.state === state || each.state === null) &&
      (table === null || each.summary.table === table),
  );
  const ofKey = (codes: readonly string[]) => codes.filter((code) => states.includes(code));
  const head = {
    ...releases,
    states_only_before: ofKey(releases.states_only_before),
    states_only_after: ofKey(releases.states_only_after),
    tables: tables.map(({ summary }) => summary),
    changes_listed: tables.reduce((sum, { changes }) => sum + changes.length, 0),
    offset,
  };
  const changes: string[] = [];
  let passed = 0;
  for (const each of tables) {
    const from = Math.max(0, offset - passed);
    changes.push(...each.changes.slice(from, from + limit - changes.length));
    passed += each.changes.length;
    if (changes.length === limit) break;
  }
  return { head, changes, largest: largestJson(tables) };
}

/** The largest changes of several tables, group by group. */
function largestJson(tables: ComparedPair["tables"]): string {
  const groups = FIGURE_GROUPS.map((group) => {
    const ofGroup = tables.flatMap(({ largest }) => largest.filter((each) => each.group === group));
    const listOf = (kind: "raised" | "cut") => largestOf(ofGroup.flatMap((each) => each[kind])).join(",");
    return `{"group":"${group}","raised":[${listOf("raised")}],"cut":[${listOf("cut")}]}`;
  });
  return `[${groups.join(",")}]`;
}

/** Largest first; equal ones in the order of their tables. */
function largestOf(changes: readonly SizedChange[]): readonly string[] {
  return [...changes]
    .sort((one, other) => (one.size === other.size ? 0 : one.size > other.size ? -1 : 1))
    .slice(0, LARGEST_MAX)
    .map(({ json }) => json);
}

export function diffJson({ head, largest, changes }: DiffPage): string {
  return `${JSON.stringify(head).slice(0, -1)},"largest":${largest},"changes":[${changes.join(",")}]}`;
}
