import type { ApiKey } from "../../keys/api-key.ts";
import { hostNameIn } from "../../operations/host-name.ts";
import { isLoopbackName } from "../../operations/loopback.ts";
import { bearerToken, refuseKey } from "../access.ts";
import type { AppDependencies } from "../dependencies.ts";
import type { Endpoint, Exchange } from "../exchange.ts";
import type { Problem } from "../problem.ts";
import { type Methods, readBy } from "../route.ts";
import { isSameOrigin } from "./same-origin.ts";
import type { Sessions } from "./sessions.ts";

/** Where a person's key is exchanged for a session. */
export const SESSION_PATH = "/session";

/** What may be done with a session: asked for, begun with the key of the Authorization header, and ended. No body is wanted, and none is read. */
export function sessionMethods(dependencies: AppDependencies): Methods {
  return new Map([
    ...readBy(show(dependencies)),
    ["POST", begin(dependencies.sessions, dependencies)],
    ["DELETE", end(dependencies.sessions)],
  ]);
}

/** GET /session: which key the page works with, if any, and whether it can have one without being given it. */
function show(dependencies: AppDependencies): Endpoint {
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
