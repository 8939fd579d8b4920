import { plainCountText } from "../../core/text/plural.ts";
import type { ApiKey } from "../../keys/api-key.ts";
import type { Admission, RateLimits } from "../../keys/rate-limits.ts";
import type { State } from "../../pricing/state/state.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Endpoint, Exchange } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problems.ts";
import { notServedText, readinessProblem, serviceProblem } from "./readiness.ts";
import { hasSession } from "./sessions.ts";

/**
 * Lets a request through to an endpoint of a state, in the order of conventions 4: authentication, state, rate limit. Whether there is data
 * is checked between the last two, so a request that cannot be answered costs its key nothing.
 *
 * Every request but those of `withKeyUncharged` is charged one lookup here, before its body is read. A batch pays for the rest of its
 * items before the first is priced, all of them or none (`batch-endpoint.ts`). So the limit comes before the work of reading a body and
 * again before the work of pricing. A full batch is always admitted in a new window, and of batches that arrive together one at most goes
 * beyond the limit.
 */
export function withAccess(state: State, dependencies: AppDependencies, endpoint: Endpoint): Endpoint {
  return letIn(
    dependencies,
    (key) =>
      key.states.includes(state.code)
        ? readinessProblem(state, dependencies)
        : stateRefused(state.code, key, dependencies),
    endpoint,
  );
}

/** Lets a request through to an endpoint without a state in its path: the endpoint checks what the key is enabled for. */
export function withKey(dependencies: AppDependencies, endpoint: KeyedEndpoint): Endpoint {
  return letIn(dependencies, () => serviceProblem(dependencies), endpoint);
}

/**
 * As `withKey`, for what looks nothing up: it is charged nothing, and admitted when the lookups are used up. A file can use them all, and
 * its job must be seen and deleted all the same.
 */
export function withKeyUncharged(dependencies: AppDependencies, endpoint: KeyedEndpoint): Endpoint {
  return (exchange) => {
    const key = authenticated(exchange, dependencies);
    if (key === null) return undefined;
    const refusal = serviceProblem(dependencies);
    if (refusal !== null) return refuseUncharged(exchange, key, refusal, dependencies);
    return withAdmission(exchange, dependencies.limits.take(key, 0), () => endpoint(exchange, key));
  };
}

/** Refuses an endpoint of a known shape under the code of a state that the service does not have. */
export function refuseOtherState(code: string, dependencies: AppDependencies): Endpoint {
  return letIn(
    dependencies,
    (key) => stateRefused(code, key, dependencies),
    () => undefined,
  );
}

type KeyedEndpoint = (exchange: Exchange, key: ApiKey) => Promise<void> | undefined;

/** Admits requests of valid keys without an objection, and charges each one lookup. */
function letIn(
  dependencies: AppDependencies,
  refusalOf: (key: ApiKey) => Problem | null,
  endpoint: KeyedEndpoint,
): Endpoint {
  return (exchange) => {
    const key = authenticated(exchange, dependencies);
    if (key === null) return undefined;
    const refusal = refusalOf(key);
    if (refusal !== null) return refuseUncharged(exchange, key, refusal, dependencies);
    return withAdmission(exchange, dependencies.limits.take(key, 1), (admission) => {
      if (admission.admitted) return endpoint(exchange, key);
      sendRateLimited(exchange, admission);
    });
  };
}

/** The key of a request; null when it has been answered with 401. */
function authenticated(exchange: Exchange, { keys, sessions }: AppDependencies): ApiKey | null {
  const token = bearerToken(exchange.request.headers.authorization);
  const key = token === null ? sessions.keyOf(exchange.request) : keys.authenticate(token);
  exchange.key = key;
  if (key === null) refuseKey(exchange, token);
  return key;
}

const MISSING: Problem = {
  code: "missing_api_key",
  detail: "Send your API key as the header Authorization: Bearer <API_KEY>.",
};
const INVALID: Problem = { code: "invalid_api_key", detail: "The API key is unknown, expired or revoked." };
const SESSION_ENDED: Problem = {
  code: "invalid_api_key",
  detail: "The session has ended, or its API key has expired or been revoked. Give the key again.",
};

