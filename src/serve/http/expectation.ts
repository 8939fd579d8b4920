import type { IncomingMessage } from "node:http";
import type { Exchange } from "./exchange.ts";

/** Requests whose client waits for "100 Continue" before it sends the body. */
const expecting = new WeakSet<IncomingMessage>();

/** Remembers a request with `Expect: 100-continue`: whoever is refused gets the final status instead. */
export function noteExpectation(request: IncomingMessage): void {
  expecting.add(request);
}

/** Called when a body is going to be read. */
export function askForBody({ request, response }: Exchange): void {
  if (expecting.has(request)) response.writeContinue();
}
