import { failure, reasonOf } from "../core/runtime/failure.ts";
import type { Api } from "./api.ts";

/** A server gives up after 20 s, and queues add to it: clients of the service wait as long. */
const MILLISECONDS_MAX = 30_000;

/** GET over the network. `address` has no slash at the end; the key is never logged and is in no message. */
export function getOverNetwork(address: string, key: string): Api["get"] {
  return async (path, abandoned) => {
    const tooLate = AbortSignal.timeout(MILLISECONDS_MAX);
    let reason: string;
    try {
      const response = await fetch(`${address}${path}`, {
        headers: { accept: "application/json", authorization: `Bearer ${key}` },
        // The key must not follow a redirect to another server.
        redirect: "error",
        signal: AbortSignal.any([abandoned, tooLate]),
      });
      const { status, headers } = response;
      // Every answer of Ratebook has an id; so may the error page of a proxy.
      const isJson = headers.get("content-type")?.includes("json");
      if (isJson && headers.has("x-request-id")) return { status, headers, text: await response.text() };
      reason = `it answered ${status}`;
    } catch (error) {
      if (abandoned.aborted) throw abandoned.reason;
      reason = tooLate.aborted ? "it did not answer in time" : causeOf(error);
    }
    throw failure(
      `No answer of Ratebook from ${address}: ${reason}. Make sure that the server runs there and try again.`,
    );
  };
}

/** The cause of fetch's error, which describes the connection failure. */
function causeOf(error: unknown): string {
  const { cause } = (error ?? {}) as { readonly cause?: unknown };
  const { code } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? reasonOf(cause ?? error);
}
