import { get } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

const LOOK_MILLISECONDS = 10;

/**
 * Watches a node that was told to stop until its port is closed; null when it has said on `/readyz` before that it stops, as proxies with
 * health checks need it. Otherwise why it is a finding.
 */
export async function announcedStop(port: number): Promise<string | null> {
  let announced = 0;
  for (;;) {
    const seen = await readiness(port);
    if (seen === 503) announced += 1;
    if (seen === "ECONNREFUSED") return announced > 0 ? null : "its port was closed before /readyz was 503";
    await wait(LOOK_MILLISECONDS);
  }
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
