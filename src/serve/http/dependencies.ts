import type { McpHandler } from "../../answers/question.ts";
import type { KeyRing } from "../../keys/api-key.ts";
import type { State } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { Release } from "../../release/release.ts";
import type { RepricingJobs } from "../../reprice/jobs/jobs.ts";
import type { ServedRequest } from "../operations/log.ts";
import type { ServiceParts } from "../operations/product.ts";
import type { BytesInFlight } from "./bytes-in-flight.ts";
import type { LongWork } from "./long-work/question.ts";
import type { BuiltPage } from "./page/built-page.ts";
import type { ProblemCode } from "./problems.ts";
import type { ReleaseArchive } from "./releases/comparer.ts";
import type { Sessions } from "./sessions/sessions.ts";

/** A request as the service tells it to logs and metrics: all that they may know of one, in the service's own words. */
export interface ObservedRequest extends ServedRequest {
  readonly setting: CareSetting | null;
  readonly problem: ProblemCode | null;
}

/** What operating a server brings to every service. */
type Brought = Pick<
  ServiceParts,
  "releases" | "limits" | "today" | "reportFailure" | "metricsText" | "isStopping" | "isShuttingDown"
>;

/** What it brings to those that want it: a service that is made without a server around it does without. */
type BroughtIfWanted = Partial<
  Pick<ServiceParts, "demo" | "databaseState" | "connectionDeal" | "allowedHosts" | "staleAfterMonths">
>;

/** What the HTTP service is made with. */
export interface AppDependencies extends Brought, BroughtIfWanted {
  readonly keys: KeyRing;
  readonly states: readonly State[];
  readonly observe: (request: ObservedRequest) => void;
  /** Who answers from a release what may take long. */
  readonly longWork: (release: Release) => LongWork;
  /** Whether it can be asked now: the thread that does the long work may be being replaced. */
  readonly isLongWorkDone: (release: Release) => boolean;
  /** Of people who use the page. */
  readonly sessions: Sessions;
  /** The files of the page; absent or null where they have not been built. */
  readonly page?: BuiltPage | null;
  /** What releases are compared with; absent or null where no earlier ones are kept. */
  readonly archive?: ReleaseArchive | null;
  readonly bodyBytesMax?: number;
  /** Answers messages of agents at /mcp; absent where that is off. */
  readonly answerAgent?: McpHandler | undefined;
  /** Files that are repriced for clients; a service without a place for them has none of their paths. */
  readonly jobs?: RepricingJobs;
  /** What counts the bytes in flight, for whoever wants to know or to limit them otherwise. */
  readonly bytesInFlight?: BytesInFlight;
}