export function refuseKey(exchange: Exchange, token: string | null, isSession = hasSession(exchange.request)): void {
  exchange.header("www-authenticate", "Bearer");
  if (token !== null) {
    exchange.noteRefusedToken(token);
    exchange.sendProblem(INVALID);
  } else if (isSession) {
    exchange.keyRefusal = "session_ended";
    exchange.sendProblem(SESSION_ENDED);
  } else exchange.sendProblem(MISSING);
}

const SCHEME = "bearer ";

/** The token of an Authorization header; null without the Bearer scheme, in any case of letters. */
export function bearerToken(header: string | undefined): string | null {
  if (header === undefined || header.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return null;
  const token = header.slice(SCHEME.length).trim();
  return token === "" ? null : token;
}

/** Whether a person at the page of this service sent an admitted request: with a session, which programs do not have. */
export function isFromPage({ request }: Exchange): boolean {
  return bearerToken(request.headers.authorization) === null;
}

/** The refusal of a state that a key lacks. If the service does not serve the state, the refusal says so: another key would not help. */
export function stateRefused(code: string, key: ApiKey, dependencies: AppDependencies): Problem {
  const detail = notServedText(code, dependencies);
  return detail === null ? stateNotEnabled(code, key) : { code: "state_not_enabled", detail, isStateUnserved: true };
}

function stateNotEnabled(code: string, key: ApiKey): Problem {
  const enabled = key.states.length === 0 ? "no state" : key.states.join(", ");
  return {
    code: "state_not_enabled",
    detail: `This API key is not enabled for ${code}. It is enabled for ${enabled}.`,
  };
}

/** Refuses without a charge. The answer has the headers of the limit, as every authenticated one. */
function refuseUncharged(exchange: Exchange, key: ApiKey, problem: Problem, { limits }: AppDependencies) {
  return withAdmission(exchange, limits.take(key, 0), () => {
    exchange.sendProblem(problem);
  });
}

/** Continues at once when the limits are in memory, and waits when they are elsewhere. */
function withAdmission(
  exchange: Exchange,
  admission: Admission | Promise<Admission>,
  proceed: (admission: Admission) => Promise<void> | undefined,
): Promise<void> | undefined {
  if (admission instanceof Promise) return admission.then((awaited) => withAdmission(exchange, awaited, proceed));
  writeRateLimit(exchange, admission);
  return proceed(admission);
}

export function writeRateLimit(exchange: Exchange, { limit, remaining, resetSeconds }: Admission): void {
  if (limit === 0) return;
  exchange.header("ratelimit-limit", String(limit));
  exchange.header("ratelimit-remaining", String(remaining));
  exchange.header("ratelimit-reset", String(resetSeconds));
}

export function sendRateLimited(exchange: Exchange, admission: Admission): void {
  exchange.header("retry-after", String(retrySeconds(admission)));
  exchange.sendProblem(rateLimited(admission));
}

function rateLimited(admission: Admission): Problem {
  const seconds = retrySeconds(admission);
  const lookups = plainCountText(admission.limit, "lookup");
  return {
    code: "rate_limited",
    detail: `This API key has used its ${lookups} of this window. Try again in ${plainCountText(seconds, "second")}.`,
  };
}

function retrySeconds({ resetSeconds }: Admission): number {
  return Math.min(resetSeconds, HTTP_LIMITS.retryAfterSecondsMax);
}

/** The charge for an answer of several lookups, before the first of them: all but the one that was charged on arrival (`access.ts`). */
export class Payment {
  readonly #exchange: Exchange;
  readonly #limits: RateLimits;
  #refusal: Admission | null = null;

  constructor(exchange: Exchange, { limits }: AppDependencies) {
    this.#exchange = exchange;
    this.#limits = limits;
  }

  /** Why the lookups are not answered; null when they are. */
  get refusal(): Admission | null {
    return this.#refusal;
  }

  async isAdmitted(lookups: number): Promise<boolean> {
    const { key } = this.#exchange;
    if (key === null || lookups <= 1) return true;
    const admission = await this.#limits.takeFurther(key, lookups - 1);
    writeRateLimit(this.#exchange, admission);
    if (!admission.admitted) this.#refusal = admission;
    return admission.admitted;
  }
}
