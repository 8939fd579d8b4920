import { reasonOf } from "../../../core/runtime/failure.ts";
import type { Releases } from "../../../diff/wire.ts";
import type { ApiKey } from "../../../keys/api-key.ts";
import { requestReader } from "../../../pricing/request/read.ts";
import { releaseJson } from "../../../pricing/state/release-json.ts";
import type { Release } from "../../../release/release.ts";
import { stateNotEnabled, withKey } from "../access.ts";
import { withRelease } from "../borrowed-release.ts";
import { JSON_OR_CSV } from "../content-negotiation.ts";
import { changesCsv, releasesCsv } from "../csv/releases.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint, Exchange } from "../exchange.ts";
import { chosenFormat, sendAs } from "../formats.ts";
import { HTTP_LIMITS } from "../limits.ts";
import { type Problem, problemOfFaults } from "../problem.ts";
import { refusedTable, tableOwners } from "./asked-table.ts";
import { CatalogueFolder, type ComparableRelease } from "./catalogue-folder.ts";
import { releaseNamed } from "./naming.ts";
import { diffJson, diffPage } from "./page.ts";
import { diffParameters, listReader } from "./parameters.ts";
import { awaited } from "./waiting.ts";

const NO_OTHER: Problem = {
  code: "release_unavailable",
  detail:
    'This server has no other release in its home to compare with. The operator adds one with "ratebook releases push FILE"; a node of a database has those that it served before.',
};

const UNREADABLE: Problem = {
  code: "release_unavailable",
  detail: 'The releases in the home of this server cannot be read. The operator looks at the folder "releases" there.',
};

/** The endpoints about releases, by their paths behind the prefix. */
export function releaseEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { catalogue } = dependencies;
  const folder = catalogue === undefined ? null : new CatalogueFolder(catalogue.folder);
  // Any key may ask. The release in service stays open until it is answered.
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
    if (state !== null && !key.states.includes(state)) {
      exchange.sendProblem(stateNotEnabled(state, key));
      return;
    }
    const refused = refusedTable(read.request, owners, key);
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
      const { problem, retrySeconds } = refusalOf(outcome, [pair.from.file, pair.to.file]);
      if (retrySeconds !== null) exchange.header("retry-after", String(retrySeconds));
      exchange.sendProblem(problem);
    }
  };
}

interface Comparable {
  readonly inService: ComparableRelease;
  /** Those that came before the one in service, the newest first; then those that came after it. */
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
  // A pushed release that is not active yet is compared with only when nothing came before the one in service.
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

type Unanswered = Exclude<Awaited<ReturnType<typeof awaited>>, { readonly kind: "compared" }>;

/** Why there is no page, and when to ask again where that helps. Reasons name files, which are nobody else's business. */
function refusalOf(
  outcome: Unanswered,
  files: readonly string[],
): { readonly problem: Problem; readonly retrySeconds: number | null } {
  switch (outcome.kind) {
    case "busy":
      return {
        problem: {
          code: "overloaded",
          detail: `Other releases are being compared. Try again in ${HTTP_LIMITS.retryAfterSecondsMax} seconds.`,
        },
        retrySeconds: HTTP_LIMITS.retryAfterSecondsMax,
      };
    case "still_at_it":
      return {
        problem: {
          code: "took_too_long",
          detail: "The releases are still being compared, and the work goes on. Send the request again in a moment.",
        },
        retrySeconds: HTTP_LIMITS.retryAfterSecondsMax,
      };
    case "stopping":
      return {
        problem: { code: "not_ready", detail: "The service is shutting down. Send the request again." },
        retrySeconds: null,
      };
    case "gave_up":
      return {
        problem: {
          code: "took_too_long",
          detail: 'Comparing these releases took too long and was given up. Compare them with "ratebook diff" instead.',
        },
        retrySeconds: null,
      };
    case "refused": {
      const reason = files.reduce((text, file) => text.replaceAll(file, "The release"), reasonOf(outcome.reason));
      return { problem: { code: "release_unavailable", detail: reason }, retrySeconds: null };
    }
  }
}
