import { Agent, request } from "node:https";
import { SITE } from "../../test/deploy/support/proxies.ts";
import { type Answer, answerTo, type Sent } from "../fire/http.ts";

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
    const own = { host: `${SITE}:${this.#port}`, ...headers };
    const target = { host: "127.0.0.1", port: this.#port, agent: this.#agent, method, path, headers: own };
    return answerTo(request, target, body, GIVING_UP_MILLISECONDS);
  }

  close(): void {
    this.#agent.destroy();
  }
}
