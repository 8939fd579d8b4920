import { reasonOf } from "../../core/runtime/failure.ts";
import { Outage } from "../../core/runtime/repeated-task.ts";
import { type AuditAction, AuditLog, type AuditSubject } from "../../keys/audit-log.ts";
import type { LimitStore } from "../../keys/leased-limits.ts";
import { Outbox, type PostgresUsageStore, UsageForwarder } from "../../keys/usage/postgres-usage-store.ts";
import { SqliteUsageStore } from "../../keys/usage/sqlite-usage-store.ts";
import type { UsageCount, Used } from "../../keys/usage/usage-store.ts";
import { COUNTS_MAX, UsageCounts, type UsageLoss, UsageWriter } from "../../keys/usage/usage-writer.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import type { DatabaseState } from "./configuration.ts";
import type { LineWriter } from "./line-writer.ts";
import type { Log } from "./log.ts";
import type { ServerMetrics } from "./metrics.ts";
import type { NotReadyServer } from "./port.ts";
import { usageDays } from "./today.ts";

/** Log, audit log and usage of a service, and what it shares with other nodes. */
export interface ServiceContext {
  readonly log: Log;
  readonly writer: LineWriter;
  readonly audit: ServerAudit;
  readonly usage: ServerUsage;
  /** The limits that several nodes share; null for a single node. */
  readonly sharedLimits: LimitStore | null;
}

/** A running server: one process, or several that act as one. */
export interface Service {
  /**
   * Loads the release and listens; resolves when requests are answered, and throws a failure when they cannot be. `notReady`: the server
   * that has had the port so far, which is closed on the way.
   */
  start(announcements: Announcements, notReady: NotReadyServer | null): Promise<Started>;
  /** Reloads the release file; throws a failure with the reason, and goes on with the old one, when it is damaged. */
  reload(): Promise<ReleaseDescription>;
  /** Counters of this process; `metricsText` includes them. */
  readonly metrics: ServerMetrics;
  metricsText(): Promise<string>;
  /** Why the last reload was refused, for `/readyz`; null when it was not, or no longer matters. */
  noteReload(refusal: string | null): void;
  /** The state of the node's database, for `/readyz` and the metrics. */
  noteDatabase(state: DatabaseState): void;
  /** Reports on `/readyz` that it stops, and ends each connection with its next answer. It goes on accepting and answering. */
  announceStop(): void;
  /** Stops accepting, finishes what is under way and closes everything. */
  drain(): Promise<void>;
}

/** Callbacks to the process that runs a service. */
export interface Announcements {
  /** Called before requests are answered: a client that finds the service ready finds it announced as well. */
  readonly started: (started: Started) => void;
  /** Another release is in service without a reload: a worker or the whole service had to reopen the file. */
  readonly releaseReplaced: (release: ReleaseDescription) => void;
}

export interface Started {
  readonly port: number;
  readonly release: ReleaseDescription;
}

export function releaseFields({ name, version, contentHash }: ReleaseDescription) {
  return { release: name, version, hash: contentHash };
}

/** Requests wait while a server writes to the audit log: it gives up when another process holds the lock for longer than this. */
const LOCK_MILLISECONDS_MAX = 250;

/** Workers notice one change within a second of each other. */
const SAME_CHANGE_MILLISECONDS = 5_000;

/** Writes to the audit log of a home. The server runs without it too: a failure is logged once. */
export class ServerAudit {
  readonly #audit: AuditLog;
  readonly #outage: Outage;
  #keysReopened = { place: "", at: 0 };

  constructor(file: string, log: Log) {
    this.#audit = new AuditLog(file, LOCK_MILLISECONDS_MAX);
    this.#outage = new Outage({
      onFailed: (error) => log.error("audit_not_written", { reason: reasonOf(error) }),
    });
  }

  note(action: AuditAction, subject: AuditSubject): void {
    try {
      this.#audit.append(action, subject);
      this.#outage.works();
    } catch (error) {
      this.#outage.failed(error);
    }
  }

  /** Every worker notices that the keys come from another file; it is one event. */
  noteKeysReopened(place: string): void {
    const at = performance.now();
    const last = this.#keysReopened;
    if (place === last.place && at - last.at < SAME_CHANGE_MILLISECONDS) return;
    this.#keysReopened = { place, at };
    this.note("keys_reopened", { file: "keys.db" });
  }
}

/** The usage of a server: written to its home, and sent to the database where several nodes share one. */
export class ServerUsage {
  readonly #counts = new UsageCounts();
  readonly #writer: UsageWriter;
  readonly #forwarder: UsageForwarder | null;
  readonly #day = usageDays();

  constructor(file: string, log: Log, shared: PostgresUsageStore | null) {
    const open = () => SqliteUsageStore.open(file, shared !== null);
    this.#writer = new UsageWriter(open, keeping(log), this.#counts);
    this.#forwarder =
      shared === null
        ? null
        : new UsageForwarder(
            () => Outbox.openToSend(file),
            (batch) => shared.receive(batch),
            forwarding(log),
          );
  }

  start(): void {
    this.#writer.start();
    this.#forwarder?.start();
  }

  use(used: Used): void {
    this.#counts.use(used, this.#day());
  }

  add(counts: readonly UsageCount[]): void {
    this.#writer.add(counts);
  }

  async close(): Promise<void> {
    this.#writer.close();
    await this.#forwarder?.close();
  }
}

function keeping(log: Log): ConstructorParameters<typeof UsageWriter>[1] {
  return {
    onUnwritten: (error) => log.exception("usage_not_written", error),
    onWrittenAgain: () => log.info("usage_written_again"),
    onLost: (lookups, cause) =>
      log.error("usage_lost", { reason: `${lookups} lookups were not counted: ${LOSSES[cause]}` }),
  };
}

const LOSSES: Readonly<Record<UsageLoss, string>> = {
  "memory full": `there are ${COUNTS_MAX} counts in memory that cannot be written.`,
  stopped: "the server stopped before they could be written. Free the disk before you stop a server.",
};

function forwarding(log: Log): ConstructorParameters<typeof UsageForwarder>[2] {
  return {
    onUnsent: (error) => log.exception("usage_not_sent", error),
    onSentAgain: () => log.info("usage_sent_again"),
    onRenewed: () => log.warn("usage_sender_renewed"),
  };
}
