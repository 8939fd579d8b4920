import { type IncomingHttpHeaders, request as openRequest } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { connectionInMemory } from "../../../../src/serve/http/in-memory.ts";
import type { Application } from "../../../../src/serve/operations/product.ts";

/** A request of a test. */
export interface Asked {
  /** GET unless told otherwise. */
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object is sent as JSON. */
  readonly payload?: string | Buffer | object;
  /** Where it seems to come from: this machine unless told otherwise. */
  readonly remoteAddress?: string;
}

export interface Answered {
  readonly statusCode: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly rawPayload: Buffer;
  json<Body = ReturnType<typeof JSON.parse>>(): Body;
}

/**
 * Asks a service that listens nowhere: the request goes through the same server and handler as any other, over a connection that
 * both its ends hold in memory.
 */
export async function ask(app: Application, asked: Asked | string): Promise<Answered> {
  if (typeof asked === "string") return await ask(app, { url: asked });
  const { method = "GET", url, payload, remoteAddress = "127.0.0.1" } = asked;
  const [here, there] = connectionInMemory(remoteAddress);
  app.server.emit("connection", there);
  const body = payload === undefined || isBytes(payload) ? payload : JSON.stringify(payload);
  const sent = openRequest({
    createConnection: () => here as Socket,
    method,
    path: url,
    headers: { host: "localhost:80", connection: "keep-alive", ...headersOf(payload, body), ...asked.headers },
  });
  try {
    return await new Promise((resolve, reject) => {
      sent.once("error", reject);
      sent.once("response", (response) => {
        const { statusCode = 0, headers } = response;
        buffer(response).then((rawPayload) => {
          const text = rawPayload.toString("utf8");
          resolve({ statusCode, headers, body: text, rawPayload, json: () => JSON.parse(text) });
        }, reject);
      });
      sent.end(body);
    });
  } finally {
    here.destroy();
    there.destroy();
  }
}

function isBytes(payload: string | Buffer | object): payload is string | Buffer {
  return typeof payload === "string" || Buffer.isBuffer(payload);
}

function headersOf(payload: unknown, body: string | Buffer | undefined): Record<string, string> {
  if (body === undefined) return {};
  const length = { "content-length": String(Buffer.byteLength(body)) };
  return body === payload ? length : { "content-type": "application/json", ...length };
}
