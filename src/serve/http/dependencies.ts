import type { KeyRing } from "../../keys/api-key.ts";
import { STALE_AFTER_MONTHS } from "../../pricing/state/freshness.ts";
import type { State } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { Release } from "../../release/release.ts";
import type { RepricingJobs } from "../../reprice/jobs/jobs.ts";
import type { ServedRequest } from "../operations/log.ts";
import type { ServiceParts } from "../operations/product.ts";
import type { BytesInFlight } from "./bytes-in-flight.ts";
import type { LongWork } from "./long-work/question.ts";
import type { ProblemCode } from "./problems.ts";
import type { ComparedCatalogue } from "./releases/comparer.ts";
import type { Sessions } from "./sessions.ts";

/** A request as the service reports it to logs and metrics: all that they may record of one. */
export interface ObservedRequest extends ServedRequest {
  readonly setting: CareSetting | null;
  readonly problem: ProblemCode | null;
}

/** What operating a server brings to every service. */
type ServerParts = Pick<
  ServiceParts,
  "releases" | "limits" | "today" | "reportFailure" | "metricsText" | "isStopping" | "isShuttingDown"
>;

/** Optional parts: a service without a server around it does without. */
type OptionalServerParts = Partial<
  Pick<
    ServiceParts,
    | "demo"
    | "databaseState"
    | "keyStoreProblem"
    | "homeDisk"
    | "allowedHosts"
    | "staleAfterMonths"
    | "refusalOf"
    | "mcp"
  >
>;

export interface PageFile {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

/** The page for people, as `scripts/page` has built it. */
export interface BuiltPage {
  readonly document: PageFile;
  /** By path. Names contain a hash of the content, so that clients may cache them for ever. */
  readonly assets: ReadonlyMap<string, PageFile>;
}

export interface AppDependencies extends ServerParts, OptionalServerParts {
  readonly keys: KeyRing;
  readonly states: readonly State[];
  readonly observe: (request: ObservedRequest) => void;
  /** Long work of a release. */
  readonly longWork: (release: Release) => LongWork;
  /** Whether long work is possible now: its thread may be being replaced. */
  readonly isLongWorkDone: (release: Release) => boolean;
  /** The sessions of people who use the page. */
  readonly sessions: Sessions;
  /** The files of the page; absent or null where they have not been built. */
  readonly page?: BuiltPage | null;
  /** The releases for comparisons; a service without a home has none. */
  readonly catalogue?: ComparedCatalogue;
  readonly bodyBytesMax?: number;
  /** Files that are repriced for clients; a service without a folder for them has none of their paths. */
  readonly jobs?: RepricingJobs;
  /** Counts the bytes in flight; tests read it or set other limits. */
  readonly bytesInFlight?: BytesInFlight;
}

/** Months after which the service calls an edition stale; null: never. */
export function staleAfter({ staleAfterMonths }: AppDependencies): number | null {
  return staleAfterMonths === undefined ? STALE_AFTER_MONTHS : staleAfterMonths;
}
