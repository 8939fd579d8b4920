import type { Application } from "./product.ts";

/** A full batch takes well under a second: a request that needs longer than this once the port is closed is cut off. */
export const FINISH_MILLISECONDS_MAX = 15_000;

/** Connections become idle when their last answer is sent: they are closed then, not when their time is over. */
const SWEEP_MILLISECONDS = 25;

/** Graceful shutdown: stops accepting, answers what is under way and closes every connection; resolves when all are closed. */
export async function closeGracefully(
  application: Application,
  millisecondsMax: number = FINISH_MILLISECONDS_MAX,
): Promise<void> {
  const { server } = application;
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MILLISECONDS);
  const deadline = setTimeout(() => server.closeAllConnections(), millisecondsMax);
  try {
    await application.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(deadline);
  }
}

/** Saying goodbye to a database takes milliseconds; one that hangs is not waited for. */
export const NODE_CLOSING_MILLISECONDS_MAX = 3_000;
