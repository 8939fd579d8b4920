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
import { type ArchivedRelease, ArchiveFolder } from "./archive-folder.ts";
import { refusedTable, tableOwners } from "./asked-table.ts";
import { releaseNamed } from "./naming.ts";
import { diffJson, diffPage } from "./page.ts";
import { diffParameters, listReader } from "./parameters.ts";
import { awaited } from "./waiting.ts";

const NO_ARCHIVE: Problem = {
  code: "release_unavailable",
  detail:
    "This service keeps no earlier releases to compare with. Whoever runs it can start it with --archive FOLDER, a folder of release files.",
};

const ARCHIVE_UNREADABLE: Problem = {
  code: "release_unavailable",
  detail: "The folder of earlier releases cannot be read. Whoever runs the service looks at what --archive names.",
};

const NOTHING_KEPT = { releases: [], unreadable: 0 } as const;

/** The endpoints about releases, by their paths behind the prefix. */
export function releaseEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { archive } = dependencies;
  const files = archive == null ? null : new ArchiveFolder(archive.folder);
  // Whoever has a key may ask, about the release in service, which stays open until it is answered.
  const keyed = (answer: KeyedEndpoint): Endpoint =>
    withKey(dependencies, (exchange, key) =>
      withRelease(dependencies, exchange, (release) => answer(exchange, key, release)),
    );
  return [
    ["/releases", keyed(listEndpoint(files, dependencies))],
    ["/releases/diff", keyed(diffEndpoint(files, dependencies))],
  ];
}

type KeyedEndpoint = (exchange: Exchange, key: ApiKey, release: Release) => Promise<void>;

/** GET /releases */
function listEndpoint(files: ArchiveFolder | null, { today }: AppDependencies): KeyedEndpoint {
  return async (exchange, _key, release) => {
    const read = listReader.fromQuery(exchange.query, { today: today() });
    if (!read.ok) {
      exchange.sendProblem(problemOfFaults(read.faults));
      return;
    }
    const listed = files === null ? NOTHING_KEPT : await files.list();
    if (listed === null) {
      exchange.sendProblem(ARCHIVE_UNREADABLE);
      return;
    }
    const { contentHash } = release.description;
    const others = listed.releases.filter(({ description }) => description.contentHash !== contentHash);
    const shown = [release, ...others].map(({ description }) => ({
      ...releaseJson(description),
      in_service: description.contentHash === contentHash,
    }));
    const list: Releases = { releases: shown, unreadable_files: listed.unreadable };
    const format = chosenFormat(exchange, JSON_OR_CSV);
    sendAs(exchange, format, format === "csv" ? releasesCsv(list) : JSON.stringify(list));
  };
}

/** GET /releases/diff */
function diffEndpoint(files: ArchiveFolder | null, dependencies: AppDependencies): KeyedEndpoint {
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
    const { archive } = dependencies;
    if (files === null || archive == null) {
      exchange.sendProblem(NO_ARCHIVE);
      return;
    }
    const listed = await files.list();
    const pair = listed === null ? ARCHIVE_UNREADABLE : chosenPair(from, to, listed.releases, release);
    if ("code" in pair) {
      exchange.sendProblem(pair);
      return;
    }
    const expected = ({ file, description }: ArchivedRelease) => ({ file, contentHash: description.contentHash });
    const work = archive.comparer.compare({ from: expected(pair.from), to: expected(pair.to) });
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

interface Chosen {
  readonly from: ArchivedRelease;
  readonly to: ArchivedRelease;
}

function chosenPair(
  from: string | null,
  to: string | null,
  archived: readonly ArchivedRelease[],
  inService: ArchivedRelease,
): Chosen | Problem {
  const all = [inService, ...archived];
  const later = to === null ? inService : releaseNamed("to", to, all);
  if ("code" in later) return later;
  const { contentHash } = later.description;
  const earlier =
    from === null
      ? (archived.find(({ description }) => description.contentHash !== contentHash) ?? NOTHING_EARLIER)
      : releaseNamed("from", from, all);
  return "code" in earlier ? earlier : { from: earlier, to: later };
}

const NOTHING_EARLIER: Problem = {
  code: "release_unavailable",
  detail: "The archive holds no other release to compare with. Put an earlier release file into its folder.",
};

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
