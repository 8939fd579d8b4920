import { Buffer } from "node:buffer";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { quoted } from "../../core/text/refusal.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problems.ts";

/** RFC 9110, 8.3.1: a type and a subtype, both tokens, before any parameters. */
const MEDIA_TYPE = /^\s*[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

const MALFORMED_TYPE: Problem = {
  code: "unsupported_media_type",
  detail: "The Content-Type header is malformed. Send Content-Type: application/json.",
};

const CUT_SHORT: Problem = {
  code: "malformed_request",
  detail: "The body does not have the length that was declared.",
};

const TOO_SLOW: Problem = {
  code: "request_timeout",
  detail: `The body did not arrive within ${HTTP_LIMITS.bodyMillisecondsMax / 1_000} seconds. Send it again, in smaller batches.`,
};

/** All checks of a body before it is read, and before "100 Continue" requests it; false when the request has been answered. */
export function isBodyWelcome(exchange: Exchange, bodyBytesMax: number, remedy?: string): boolean {
  const bytes = declaredBytes(exchange, bodyBytesMax);
  const problem = mediaTypeProblem(exchange);
  if (problem !== null) {
    exchange.sendProblem(problem);
    return false;
  }
  if (bytes > bodyBytesMax) {
    exchange.sendProblem(tooLarge(bodyBytesMax, remedy));
    return false;
  }
  const limit = exchange.holdBody(bytes);
  if (limit !== null) exchange.sendNoRoom(limit);
  return limit === null;
}

/** Reads the whole body of a request into memory; null when the request has been refused instead. */
export async function readBody(exchange: Exchange, bytesMax: number, remedy?: string): Promise<Buffer | null> {
  const { request } = exchange;
  const mediaType = request.headers["content-type"];
  if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType)) return refuse(exchange, MALFORMED_TYPE);
  if (declaredBytes(exchange, bytesMax) > bytesMax) return refuse(exchange, tooLarge(bytesMax, remedy));
  const body = await wholeBody(request, bytesMax);
  if (body === "too_large") return refuse(exchange, tooLarge(bytesMax, remedy));
  if (body === "too_slow") return refuse(exchange, TOO_SLOW);
  return body === "cut_short" ? refuse(exchange, CUT_SHORT) : body;
}

function refuse(exchange: Exchange, problem: Problem): null {
  exchange.sendProblem(problem);
  return null;
}

type Refused = "too_large" | "too_slow" | "cut_short";

function wholeBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | Refused> {
  // Its client left before there was a listener, and no further event comes.
  if (request.destroyed) return Promise.resolve("cut_short");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (body: Buffer | Refused) => {
      clearTimeout(deadline);
      request.off("data", take).off("end", finish).off("error", giveUp);
      resolve(body);
    };
    const take = (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > bytesMax) settle("too_large");
      else chunks.push(chunk);
    };
    const finish = () => settle(Buffer.concat(chunks, bytes));
    const giveUp = () => settle("cut_short");
    const deadline = setTimeout(() => settle("too_slow"), HTTP_LIMITS.bodyMillisecondsMax);
    request.on("data", take).on("end", finish).on("error", giveUp);
  });
}

const JSON_MEDIA_TYPES = /^(?:application\/json|[^/\s;]+\/[^/\s;]+\+json)$/i;

/** Why a body does not count as JSON; null when it does. One without a declaration does. */
function mediaTypeProblem({ request: { headers } }: Exchange): Problem | null {
  const mediaType = headers["content-type"]?.split(";", 1)[0]?.trim();
  if (mediaType !== undefined && !JSON_MEDIA_TYPES.test(mediaType)) {
    const detail = `The media type ${quoted(mediaType)} is not accepted. Send Content-Type: application/json.`;
    return { code: "unsupported_media_type", detail };
  }
  return encodingProblem(headers, "body");
}

/** Why a compressed body is refused; null when it is not compressed. */
export function encodingProblem(headers: IncomingHttpHeaders, sent: "body" | "form"): Problem | null {
  const encoding = headers["content-encoding"];
  if (encoding === undefined || encoding.toLowerCase() === "identity") return null;
  const detail = `The content encoding ${quoted(encoding)} is not accepted. Send the ${sent} uncompressed.`;
  return { code: "unsupported_media_type", detail };
}

/** The largest body that is read into memory. */
export function bodyBytesMaxOf({ bodyBytesMax = HTTP_LIMITS.bodyBytesMax }: AppDependencies): number {
  return bodyBytesMax;
}

/** How much memory the body of a request may take, by its head; a chunked one may take the maximum. */
function declaredBytes({ request: { headers } }: Exchange, bodyBytesMax: number): number {
  if (headers["transfer-encoding"] !== undefined) return bodyBytesMax;
  return Number(headers["content-length"] ?? 0);
}

/** The remedy is to split the batch, unless the caller names another. */
function tooLarge(bodyBytesMax: number, remedy = "Split the batch."): Problem {
  return { code: "payload_too_large", detail: `The body is larger than ${bodyBytesMax} bytes. ${remedy}` };
}

/** Requests whose client waits for "100 Continue" before it sends the body. */
const expecting = new WeakSet<IncomingMessage>();

/** Remembers a request with `Expect: 100-continue`: a refused one gets the final status instead. */
export function noteExpectation(request: IncomingMessage): void {
  expecting.add(request);
}

export function requestBody({ request, response }: Exchange): void {
  if (expecting.has(request)) response.writeContinue();
}
