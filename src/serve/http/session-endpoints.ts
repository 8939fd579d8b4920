import { createHash, timingSafeEqual } from "node:crypto";
import {
  boolean,
  nullable,
  nullableString,
  object,
  string,
  stringArray,
  type ValueOf,
} from "../../core/schema/schema.ts";
import type { ApiKey } from "../../keys/api-key.ts";
import type { DemoAccess } from "../operations/configuration.ts";
import { bearerToken, refuseKey } from "./access.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import type { Problem } from "./problems.ts";
import { type Methods, readBy } from "./router.ts";
import { isSameOrigin } from "./sessions.ts";

/** Where a person's key is exchanged for a session. */
export const SESSION_PATH = "/session";

const keyOfSession = object("Session key", {
  name: string("The name that it was made with."),
  states: stringArray("The states that it is enabled for."),
  expires_at: nullableString("When it expires; null: never."),
  last_four: string("Its last four characters."),
});

/** The session of a browser; never the key itself. */
export const sessionSchema = object("Session", {
  key: nullable(keyOfSession, "The key that the session stands for; null when there is none."),
  demo: boolean(
    "Whether a session can begin with the secret of the address that `ratebook start` prints (`Authorization: Demo <secret>`): on the sample alone.",
  ),
});

export type SessionKey = ValueOf<typeof keyOfSession>;
export type SessionAnswer = ValueOf<typeof sessionSchema>;

/** GET, POST and DELETE of the session: shown, begun with the key of the Authorization header, and ended. No body is read. */
export function sessionMethods(dependencies: AppDependencies): Methods {
  // Which key the page works with, if any, and whether the service has a demo key for it.
  const show: Endpoint = (exchange) => {
    sendSession(exchange, dependencies.sessions.keyOf(exchange.request), dependencies);
  };
  return new Map([...readBy(show), ["POST", begin(dependencies)], ["DELETE", end(dependencies)]]);
}

const FROM_ELSEWHERE: Problem = {
  code: "invalid_api_key",
  detail:
    "Sessions begin on the page of this service alone: the Origin of this request is another one. Programs send the key with every request.",
};

function begin(dependencies: AppDependencies): Endpoint {
  return (exchange) => {
    const { request } = exchange;
    // Another site could make a browser begin a session of another person (login CSRF).
    if (!isSameOrigin(request)) {
      exchange.keyRefusal = "other_origin";
      exchange.sendProblem(FROM_ELSEWHERE);
      return;
    }
    const key = keyToBeginWith(exchange, dependencies);
    if (key === null) {
      const { authorization } = request.headers;
      refuseKey(exchange, bearerToken(authorization) ?? shownDemoSecret(authorization));
      return;
    }
    exchange.key = key;
    exchange.setCookie(dependencies.sessions.begin(key, request));
    sendSession(exchange, key, dependencies);
  };
}

const NOT_ENDED: Problem = {
  code: "not_ready",
  detail: "The session could not be ended in every process of the service. Send the request again in a moment.",
};

function end({ sessions }: AppDependencies): Endpoint {
  return async (exchange) => {
    if (isSameOrigin(exchange.request)) {
      const cookies = await sessions.end(exchange.request).catch(() => null);
      // The browser keeps its cookie: the session can be ended with another try.
      if (cookies === null) {
        exchange.sendProblem(NOT_ENDED);
        return;
      }
      for (const cookie of cookies) exchange.setCookie(cookie);
    }
    exchange.sendJson('{"key":null}');
  };
}

function keyToBeginWith({ request }: Exchange, { keys, demo = null }: AppDependencies): ApiKey | null {
  const { authorization } = request.headers;
  const token = bearerToken(authorization);
  if (token !== null) return keys.authenticate(token);
  const shown = shownDemoSecret(authorization);
  return demo !== null && shown !== null && isDemoSecret(shown, demo) ? keys.keyWithId(demo.keyId) : null;
}

function sendSession(exchange: Exchange, key: ApiKey | null, { demo = null }: AppDependencies): void {
  const described = key && { name: key.name, states: key.states, expires_at: key.expiresAt, last_four: key.lastFour };
  exchange.sendJson(JSON.stringify({ key: described, demo: demo !== null } satisfies SessionAnswer));
}

/**
 * The demo key is for people who see what `ratebook start` prints: an address with a secret in its fragment, which browsers send to no
 * server. The page sends the secret as `Authorization: Demo <secret>`. The address of the connection and the Host header prove nothing:
 * behind a proxy on the same machine everyone has both.
 */
const SCHEME = /^demo +([A-Za-z0-9_-]{1,100})$/i;

/** The secret of an Authorization header; null when it has another scheme. */
function shownDemoSecret(header: string | undefined): string | null {
  return (header !== undefined && SCHEME.exec(header)?.[1]) || null;
}

/** Compared as hashes of equal length, in constant time (timing attack). */
function isDemoSecret(shown: string, { secret }: DemoAccess): boolean {
  return timingSafeEqual(hashed(shown), hashed(secret));
}

function hashed(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
