import type { Day } from "../calendar/day.ts";
import type { RepricingJobs } from "../jobs/jobs.ts";
import type { KeyRing } from "../keys/api-key.ts";
import type { RateLimits } from "../keys/rate-limits.ts";
import type { DatabaseState } from "../operations/configuration.ts";
import type { ReleaseSlot } from "../operations/release-slot.ts";
import type { CareSetting } from "../providers/definition.ts";
import type { Release } from "../release/release.ts";
import type { State } from "../state/state.ts";
import type { BytesInFlight } from "./bytes-in-flight.ts";
import type { LongWork } from "./long-work/question.ts";
import type { BuiltPage } from "./page/built-page.ts";
import type { ProblemCode } from "./problems.ts";
import type { ReleaseArchive } from "./releases/release-archive.ts";
import type { Sessions } from "./sessions/sessions.ts";

/**
 * What logs and metrics may know about a request: facts from bounded sets, the duration and two
 * identifiers of our own. Never a query string, body, header, reference_id or key.
 */
export interface ObservedRequest {
  readonly requestId: string;
  /** The pattern, such as `/api/v1/:state/outpatient/rate`; `*` when the path is none of ours. */
  readonly route: string;
  /** `?` when the request was too malformed to have one. */
  readonly method: string;
  readonly status: number;
  readonly state: string | null;
  readonly setting: CareSetting | null;
  readonly problem: ProblemCode | null;
  /** From the arrival of the headers until the answer was handed to the socket. */
  readonly durationMilliseconds: number;
  /** Rate lookups answered: 1, the items of a batch, or 0 for everything else. */
  readonly lookups: number;
  /** Results of them that carry a price. */
  readonly priced: number;
  readonly keyId: string | null;
}

/** What the HTTP service is made with. */
export interface AppDependencies {
  readonly states: readonly State[];
  readonly releases: ReleaseSlot;
  /** Who answers from a release what may take long. */
  readonly longWork: (release: Release) => LongWork;
  /** Whether it can be asked now: the thread that does the long work may be being replaced. */
  readonly isLongWorkDone: (release: Release) => boolean;
  readonly keys: KeyRing;
  /** Of people who use the page. */
  readonly sessions: Sessions;
  /** The key that the page may use without being given it; absent or null everywhere but on a sample on loopback. */
  readonly demoKeyId?: string | null;
  /** The files of the page; absent or null where they have not been built. */
  readonly page?: BuiltPage | null;
  readonly limits: RateLimits;
  /** Today in the service's time zone; asked on every lookup, so it should be cheap. */
  readonly today: () => Day;
  readonly observe: (request: ObservedRequest) => void;
  /** An exception behind a 500. Its message may quote data: keep it out of what leaves the machine. */
  readonly reportFailure: (failure: unknown, requestId: string) => void;
  /** The exposition of the metrics; null when they are served on a port of their own. */
  readonly metricsText: (() => Promise<string>) | null;
  readonly isShuttingDown: () => boolean;
  /** How the database that nodes share is; absent or null where there is none. */
  readonly databaseState?: () => DatabaseState | null;
  /** What releases are compared with; absent or null where no earlier ones are kept. */
  readonly archive?: ReleaseArchive | null;
  /** Rises when connections are to be dealt anew among workers; asked on every request. */
  readonly connectionDeal?: () => number;
  readonly bodyBytesMax?: number;
  /** Files that are repriced for clients; a service without a place for them has none of their paths. */
  readonly jobs?: RepricingJobs;
  /** Names that the service answers to besides those of its own machine. */
  readonly allowedHosts?: readonly string[];
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths?: number | null;
  /** What counts the bytes in flight, for whoever wants to know or to limit them otherwise. */
  readonly bytesInFlight?: BytesInFlight;
}
