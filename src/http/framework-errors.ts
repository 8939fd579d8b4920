import type { FastifyError } from "fastify";
import { tooLarge } from "./json-body.ts";
import type { Problem } from "./problem.ts";

/** The problem behind an error of the framework that the client caused; null when it did not. */
export function clientProblem(error: unknown, bodyBytesMax: number): Problem | null {
  const { code, statusCode } = error as Partial<FastifyError>;
  switch (code) {
    case "FST_ERR_CTP_BODY_TOO_LARGE":
      return tooLarge(bodyBytesMax);
    case "FST_ERR_CTP_INVALID_MEDIA_TYPE":
      return {
        code: "unsupported_media_type",
        detail: "The Content-Type header is malformed. Send Content-Type: application/json.",
      };
    case "FST_ERR_BAD_URL":
      return { code: "malformed_request", detail: "The path is not valid percent-encoding." };
    default:
      // What is left is a body that ended early or was longer than declared.
      return statusCode === 400
        ? { code: "malformed_request", detail: "The body does not have the length that was declared." }
        : null;
  }
}
