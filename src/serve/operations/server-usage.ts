import { Outbox, type PostgresUsageStore, UsageForwarder } from "../../keys/usage/postgres-usage-store.ts";
import { SqliteUsageStore } from "../../keys/usage/sqlite-usage-store.ts";
import type { UsageCount, Used } from "../../keys/usage/usage-store.ts";
import { COUNTS_MAX, UsageCounts, UsageWriter } from "../../keys/usage/usage-writer.ts";
import type { Log } from "./log.ts";
import { usageDays } from "./today.ts";

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

  /** What a request of this process has used. */
  use(used: Used): void {
    this.#counts.use(used, this.#day());
  }

  /** What a worker has counted. */
  add(counts: readonly UsageCount[]): void {
    this.#writer.add(counts);
  }

  /** Writes and sends what is left. */
  async close(): Promise<void> {
    this.#writer.close();
    await this.#forwarder?.close();
  }
}

function keeping(log: Log): ConstructorParameters<typeof UsageWriter>[1] {
  return {
    onUnwritten: (error) => log.exception("usage_not_written", error),
    onWrittenAgain: () => log.info("usage_written_again"),
    onLost: (lookups) =>
      log.error("usage_lost", {
        reason: `${lookups} lookups were not counted: there are ${COUNTS_MAX} counts in memory that cannot be written.`,
      }),
  };
}

function forwarding(log: Log): ConstructorParameters<typeof UsageForwarder>[2] {
  return {
    onUnsent: (error) => log.exception("usage_not_sent", error),
    onSentAgain: () => log.info("usage_sent_again"),
    onRenewed: () => log.warn("usage_sender_renewed"),
  };
}
