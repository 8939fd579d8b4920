import type { LimitStore } from "../../keys/leased-limits.ts";
import { NodeLimits, PostgresLimitStore } from "../../keys/node-limits.ts";
import { PostgresUsageStore } from "../../keys/usage/postgres-usage-store.ts";
import { Database, NODE_STATEMENT_SECONDS_MAX } from "../../nodes/database/database.ts";
import { makeSchema } from "../../nodes/database/schema.ts";
import type { Log } from "./log.ts";

/** What a node shares through the database. */
interface SharedStores {
  readonly usage: PostgresUsageStore;
  readonly limits: LimitStore;
  close(): Promise<void>;
}

/** Nothing waits for a database that is away: the node goes on with what it has. */
export function sharedStores(url: string, log: Log, nodesSeen: () => number): SharedStores {
  const database = new Database(url, {
    applicationName: "ratebook serve",
    statementSeconds: NODE_STATEMENT_SECONDS_MAX,
  });
  const isReady = onceDone(() => makeSchema(database));
  const limits = new PostgresLimitStore(database, isReady);
  return {
    usage: new PostgresUsageStore(database, isReady),
    limits: new NodeLimits(limits, {
      nodesSeen,
      onAlone: (error) => log.exception("limits_alone", database.failureFrom(error)),
      onTogether: () => log.info("limits_shared_again"),
    }),
    close: () => database.close(),
  };
}

/** Does work once for all callers; after a failure, the next caller retries. */
function onceDone(work: () => Promise<void>): () => Promise<void> {
  let done: Promise<void> | null = null;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = null;
      throw error;
    });
    return done;
  };
}
