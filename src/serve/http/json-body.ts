import { quoted } from "../../core/text/refusal.ts";
import type { AppDependencies } from "./dependencies.ts";
import type { Exchange } from "./exchange.ts";
import { HTTP_LIMITS } from "./limits.ts";
import type { Problem } from "./problem.ts";

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

/** The largest body that is read into memory. */
export function bodyBytesMaxOf({ bodyBytesMax = HTTP_LIMITS.bodyBytesMax }: AppDependencies): number {
  return bodyBytesMax;
}

/** How much memory the body of a request may take, by what its head says; one that comes in chunks may take the maximum. */
export function declaredBytes({ request: { headers } }: Exchange, bodyBytesMax: number): number {
  if (headers["transfer-encoding"] !== undefined) return bodyBytesMax;
  return Number(headers["content-length"] ?? 0);
}

/** Of a batch the remedy is to split it. */
export function tooLarge(bodyBytesMax: number, remedy = "Split the batch."): Problem {
  return { code: "payload_too_large", detail: `The body is larger than ${bodyBytesMax} bytes. ${remedy}` };
}
