import type { DiskState } from "../../core/files/disk.ts";
import { programVersion } from "../../core/files/installation.ts";
import { sharedFor } from "../../core/runtime/cache.ts";
import {
  array,
  boolean,
  choice,
  integer,
  nullableString,
  object,
  optional,
  record,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { KeyStoreProblem } from "../../keys/api-key.ts";
import { LOST_STORE_GRACE_MILLISECONDS } from "../../keys/key-ring.ts";
import { loadedSettings } from "../../pricing/state/loaded.ts";
import { releaseJson, releaseMembers } from "../../pricing/state/release-json.ts";
import type { Release } from "../../release/release.ts";
import type { FileAtPath } from "../../release/release-file.ts";
import { JOB_LIMITS } from "../../reprice/limits.ts";
import { PROBES } from "../operations/address.ts";
import type { DatabaseState } from "../operations/configuration.ts";
import { METRICS_MEDIA_TYPE, METRICS_MILLISECONDS } from "../operations/metrics-port.ts";
import type { AppDependencies } from "./dependencies.ts";
import { type Endpoint, MEDIA_TYPES } from "./exchange.ts";
import { healthProblem, KEY_STORE_PROBLEMS, KEY_STORE_REMEDIES, withRelease } from "./readiness.ts";

const MEBIBYTE = 1024 ** 2;
const KEYS_SECONDS = LOST_STORE_GRACE_MILLISECONDS / 1_000;

/** Open without a key, as /readyz is: the page shows the release before a person has signed in. */
export const RELEASE_PATH = "/release";

const source = object("Source", {
  table: nullableString("The table with figures from it, such as ca/outpatient_rates."),
  publication: nullableString("What was published."),
  publisher: nullableString("Who published it."),
  published: nullableString("When it was published."),
  retrieved: nullableString("When it was taken from its publisher."),
  url: nullableString("Where it was found."),
  sha256: nullableString("SHA-256 of the file as it was imported."),
  edition: nullableString("The day that the imported edition is as of."),
  file: nullableString("Name of the imported file."),
  importer: nullableString("The name that imports have for the publication, such as ca/medi-cal-rates."),
  synthetic: optional(boolean("True where its figures are made up, to try things with.")),
  rows: optional(
    record(
      stringArray("Values of the column."),
      "The rows of the table that come from it, by column; absent: those that no other source claims.",
    ),
  ),
});

export const releaseInServiceSchema = object("Release in service", {
  ...releaseMembers,
  description: nullableString("What the data is, and whether it is real or synthetic."),
  states: stringArray("Codes of the states it holds."),
  loaded: record(
    record(boolean("Whether it is."), "By setting."),
    "By state, whether each of its settings is loaded. Lookups of one that is not answer with rate_found false and name the publications that would bring it.",
  ),
  row_counts: record(integer("How many."), "Rows by table."),
  sources: array(source, "The publications that its figures come from."),
});

export type ReleaseInService = ValueOf<typeof releaseInServiceSchema>;

export const readySchema = object("Readiness", {
  status: choice(
    ["ready", "degraded"],
    "The service can answer. It is degraded while its database is away or the file of its keys cannot be read: it answers with the rates and keys that it knew last.",
  ),
  program_version: string("Version of the program, as ratebook --version prints it."),
  release: { ...object("Release", releaseMembers), description: "The rate data that is loaded." },
  file: choice(
    ["unchanged", "replaced", "missing"],
    "What the path of the release leads to: the file that is served, another one until a reload, or none.",
  ),
  database: optional(
    choice(
      ["connected", "away"],
      "Whether the node reaches the database that it shares with others. Servers without a database leave it out.",
    ),
  ),
  keys: optional(
    choice(
      ["not followed"],
      "Present only while the node cannot take over the keys of the database, and goes on with those that it knows; its log says why.",
    ),
  ),
  problems: stringArray(
    "What is wrong although the service can answer, in words, with the remedy; empty when nothing is.",
  ),
});

export type Ready = ValueOf<typeof readySchema>;

/** Endpoints for operators: liveness, readiness, the release in service, metrics. */
export function healthEndpoints(dependencies: AppDependencies): readonly [path: string, endpoint: Endpoint][] {
  const { metricsText } = dependencies;
  return [
    [PROBES.liveness, liveness],
    [PROBES.readiness, readiness(dependencies)],
    [RELEASE_PATH, releaseInService(dependencies)],
    ...(metricsText === null ? [] : [[PROBES.metrics, metrics(metricsText)] satisfies [string, Endpoint]]),
  ];
}

const liveness: Endpoint = (exchange) => {
  exchange.sendJson('{"status":"alive"}');
};

function readiness(dependencies: AppDependencies): Endpoint {
  return (exchange) => {
    const release = dependencies.releases.current;
    const problem = healthProblem(dependencies);
    if (release === null || problem !== null) {
      exchange.sendProblem(problem ?? { code: "not_ready", detail: "No rate data is loaded." });
    } else {
      exchange.sendJson(JSON.stringify(readyAnswer(release, dependencies)));
    }
  };
}

/** A node without its database or the file of its keys answers from what it knew last: it is degraded, and stays in the load balancer. */
function readyAnswer(
  { description }: Release,
  { releases, databaseState, keyStoreProblem, homeDisk }: AppDependencies,
): Ready {
  const { fileAtPath: file, reloadRefusal } = releases;
  const database = databaseState?.() ?? null;
  const keyStore = keyStoreProblem?.() ?? null;
  return {
    status: (database === null || database === "connected") && keyStore === null ? "ready" : "degraded",
    program_version: programVersion(),
    release: releaseJson(description),
    file,
    ...(database === null ? {} : { database: database === "away" ? "away" : "connected" }),
    ...(database === "keys not followed" ? { keys: "not followed" } : {}),
    problems: [
      keyStore === null ? null : keysProblem(keyStore),
      DATABASE_PROBLEMS[database ?? "connected"],
      diskProblem(homeDisk?.() ?? null),
      reloadRefusal === null ? null : refusedReload(reloadRefusal),
      // A reload of this file was refused: another one would be too.
      reloadRefusal !== null && file === "replaced" ? null : FILE_PROBLEMS[file],
    ].filter((problem) => problem !== null),
  };
}

function keysProblem(problem: KeyStoreProblem): string {
  return `${KEY_STORE_PROBLEMS[problem]} The known keys work for ${KEYS_SECONDS} seconds, then every request is refused. ${KEY_STORE_REMEDIES[problem]}`;
}

function diskProblem(disk: DiskState | null): string | null {
  if (disk === null) return null;
  const consequences = "files to reprice are refused, and usage, audit log and status may not be written";
  if (!disk.isWritable) {
    return `The home cannot be written: ${consequences}. Let the server write to the folder and its disk before you stop it: counts in memory end with it.`;
  }
  if (disk.freeBytes >= JOB_LIMITS.freeBytesMin) return null;
  return `The disk of the home has ${Math.floor(disk.freeBytes / MEBIBYTE)} MiB left: ${consequences}. Free the disk before you stop the server: counts in memory end with it.`;
}

function refusedReload(reason: string): string {
  const sentence = /[.!?]$/.test(reason) ? reason : `${reason}.`;
  return `The last reload was refused: ${sentence} The release before stays in service. Fix the release ("ratebook verify FILE" lists its errors), then run ratebook reload; in a catalogue, push it again or activate another one.`;
}

const DATABASE_PROBLEMS: Readonly<Record<DatabaseState, string | null>> = {
  connected: null,
  away: "The database is away: the node answers with the release and the keys that it knew last. Look for database_lost in its log.",
  "keys not followed":
    "The node cannot take over the keys of the database and uses those that it knew last. Look for keys_not_mirrored in its log.",
};

const FILE_PROBLEMS: Readonly<Record<FileAtPath, string | null>> = {
  unchanged: null,
  replaced: "Another file has taken the place of the release in service. Serve it with ratebook reload.",
  missing:
    "The file of the release in service is missing: a process that starts now has no release. Put a release there, then run ratebook reload.",
};

/** The description comes first among the long members: it says whether the data is real. */
function releaseInService(dependencies: AppDependencies): Endpoint {
  return (exchange) =>
    withRelease(dependencies, exchange, ({ description, states }) => {
      const answer: ReleaseInService = {
        ...releaseJson(description),
        description: description.description,
        states: [...states.keys()],
        loaded: Object.fromEntries(
          [...states].map(([code, { state }]) => [code, loadedSettings(state.lookups, description.rowCounts)]),
        ),
        row_counts: description.rowCounts,
        sources: description.sources,
      };
      exchange.sendTagged(MEDIA_TYPES.json, JSON.stringify(answer), "no-cache");
      return undefined;
    });
}

function metrics(metricsText: () => Promise<string>): Endpoint {
  const text = sharedFor(METRICS_MILLISECONDS, metricsText);
  return async (exchange) => exchange.send(200, METRICS_MEDIA_TYPE, await text());
}
