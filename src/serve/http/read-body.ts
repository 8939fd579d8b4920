import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";
import type { Exchange } from "./exchange.ts";
import { declaredBytes, tooLarge } from "./json-body.ts";
import type { Problem } from "./problem.ts";

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

/** Reads the body of a request into memory, to its end; null when the request has been refused instead. */
export async function readBody(exchange: Exchange, bytesMax: number, remedy?: string): Promise<Buffer | null> {
  const { request } = exchange;
  const mediaType = request.headers["content-type"];
  if (mediaType !== undefined && !MEDIA_TYPE.test(mediaType)) return refuse(exchange, MALFORMED_TYPE);
  if (declaredBytes(exchange, bytesMax) > bytesMax) return refuse(exchange, tooLarge(bytesMax, remedy));
  const body = await wholeBody(request, bytesMax);
  if (body === "too_large") return refuse(exchange, tooLarge(bytesMax, remedy));
  return body === "cut_short" ? refuse(exchange, CUT_SHORT) : body;
}

/** The rest of a body that was refused may still be on its way. */
function refuse(exchange: Exchange, problem: Problem): null {
  exchange.header("connection", "close").sendProblem(problem);
  return null;
}

function wholeBody(request: IncomingMessage, bytesMax: number): Promise<Buffer | "too_large" | "cut_short"> {
  // Its client left before anybody listened, and nothing more will be told of it.
  if (request.destroyed) return Promise.resolve("cut_short");
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let bytes = 0;
    const settle = (body: Buffer | "too_large" | "cut_short") => {
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
    request.on("data", take).on("end", finish).on("error", giveUp);
  });
}
