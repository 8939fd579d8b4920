import { performance } from "node:perf_hooks";
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { withAccess } from "./access.ts";
import { AllowedHosts } from "./allowed-hosts.ts";
import { answerBatch } from "./batch-endpoint.ts";
import { BytesInFlight, type BytesLimit } from "./bytes-in-flight.ts";
import { Connections } from "./connections.ts";
import type { AppDependencies } from "./dependencies.ts";
import { BATCH_METHODS, READING_METHODS } from "./endpoints.ts";
import { type Endpoint, Exchange, type ExchangeMeans, NO_ROUTE, type RouteFacts, run } from "./exchange.ts";
import { askForBody } from "./expectation.ts";
import { expectedAnswerBytes } from "./expected-answer.ts";
import { clientProblem } from "./framework-errors.ts";
import { passesGate } from "./gate.ts";
import { addBodies, declaredBytes, mediaTypeProblem, tooLarge } from "./json-body.ts";
import { HTTP_LIMITS } from "./limits.ts";
import { addRepricing } from "./reprice/routes.ts";
import { requestIds } from "./request-ids.ts";
import { type BatchRoute, routesOf } from "./routes.ts";
import { createHttpServer } from "./server.ts";
import { addSessions } from "./sessions/routes.ts";
import { addSocketAnswers, answerUnreadable } from "./socket-errors.ts";
import { refuseUnrouted } from "./unrouted.ts";
import { Waves } from "./waves.ts";

declare module "fastify" {
  interface FastifyRequest {
    exchange: Exchange;
  }
  interface FastifyContextConfig {
    facts?: RouteFacts;
  }
}

/** The HTTP service, ready to listen or to be injected requests. It holds nothing that must be closed but itself. */
export function createApp(dependencies: AppDependencies): FastifyInstance {
  const bodyBytesMax = dependencies.bodyBytesMax ?? HTTP_LIMITS.bodyBytesMax;
  const nextRequestId = requestIds();
  const connections = new Connections(HTTP_LIMITS.connectionsMax, dependencies.connectionDeal);
  const hosts = new AllowedHosts(dependencies.allowedHosts ?? []);
  const socketDependencies = { observe: dependencies.observe, nextRequestId, connections };
  const routes = routesOf(dependencies);
  const bytes = dependencies.bytesInFlight ?? new BytesInFlight();
  const means: ExchangeMeans = { dependencies, nextRequestId, waves: new Waves(), bytes, hosts, connections };
  const openExchange = ({ raw: request }: FastifyRequest, { raw: response }: FastifyReply, facts: RouteFacts) =>
    new Exchange({ request, response, time: performance.now() }, facts, means);

  const app = fastify({
    // Logging is by `observe`: the framework's own would put URLs, and so query strings, into the log.
    logger: false,
    // The exchange reads the query string itself.
    routerOptions: { querystringParser: () => ({}) },
    // Reading routes name HEAD themselves.
    exposeHeadRoutes: false,
    bodyLimit: bodyBytesMax,
    // While shutting down, requests that still arrive are answered as `not_ready` by the endpoints.
    return503OnClosing: false,
    // Called once for each address: a name such as localhost has two.
    serverFactory: (framework) => {
      const server = createHttpServer(routes.reading, means, framework);
      addSocketAnswers(server, socketDependencies);
      return server;
    },
    clientErrorHandler: (error, socket) => answerUnreadable(error, socket, socketDependencies),
    frameworkErrors: (error, request, reply) => {
      const exchange = openExchange(request, reply, NO_ROUTE);
      if (passesGate(exchange, hosts)) answerError(exchange, error);
    },
  });

  app.decorateRequest("exchange");
  app.addHook("onRequest", (request, reply, done) => {
    const exchange = openExchange(request, reply, request.routeOptions.config.facts ?? NO_ROUTE);
    request.exchange = exchange;
    if (!passesGate(exchange, hosts)) return;
    if (request.is404) refuseUnrouted(exchange, routes, dependencies);
    else done();
  });
  app.setErrorHandler((error: unknown, { exchange }) => answerError(exchange, error));
  addBodies(app);

  for (const [url, { facts, endpoint }] of routes.reading) {
    app.route({
      method: [...READING_METHODS],
      url,
      config: { facts },
      handler: ({ exchange }) => run(endpoint, exchange),
    });
  }
  for (const [url, route] of routes.batches) {
    app.route({
      method: [...BATCH_METHODS],
      url,
      config: { facts: route.facts },
      onRequest: ({ exchange }, _reply, done) => run(letIn(route, done), exchange),
      handler: ({ exchange, body }) => run(batchEndpoint(route, body as Buffer | undefined), exchange),
    });
  }
  addRepricing(app, dependencies);
  addSessions(app, dependencies);
  return app;

  /** Answers what the framework refuses. */
  function answerError(exchange: Exchange, error: unknown): void {
    const problem = clientProblem(error, bodyBytesMax);
    if (problem === null) exchange.fail(error);
    // The rest of a body that was refused may still be on its way.
    else exchange.header("connection", "close").sendProblem(problem);
  }

  /** Everything that is checked before the body of a batch is read, and before it is asked for. */
  function letIn({ state }: BatchRoute, done: () => void): Endpoint {
    return withAccess(state, dependencies, (exchange) => {
      const bytes = declaredBytes(exchange, bodyBytesMax);
      const problem = mediaTypeProblem(exchange);
      if (problem !== null) {
        exchange.sendProblem(problem);
        return;
      }
      if (bytes > bodyBytesMax) {
        exchange.header("connection", "close").sendProblem(tooLarge(bodyBytesMax));
        return;
      }
      const limit = exchange.holdBody(bytes);
      if (limit !== null) {
        exchange.sendNoRoom(limit);
        return;
      }
      askForBody(exchange);
      done();
    });
  }

  /** Works on a batch when there is room for its answer. The framework leaves a body undefined when there is none at all. */
  function batchEndpoint({ state, lookup }: BatchRoute, body: Buffer = Buffer.alloc(0)): Endpoint {
    return (exchange) => {
      const answer = () => answerBatch(exchange, body, state, lookup, dependencies);
      const room = exchange.makeRoom(body.length, expectedAnswerBytes(body));
      return room === null ? answer() : answerOnceThereIs(room, exchange, answer);
    };
  }
}

async function answerOnceThereIs(
  room: Promise<BytesLimit | null>,
  exchange: Exchange,
  answer: () => Promise<void> | undefined,
): Promise<void> {
  const limit = await room;
  if (exchange.response.destroyed) exchange.observeLeaving();
  else if (limit === null) await answer();
  else exchange.sendNoRoom(limit);
}
