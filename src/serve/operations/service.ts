import type { LimitStore } from "../../keys/leased-limits.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { DatabaseState } from "./configuration.ts";
import type { LineWriter } from "./line-writer.ts";
import type { Log } from "./log.ts";
import type { NotReadyServer } from "./port.ts";
import type { ServerAudit } from "./server-audit.ts";
import type { ServerUsage } from "./server-usage.ts";

/** Where a service writes what happens to it, and what it shares with others. */
export interface ServiceMeans {
  readonly log: Log;
  readonly writer: LineWriter;
  readonly audit: ServerAudit;
  readonly usage: ServerUsage;
  /** What several nodes lend each other of their limits; null where there is one node. */
  readonly sharedLimits: LimitStore | null;
}

/** A server that runs: one process, or several that look like one. */
export interface Service {
  /**
   * Loads the release and listens; resolves when requests are answered, and throws a failure when they cannot be. `notReady`: the server that
   * has had the port so far, which is closed on the way.
   */
  start(announcements: Announcements, notReady: NotReadyServer | null): Promise<Started>;
  /** Takes up the release file anew; throws a failure with the reason, and goes on with the old one, when it is faulty. */
  reload(): Promise<ReleaseDescription>;
  /** Opens log files anew, after they were rotated; throws a failure, and goes on with the old ones, when it cannot. */
  reopenLogs(): void;
  metricsText(): Promise<string>;
  /** How the database of the node is, for `/readyz` and the metrics. */
  noteDatabase(state: DatabaseState): void;
  /** Reports on `/readyz` that it stops, and ends each connection with its next answer. It goes on accepting and answering. */
  announceStop(): void;
  /** Stops accepting, finishes what is under way and lets go of everything. */
  drain(): Promise<void>;
}

/** What a service tells whoever runs it. */
export interface Announcements {
  /** Called before requests are answered: whoever finds the service ready finds it announced as well. */
  readonly started: (started: Started) => void;
  /** Another release is in service although nobody asked for a reload: a worker or the whole service had to open the file anew. */
  readonly releaseTakenUp: (release: ReleaseDescription) => void;
}

export interface Started {
  readonly port: number;
  readonly release: ReleaseDescription;
}

/** A release as logs and the audit log name it. */
export function releaseFields({ name, version, contentHash }: ReleaseDescription) {
  return { release: name, version, hash: contentHash };
}
