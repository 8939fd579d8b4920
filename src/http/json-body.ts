import type { FastifyInstance } from "fastify";
import { quoted } from "../reading/refusal.ts";
import type { Exchange } from "./exchange.ts";
import type { Problem } from "./problem.ts";

/** A body as it was understood; what is wrong with it is answered by the route, not thrown. */
export type JsonBody =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: Problem };

const JSON_MEDIA_TYPES = /^(?:application\/json|[^/\s;]+\/[^/\s;]+\+json)$/i;

/** Why a body is not taken for JSON; null when it is. One without a declaration is. */
export function mediaTypeProblem({ request: { headers } }: Exchange): Problem | null {
  const mediaType = headers["content-type"]?.split(";", 1)[0]?.trim();
  if (mediaType !== undefined && !JSON_MEDIA_TYPES.test(mediaType)) {
    const detail = `The media type ${quoted(mediaType)} is not accepted. Send Content-Type: application/json.`;
    return { code: "unsupported_media_type", detail };
  }
  const encoding = headers["content-encoding"];
  if (encoding !== undefined && encoding.toLowerCase() !== "identity") {
    const detail = `The content encoding ${quoted(encoding)} is not accepted. Send the body uncompressed.`;
    return { code: "unsupported_media_type", detail };
  }
  return null;
}

/** Takes every body as it is; which media types are welcome has been decided before. */
export function addBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body: Buffer, done) => done(null, body));
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** A byte order mark is skipped by the decoder; keys like `__proto__` become ordinary ones of the parsed object. */
export function parseJson(bytes: Buffer): JsonBody {
  if (bytes.length === 0) return invalid("The body is empty.");
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return invalid("The body is not UTF-8 text.");
  }
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch {
    // The parser's own message quotes the body, which may hold a reference_id.
    return invalid("The body is not valid JSON.");
  }
}

function invalid(detail: string): JsonBody {
  return { ok: false, problem: { code: "invalid_json", detail: `${detail} Send {"requests": [ ... ]}.` } };
}
