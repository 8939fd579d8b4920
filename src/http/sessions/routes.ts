import type { FastifyInstance } from "fastify";
import type { ApiKey } from "../../keys/api-key.ts";
import { hostNameIn } from "../../operations/host-name.ts";
import { isLoopbackName } from "../../operations/loopback.ts";
import { bearerToken, refuseKey } from "../access.ts";
import type { AppDependencies } from "../dependencies.ts";
import { type Endpoint, type Exchange, NO_ROUTE, run } from "../exchange.ts";
import type { Problem } from "../problem.ts";
import { isSameOrigin } from "./same-origin.ts";
import type { Sessions } from "./sessions.ts";

/** Where a person's key is exchanged for a session. */
export const SESSION_PATH = "/session";

export const SESSION_METHODS = ["GET", "HEAD", "POST", "DELETE"] as const;

export const SESSION_FACTS = { ...NO_ROUTE, route: SESSION_PATH };

/** GET /session: which key the page works with, if any, and whether it can have one without being given it. */
export function sessionEndpoint(dependencies: AppDependencies): Endpoint {
  return (exchange) => {
    const key = dependencies.sessions.keyOf(exchange.request);
    exchange.sendJson(
      JSON.stringify({
        key: key === null ? null : described(key),
        demo: isDemoFor(exchange, dependencies),
      }),
    );
  };
}

/** Adds POST, which begins a session with the key of the Authorization header, and DELETE, which ends it. */
export function addSessions(app: FastifyInstance, dependencies: AppDependencies): void {
  const { sessions } = dependencies;
  for (const [method, endpoint] of [
    ["POST", begin(sessions, dependencies)],
    ["DELETE", end(sessions)],
  ] as const) {
    app.route({
      method,
      url: SESSION_PATH,
      config: { facts: SESSION_FACTS },
      // Before any body is read: none is wanted.
      onRequest: ({ exchange }) => run(endpoint, exchange),
      handler: () => {},
    });
  }
}

const FROM_ELSEWHERE: Problem = {
  code: "invalid_api_key",
  detail:
    "Sessions begin on the page of this service alone: the Origin of this request is another one. Programs send the key with every request.",
};

function begin(sessions: Sessions, dependencies: AppDependencies): Endpoint {
  return (exchange) => {
    const { request } = exchange;
    // A session that another site has a browser begin would be another person's (login CSRF).
    if (!isSameOrigin(request)) {
      exchange.sendProblem(FROM_ELSEWHERE);
      return;
    }
    const key = keyToBeginWith(exchange, dependencies);
    if (key === null) {
      refuseKey(exchange, bearerToken(request.headers.authorization));
      return;
    }
    exchange.key = key;
    exchange.header("set-cookie", sessions.begin(key, request));
    exchange.sendJson(JSON.stringify({ key: described(key), demo: isDemoFor(exchange, dependencies) }));
  };
}

function end(sessions: Sessions): Endpoint {
  return (exchange) => {
    if (isSameOrigin(exchange.request)) exchange.header("set-cookie", sessions.end(exchange.request));
    exchange.sendJson('{"key":null}');
  };
}

function keyToBeginWith(exchange: Exchange, dependencies: AppDependencies): ApiKey | null {
  const token = bearerToken(exchange.request.headers.authorization);
  if (token !== null) return dependencies.keys.authenticate(token);
  const { demoKeyId = null } = dependencies;
  return demoKeyId !== null && isDemoFor(exchange, dependencies) ? dependencies.keys.keyWithId(demoKeyId) : null;
}

/** Written by proxies: behind one the connection says nothing of who asks. */
const FORWARDED = ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip", "via"] as const;

/** The demo key is for whoever sits at the machine: the connection and the name that it was asked by are its own. */
function isDemoFor({ request: { headers, socket } }: Exchange, { demoKeyId = null }: AppDependencies): boolean {
  if (demoKeyId === null || FORWARDED.some((name) => headers[name] !== undefined)) return false;
  const name = hostNameIn(headers.host ?? "");
  return name !== null && isLoopbackName(name) && isLoopbackName(socket.remoteAddress ?? "");
}

function described({ name, states, expiresAt, lastFour }: ApiKey): object {
  return { name, states, expires_at: expiresAt, last_four: lastFour };
}
