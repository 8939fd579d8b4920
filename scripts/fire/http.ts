import { Agent, type IncomingHttpHeaders, type RequestOptions, request } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Patience, PROMISED } from "./patience.ts";

/** An answer as it came over the wire. */
export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly milliseconds: number;
}

/** What is sent; the path with its query, percent-encoded. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

/** The time limit of an answer. */
const GIVING_UP_MILLISECONDS = 60_000;

const AGAIN_MILLISECONDS = 250;

/** Whether the answer says that a thread which got no processor is being replaced. */
export function isReplacing({ status, body }: Pick<Answer, "status" | "body">): boolean {
  return status === 503 && body.includes("is being replaced");
}

/** A client with connections that it keeps. */
export class Client {
  readonly #agent: Agent;
  readonly #port: number;
  readonly #patience: Patience;
  readonly #givingUpMilliseconds: number;

  constructor(port: number, connections = 16, patience = PROMISED, givingUpMilliseconds = GIVING_UP_MILLISECONDS) {
    this.#port = port;
    this.#givingUpMilliseconds = givingUpMilliseconds;
    this.#patience = patience;
    this.#agent = new Agent({ keepAlive: true, maxSockets: connections });
  }

  /** Rejects when the connection breaks before there is an answer. Where hangs are no finding, asks again after one. */
  async send(sent: Sent): Promise<Answer> {
    const { isHangFound, answerMillisecondsMax } = this.#patience;
    const deadline = performance.now() + answerMillisecondsMax;
    for (;;) {
      const answer = await this.#sendOnce(sent);
      if (isHangFound || !isReplacing(answer) || performance.now() > deadline) return answer;
      await wait(AGAIN_MILLISECONDS);
    }
  }

  #sendOnce({ method, path, headers, body }: Sent): Promise<Answer> {
    const target = { host: "127.0.0.1", port: this.#port, agent: this.#agent, method, path, headers };
    return answerTo(request, target, body, this.#givingUpMilliseconds);
  }

  get(path: string, key: string): Promise<Answer> {
    return this.send({ method: "GET", path, headers: { authorization: `Bearer ${key}` } });
  }

  close(): void {
    this.#agent.destroy();
  }
}

type Target = Omit<RequestOptions, "headers"> & Pick<Sent, "headers">;

/** Sends a request by HTTP or HTTPS and reads the whole answer. Rejects when the connection breaks, or nothing arrives for so long. */
export function answerTo(
  open: typeof request,
  { headers, ...target }: Target,
  body: Sent["body"],
  givingUpMilliseconds: number,
): Promise<Answer> {
  const startedAt = performance.now();
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const outgoing = open({ ...target, headers: { ...length, ...headers } }, (response) => {
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
    });
    outgoing.setTimeout(givingUpMilliseconds, () => outgoing.destroy(new Error("no answer")));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
