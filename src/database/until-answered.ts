import { setTimeout as wait } from "node:timers/promises";

/** A server that is started again, or hands over to another, is back within it; whoever waits longer should be told. */
const AWAY_MILLISECONDS_MAX = 30_000;
const PAUSE_MILLISECONDS = 250;

/** Connections that PostgreSQL lost, cut (57P01, 57P02), cannot take yet (57P03) or has too many of (53300). */
const LOST_STATES = /^(08...|57P0[123]|53300)$/;
/** What the driver and the system say of them. One that we have ended ourselves is not lost. */
const LOST_CODES = /^(CONNECT_TIMEOUT|CONNECTION_CLOSED|ECONN[A-Z]+|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/;

/** Whether nothing is known but that the connection is gone: the statement may have been carried out or not. */
export function isConnectionLost(error: unknown): boolean {
  const { code } = (error ?? {}) as NodeJS.ErrnoException;
  return typeof code === "string" && (LOST_STATES.test(code) || LOST_CODES.test(code));
}

/**
 * Asks again when the connection was lost, until the database has been away for half a minute or nobody waits any longer. For what may be
 * carried out twice: an answer can be lost after all was done.
 */
export async function untilAnswered<Answer>(over: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  const asked = performance.now();
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      const isTooLong = performance.now() - asked > AWAY_MILLISECONDS_MAX;
      if (!isConnectionLost(error) || isTooLong || over.aborted) throw error;
    }
    await wait(PAUSE_MILLISECONDS, null, { signal: over }).catch(() => {});
  }
}
