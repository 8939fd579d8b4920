import { reasonOf } from "../../core/runtime/failure.ts";
import { PROBES } from "./address.ts";
import { startSmallServer } from "./port.ts";

/** How long a text of metrics is shared: scrapers come every few seconds, and each text needs a call to every process. */
export const METRICS_MILLISECONDS = 1_000;
export const METRICS_MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A handful of scrapers and people. */
const CONNECTIONS_MAX = 64;

/** Serves `/metrics` and nothing else on a separate port; resolves to the function that closes it. */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  text: () => Promise<string>,
): Promise<() => void> {
  const server = await startSmallServer(
    { host, port },
    CONNECTIONS_MAX,
    (error) => `Metrics cannot be served on ${host}, port ${port} (${reasonOf(error)}). Change --metrics-port.`,
    (request, response) => {
      if (request.url !== PROBES.metrics || request.method !== "GET") {
        response.writeHead(404).end();
        return;
      }
      text().then(
        (metrics) => response.writeHead(200, { "content-type": METRICS_MEDIA_TYPE }).end(metrics),
        () => response.writeHead(503).end(),
      );
    },
  );
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
