import { Agent, request } from "node:https";
import { SITE } from "../../test/deploy/support/proxies.ts";
import type { Answer, Sent } from "../fire/http.ts";

/** No answer comes later than this: proxies give up after 60 s. */
const GIVING_UP_MILLISECONDS = 90_000;

/** A client of the public name, over TLS, with one connection that it keeps. */
export class ProxiedClient {
  readonly #port: number;
  readonly #agent: Agent;

  constructor(port: number, certificate: string) {
    this.#port = port;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate, servername: SITE });
  }

  /** Rejects when the connection breaks before there is an answer. */
  send({ method, path, headers, body }: Sent): Promise<Answer> {
    const startedAt = performance.now();
    const target = { host: "127.0.0.1", port: this.#port, agent: this.#agent, method, path };
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    return new Promise((resolve, reject) => {
      const outgoing = request(
        { ...target, headers: { host: `${SITE}:${this.#port}`, ...length, ...headers } },
        (response) => {
          const chunks: Buffer[] = [];
          response.on("data", (chunk: Buffer) => chunks.push(chunk));
          response.on("error", reject);
          response.on("end", () =>
            resolve({
              status: response.statusCode ?? 0,
              headers: response.headers,
              body: Buffer.concat(chunks).toString("utf8"),
              milliseconds: performance.now() - startedAt,
            }),
          );
        },
      );
      outgoing.setTimeout(GIVING_UP_MILLISECONDS, () => outgoing.destroy(new Error("no answer")));
      outgoing.on("error", reject);
      outgoing.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
