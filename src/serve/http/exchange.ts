import type { IncomingMessage, ServerResponse } from "node:http";
import { performance } from "node:perf_hooks";
import { pipeline, type Readable } from "node:stream";
import type { Format } from "../../answers/answer.ts";
import type { ApiKey } from "../../keys/api-key.ts";
import type { CareSetting } from "../../registry/definition.ts";
import { ReleaseDamaged } from "../../release/soundness.ts";
import type { KeyRefusal } from "../operations/log.ts";
import { type Body, dropUnlessRead, freeBody, lengthOf, ownLengthOf, writeBody } from "./answer-body.ts";
import { type BytesInFlight, type BytesLimit, type HeldBytes, noRoomProblem } from "./bytes-in-flight.ts";
import { compressedCopy } from "./compression.ts";
import type { Connections } from "./connections.ts";
import type { AppDependencies } from "./dependencies.ts";
import { entityTag, isKnownTag } from "./entity-tags.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { MicroBatches } from "./micro-batches.ts";
import { PROBLEM_MEDIA_TYPE, PROBLEMS, type Problem, problemBody } from "./problems.ts";
import { parseQuery, type Query } from "./query.ts";
import { hasLongRest } from "./rest-of-body.ts";

/** A request as it arrived. */
export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** On the clock of `performance.now()`. */
  readonly time: number;
}

export interface RouteFacts {
  readonly route: string;
  readonly state: string | null;
  readonly setting: CareSetting | null;
}

/** The facts of an unknown path. */
export const NO_ROUTE: RouteFacts = { route: "*", state: null, setting: null };

/** What the exchanges of a service share. */
export interface ExchangeContext {
  readonly dependencies: AppDependencies;
  readonly nextRequestId: () => string;
  readonly microBatches: MicroBatches;
  readonly bytes: BytesInFlight;
  readonly connections: Connections;
}

/** The status of a request whose client left: never sent, only logged and counted, as web servers do. */
const CLIENT_LEFT = 499;

/** The media type of each format. CSV says that its first line is the headings (RFC 7111). */
export const MEDIA_TYPES = {
  json: "application/json; charset=utf-8",
  html: "text/html; charset=utf-8",
  csv: "text/csv; charset=utf-8; header=present",
} as const satisfies Record<Format, string>;

/** The release was sound when it was opened, and is no longer: nothing is answered from it. */
export const DATA_DAMAGED: Problem = {
  code: "not_ready",
  detail: "The rate data was found to be damaged and is being opened again. Send the request again in a moment.",
};

const INTERNAL_ERROR: Problem = {
  code: "internal_error",
  detail: "Something went wrong here. Send the request again; if it fails again, report its request_id.",
};

/**
 * One request and its answer, with what becomes known in between. Every answer of the service leaves through `send`, which also observes
 * it. Waiting for its last byte to leave would cost as much as authentication.
 */
