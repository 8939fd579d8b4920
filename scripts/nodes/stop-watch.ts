import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

/**
 * So many clients in a row find a node that stops at its port, each with a connection of its own. They take some tenths of a second; a port that is closed
 * with the announcement is gone by then.
 */
const ANSWERS_MIN = 100;
/** A machine that is too busy for so many has a port that stays open for longer. */
const OPEN_MILLISECONDS_MIN = 1_000;

const LOOK_MILLISECONDS = 100;

/**
 * Watches a stopping node until its port is closed. Null when it has gone on answering and has said on `/readyz` that it stops, as
 * proxies with health checks need it; otherwise what is wrong.
 */
export async function announcedStop(port: number): Promise<string | null> {
  let answers = 0;
  let announcedAt: number | null = null;
  for (;;) {
    const seen = await readiness(port);
    if (seen === "ECONNREFUSED") break;
    if (seen === 503) {
      answers += 1;
      announcedAt ??= performance.now();
    }
    if (answers > ANSWERS_MIN) await wait(LOOK_MILLISECONDS);
  }
  const openMilliseconds = announcedAt === null ? 0 : performance.now() - announcedAt;
  const isOpenLongEnough = answers >= ANSWERS_MIN || openMilliseconds >= OPEN_MILLISECONDS_MIN;
  return isOpenLongEnough ? null : `its port was closed after ${answers} answers of 503 on /readyz`;
}

/** What `/readyz` answers on a connection of its own, or why there is no answer. */
function readiness(port: number): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path: "/readyz", agent: false }, (response) => {
      response.on("error", () => resolve("broken")).on("end", () => resolve(response.statusCode ?? 0));
      response.resume();
    });
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}
