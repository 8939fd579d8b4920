import { closestName } from "../../../core/text/closest.ts";
import { quoted } from "../../../core/text/refusal.ts";
import { commonTables } from "../../../dataset/common-tables.ts";
import { titleOf } from "../../../dataset/table.ts";
import { LISTED_MAX, type Releases } from "../../../diff/wire.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import { choice, defaulting, text, wholeNumber } from "../../../pricing/request/kinds.ts";
import { requestReader } from "../../../pricing/request/read.ts";
import { releaseJson } from "../../../pricing/state/release-json.ts";
import type { State } from "../../../pricing/state/state.ts";
import type { Release } from "../../../release/release.ts";
import { stateNotEnabled, withKey } from "../access.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint, Exchange } from "../exchange.ts";
import { chosenFormat, JSON_OR_CSV, sendAs } from "../formats.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { type Problem, problemOfFaults } from "../problems.ts";
import { withRelease } from "../readiness.ts";
import { CatalogueFolder, type ComparableRelease, releaseNamed } from "./catalogue-folder.ts";
import { awaited } from "./comparer.ts";
import { changesCsv, diffJson, diffPage, releasesCsv } from "./diff-page.ts";

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
  const { catalogue } = dependencies;
  const folder = catalogue === undefined ? null : new CatalogueFolder(catalogue.folder);
  // Every key is admitted. The release in service stays open until the request is answered.
  const keyed = (answer: KeyedEndpoint): Endpoint =>
    withKey(dependencies, (exchange, key) =>
      withRelease(dependencies, exchange, (release) => answer(exchange, key, release)),
    );
  return [
    ["/releases", keyed(listEndpoint(folder, dependencies))],
    ["/releases/diff", keyed(diffEndpoint(folder, dependencies))],
  ];
}

type KeyedEndpoint = (exchange: Exchange, key: ApiKey, release: Release) => Promise<void>;

/** GET /releases */
function listEndpoint(folder: CatalogueFolder | null, { today }: AppDependencies): KeyedEndpoint {
  return async (exchange, _key, release) => {
    const read = listReader.fromQuery(exchange.query, { today: today() });
    if (!read.ok) {
      exchange.sendProblem(problemOfFaults(read.faults));
      return;
    }
    const comparable = await comparableWith(release, folder);
    if (comparable === null) {
      exchange.sendProblem(UNREADABLE);
      return;
    }
    const { inService, others, unreadable } = comparable;
    const shown = [inService, ...others].map((each) => ({
      ...releaseJson(each.description),
      in_service: each === inService,
    }));
    const list: Releases = { releases: shown, unreadable_files: unreadable };
    const format = chosenFormat(exchange, JSON_OR_CSV);
    sendAs(exchange, format, format === "csv" ? releasesCsv(list) : JSON.stringify(list));
  };
}

/** GET /releases/diff */
function diffEndpoint(folder: CatalogueFolder | null, dependencies: AppDependencies): KeyedEndpoint {
  const reader = requestReader(diffParameters(dependencies.states));
  const owners = tableOwners(dependencies.states);
  return async (exchange, key, release) => {
    const read = reader.fromQuery(exchange.query, { today: dependencies.today() });
    if (!read.ok) {
      exchange.sendProblem(problemOfFaults(read.faults));
      return;
    }
    const { from, to, state } = read.request;
    const isOtherState = state !== null && !key.states.includes(state);
    const refused = isOtherState ? stateNotEnabled(state, key) : refusedTable(read.request, owners, key);
    if (refused !== null) {
      exchange.sendProblem(refused);
      return;
    }
    const { catalogue } = dependencies;
    if (catalogue === undefined) {
      exchange.sendProblem(NO_OTHER);
      return;
    }
    const comparable = await comparableWith(release, folder);
    const pair = comparable === null ? UNREADABLE : chosenPair(from, to, comparable);
    if ("code" in pair) {
      exchange.sendProblem(pair);
      return;
    }
    const expected = ({ file, description }: ComparableRelease) => ({ file, contentHash: description.contentHash });
    const work = catalogue.comparer.compare({ from: expected(pair.from), to: expected(pair.to) });
    const outcome = await awaited(work, dependencies.isShuttingDown);
    if (exchange.response.destroyed) exchange.observeLeaving();
    else if (outcome.kind === "compared") {
      const page = diffPage(outcome.pair, read.request, key.states);
      const format = chosenFormat(exchange, JSON_OR_CSV);
      sendAs(exchange, format, format === "csv" ? await changesCsv(page) : diffJson(page));
    } else {
      if (outcome.kind === "busy" || outcome.kind === "still_at_it") {
        exchange.header("retry-after", String(HTTP_LIMITS.retryAfterSecondsMax));
      }
      const files = [pair.from.file, pair.to.file];
      exchange.sendProblem(outcome.kind === "refused" ? notReadable(outcome.reason, files) : UNANSWERED[outcome.kind]);
    }
  };
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

/** The reason names files of the server, which clients must not see. */
function notReadable(reason: string, files: readonly string[]): Problem {
  const detail = files.reduce((text, file) => text.replaceAll(file, "The release"), reason);
  return { code: "release_unavailable", detail };
}

/** The state of each table, by the name of the table in requests; null for a table that states share. */
function tableOwners(states: readonly State[]): ReadonlyMap<string, string | null> {
  return new Map([
    ...states.flatMap(({ code, tables }) => tables.map((table) => [titleOf(table), code] as const)),
    ...commonTables.map((table) => [titleOf(table), null] as const),
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
  if (owner !== null && !key.states.includes(owner)) return stateNotEnabled(owner, key);
  if (owner === null || state === null || owner === state) return null;
  return notValid(table, `a table of ${state}, which is the state that is asked for`);
}

function notValid(table: string, expected: string): Problem {
  const message = `table ${quoted(table)} is not valid: expected ${expected}`;
  return problemOfFaults([{ field: "table", code: "invalid_parameter", message }]);
}

const PAGE_DEFAULT = 100;
const PAGE_MAX = 1_000;

/** A release by its version or by its hash. */
const NAMING = "its version, or at least the first 12 characters of its content hash.";

/** More than the changes of all tables together that are kept. */
const OFFSET_MAX = 1_000 * LISTED_MAX;

export function diffParameters(states: readonly State[]) {
  return {
    from: text({
      description: `The earlier release: ${NAMING} When absent: the first of GET /releases that is neither in service nor the later one.`,
    }),
    to: text({ description: `The later release: ${NAMING} When absent: the one in service.` }),
    state: choice(
      states.map(({ code }) => code),
      { description: "Changes of one state alone, by its code; all states of the key when absent." },
    ),
    table: text({ description: "Changes of one table alone, such as ca/outpatient_rates." }),
    limit: defaulting(
      wholeNumber({ min: 1, max: PAGE_MAX }, { description: "At most this many changes." }),
      PAGE_DEFAULT,
    ),
    offset: defaulting(wholeNumber({ min: 0, max: OFFSET_MAX }, { description: "Leaves out the first so many." }), 0),
  };
}

/** GET /releases has none. */
const listReader = requestReader({});
