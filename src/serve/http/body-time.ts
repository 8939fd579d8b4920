import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { HTTP_LIMITS } from "./limits.ts";
import { isBodyOnItsWay } from "./rest-of-body.ts";

/**
 * Gives up on a request whose body does not arrive in time. Node knows one time for every request, and that is the one of files;
 * what happens afterwards is what Node would do.
 */
export function limitBodyTime(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  millisecondsMax: number = HTTP_LIMITS.requestMillisecondsMax,
): void {
  if (!isBodyOnItsWay(request)) return;
  const deadline = setTimeout(() => {
    if (request.complete || request.destroyed) return;
    const error = Object.assign(new Error("The body did not arrive in time."), { code: "ERR_HTTP_REQUEST_TIMEOUT" });
    server.emit("clientError", error, request.socket);
  }, millisecondsMax).unref();
  response.once("close", () => clearTimeout(deadline));
}
