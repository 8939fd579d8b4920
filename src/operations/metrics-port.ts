import { createServer } from "node:http";
import { failure, reasonOf } from "../reading/failure.ts";

const MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8";
/** A scrape is one small request: whoever takes longer to send it is not scraping. */
const REQUEST_MILLISECONDS_MAX = 5_000;

/** Serves `/metrics` and nothing else on a port of its own; resolves to what closes it. */
export async function serveMetrics(host: string, port: number, text: () => Promise<string>): Promise<() => void> {
  const server = createServer({ requestTimeout: REQUEST_MILLISECONDS_MAX }, async (request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end();
      return;
    }
    try {
      const metrics = await text();
      response.writeHead(200, { "content-type": MEDIA_TYPE }).end(metrics);
    } catch {
      response.writeHead(503).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => {
      reject(failure(`Metrics cannot be served on ${host}, port ${port} (${reasonOf(error)}). Change --metrics-port.`));
    });
    server.listen(port, host, resolve);
  });
  return () => {
    server.close();
    server.closeAllConnections();
  };
}
