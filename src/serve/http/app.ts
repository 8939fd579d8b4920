import type { Server } from "node:http";
import type { Application } from "../operations/product.ts";
import { AllowedHosts } from "./allowed-hosts.ts";
import { BytesInFlight } from "./bytes-in-flight.ts";
import { Connections } from "./connections.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { ExchangeMeans } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { MicroBatches } from "./micro-batches.ts";
import { requestHandler } from "./request-handler.ts";
import { requestIds } from "./request-ids.ts";
import { routesOf } from "./routes.ts";
import { createHttpServer } from "./server.ts";
import { addSocketAnswers } from "./socket-errors.ts";

/** The HTTP service, ready to listen. It holds nothing that must be closed but itself. */
export function createApp(dependencies: AppDependencies): Application {
  const {
    observe,
    connectionDeal,
    isStopping,
    allowedHosts = [],
    bytesInFlight = new BytesInFlight(),
    jobs,
  } = dependencies;
  const nextRequestId = requestIds();
  const connections = new Connections(HTTP_LIMITS.connectionsMax, connectionDeal, isStopping);
  const means: ExchangeMeans = {
    dependencies,
    nextRequestId,
    microBatches: new MicroBatches(),
    bytes: bytesInFlight,
    hosts: new AllowedHosts(allowedHosts),
    connections,
  };
  const server = createHttpServer(requestHandler(routesOf(dependencies), means), means);
  addSocketAnswers(server, { observe, nextRequestId, connections });
  return {
    server,
    listen: (where) => listening(server, where),
    async close() {
      // Before connections are waited for: a file that is arriving would hold up the end.
      await jobs?.end();
      await closed(server);
    },
  };
}

function listening(server: Server, where: Parameters<Application["listen"]>[0]): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(where, () => {
      server.off("error", reject);
      resolve();
    });
  });
}

/** Accepts no more connections, closes those that are idle and waits for the others (graceful shutdown). */
function closed(server: Server): Promise<void> {
  // The system drops the connections that it holds for a port which is closed: those that are there now are accepted first.
  // What `close` calls back with says at most that it was not listening.
  return new Promise((resolve) => setImmediate(() => server.close(() => resolve())));
}