export class Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly id: string;
  readonly query: Query;
  route: RouteFacts;
  key: ApiKey | null = null;
  lookups = 0;
  /** Results of them that carry a price. */
  priced = 0;
  /** Why its key is not valid, for logs and metrics. The client sees the problem alone. */
  keyRefusal: KeyRefusal | undefined = undefined;

  readonly #context: ExchangeContext;
  readonly #arrivedAt: number;
  /** Names and values in turn: the fastest form for Node. */
  readonly #headers: string[];
  /** Reserved memory for its body and answer; null while they are too small to be counted. */
  #held: HeldBytes | null = null;
  #problem: Problem | null = null;
  #isAnswered = false;

  constructor({ request, response, time }: Arrival, route: RouteFacts, context: ExchangeContext) {
    this.request = request;
    this.response = response;
    this.id = context.nextRequestId();
    this.route = route;
    this.query = queryOf(request.url ?? "");
    this.#context = context;
    this.#arrivedAt = time;
    this.#headers = ["x-request-id", this.id, "x-content-type-options", "nosniff", "cache-control", "no-store"];
  }

  get method(): string {
    return this.request.method ?? "?";
  }

  get url(): string {
    return this.request.url ?? "";
  }

  /** Sets a header of the answer, by its name in lower case. */
  header(name: string, value: string): this {
    const headers = this.#headers;
    for (let index = 0; index < headers.length; index += 2) {
      if (headers[index] === name) {
        headers[index + 1] = value;
        return this;
      }
    }
    headers.push(name, value);
    return this;
  }

  /** Adds a Set-Cookie header: an answer may have several. */
  setCookie(cookie: string): this {
    this.#headers.push("set-cookie", cookie);
    return this;
  }

  /** Adds a request header to those that the answer depends on. */
  vary(name: string): this {
    const headers = this.#headers;
    const place = headers.indexOf("vary");
    if (place < 0) headers.push("vary", name);
    else if (!headers[place + 1]?.split(", ").includes(name)) headers[place + 1] += `, ${name}`;
    return this;
  }

  send(status: number, mediaType: string, body: Body): void {
    const length = lengthOf(body);
    if (this.#hasRoomFor(body, length)) this.#sendBody(status, mediaType, body, length);
  }

  /** Sends an answer that clients may keep; one that has it already, by its tag, gets a 304 instead. */
  sendTagged(mediaType: string, body: Body, cacheControl: string): void {
    const length = lengthOf(body);
    if (!this.#hasRoomFor(body, length)) return;
    const tag = entityTag(body);
    this.header("cache-control", cacheControl).header("etag", tag);
    if (!isKnownTag(this.request.headers["if-none-match"], tag)) {
      this.#sendBody(200, mediaType, body, length);
      return;
    }
    // It has the Vary header of the answer that it stands for.
    this.#compressed(body);
    freeBody(body);
    this.#begin(304, () => writeBody(this.request, this.response, "", this.#held));
  }

  #sendBody(status: number, mediaType: string, body: Body, length: number): void {
    this.#headers.push("content-type", mediaType);
    const copy = this.#compressed(body);
    if (copy !== null) this.header("content-encoding", "gzip");
    const sentLength = copy?.length ?? length;
    this.#headers.push("content-length", String(sentLength));
    if (sentLength > HTTP_LIMITS.uncountedBytesMax) dropUnlessRead(this.response, sentLength);
    this.#begin(status, () => writeBody(this.request, this.response, copy ?? body, this.#held));
  }

  /** Sends a stream as fast as the client reads it: hardly any of it is in memory. */
  sendStream(mediaType: string, length: number, source: Readable, status = 200): void {
    this.#headers.push("content-type", mediaType, "content-length", String(length));
    if (length > HTTP_LIMITS.uncountedBytesMax) dropUnlessRead(this.response, length);
    this.#begin(status, () => {
      if (this.method !== "HEAD") {
        // A client that leaves, and a source that ends early, close both.
        pipeline(source, this.response, () => {});
        return;
      }
      source.destroy();
      this.response.end();
    });
  }

  /** Sends the head with the answers of its micro-batch, then what `end` writes. */
  #begin(status: number, end: () => void): void {
    this.#isAnswered = true;
    this.#context.microBatches.send(() => {
      this.#closeIfLast();
      this.response.writeHead(status, this.#headers);
      end();
      this.#observe(status);
    });
  }

  /** The compressed copy of an answer that others share, if the client accepts it. Caches see that others get the answer as it is. */
  #compressed(body: Body): Buffer | null {
    const copy = Buffer.isBuffer(body) ? compressedCopy(body) : null;
    if (copy === null) return null;
    this.vary("Accept-Encoding");
    return this.request.headers["accept-encoding"]?.includes("gzip") ? copy : null;
  }

  /** Whether there is memory for an answer; otherwise it is freed, and the request refused. */
  #hasRoomFor(body: Body, length: number): boolean {
    const limit = length > HTTP_LIMITS.uncountedBytesMax ? this.#countAnswer(ownLengthOf(body, length)) : null;
    if (limit === null) return true;
    freeBody(body);
    this.lookups = 0;
    this.priced = 0;
    this.sendNoRoom(limit);
    return false;
  }

  /**
   * A kept connection would delay the end of a stopping service; requests that were sent ahead on it are answered first. A connection whose
   * body is not read to its end is closed with its answer.
   */
  #closeIfLast(): void {
    const isLast = this.#context.dependencies.isStopping() && this.#context.connections.isLast(this.request);
    if (isLast || hasLongRest(this.request)) this.header("connection", "close");
  }

  sendJson(json: Body): void {
    this.send(200, MEDIA_TYPES.json, json);
  }

  noteRefusedToken(token: string): void {
    this.keyRefusal = this.#context.dependencies.refusalOf?.(token) ?? "unknown";
  }

  sendProblem(problem: Problem): void {
    this.#problem = problem;
    this.send(PROBLEMS[problem.code].status, PROBLEM_MEDIA_TYPE, problemBody(problem, this.id));
  }

  /** Reserves memory for a body that is about to be read; returns the limit that prevents it. */
  holdBody(bytes: number): BytesLimit | null {
    return bytes > HTTP_LIMITS.uncountedBytesMax ? this.#hold(bytes) : null;
  }

  /** The limit that leaves no memory for one more answer; null when there is some: then its answer is not refused, however long it is. */
  limitOnAnswer(): BytesLimit | null {
    if (this.#held === null) return this.#hold(0);
    const limit = this.#context.bytes.hold(this.key?.id ?? null, 0);
    return typeof limit === "string" ? limit : null;
  }

  sendNoRoom(limit: BytesLimit): void {
    this.header("retry-after", String(HTTP_LIMITS.roomRetrySeconds));
    this.sendProblem(noRoomProblem(limit, this.key !== null));
  }

  /** The client left before there was an answer: nothing is sent, but logs and metrics show it. */
  observeLeaving(): void {
    this.#isAnswered = true;
    this.#observe(CLIENT_LEFT);
  }

  /** Answers after an exception: a bug, whatever the request was, unless the data is damaged. */
  fail(failure: unknown): void {
    if (failure instanceof ReleaseDamaged) {
      // The reader that noticed it has reported it to the release, which logs it.
      if (!this.#isAnswered) this.sendProblem(DATA_DAMAGED);
      return;
    }
    this.#context.dependencies.reportFailure(failure, this.id);
    if (!this.#isAnswered) this.sendProblem(INTERNAL_ERROR);
  }

  /** From now on the answer takes the memory: one with a reservation is never refused. */
  #countAnswer(bytes: number): BytesLimit | null {
    if (this.#held === null) return bytes === 0 ? null : this.#hold(bytes);
    this.#held.become(bytes);
    return null;
  }

  #hold(bytes: number): BytesLimit | null {
    const held = this.#context.bytes.hold(this.key?.id ?? null, bytes);
    if (typeof held === "string") return held;
    this.#held = held;
    // Sent or not: one of these events always comes.
    this.response.once("finish", () => held.release());
    this.response.once("close", () => held.release());
    return null;
  }

  #observe(status: number): void {
    const { route, state, setting } = this.route;
    this.#context.dependencies.observe({
      requestId: this.id,
      route,
      method: this.method,
      status,
      state,
      setting,
      problem: this.#problem?.code ?? null,
      isStateUnserved: this.#problem?.isStateUnserved,
      keyRefusal: this.keyRefusal,
      durationMilliseconds: performance.now() - this.#arrivedAt,
      lookups: this.lookups,
      priced: this.priced,
      keyId: this.key?.id ?? null,
    });
  }
}

function queryOf(url: string): Query {
  const mark = url.indexOf("?");
  return parseQuery(mark < 0 ? "" : url.slice(mark + 1));
}

/** Answers an exchange, at once or later. */
export type Endpoint = (exchange: Exchange) => Promise<void> | undefined;

/** Runs an endpoint, and answers for whatever it throws. */
export function run(endpoint: Endpoint, exchange: Exchange): void {
  try {
    endpoint(exchange)?.catch((failure: unknown) => exchange.fail(failure));
  } catch (failure) {
    exchange.fail(failure);
  }
}
