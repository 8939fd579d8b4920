import { Agent, type IncomingHttpHeaders, request } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Sent {
  readonly method: "GET" | "POST" | "DELETE";
  /** With the query, percent-encoded. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer that takes longer is none. Scenes run on busy machines too: how long an answer takes is measured by the benchmark. */
const ANSWER_MILLISECONDS_MAX = 60_000;

/** A client of a node on this machine, with one connection that it keeps. */
export class Client {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  /** Rejects when the connection breaks before there is a whole answer. */
  send(port: number, { method, path, headers, body }: Sent): Promise<Answer> {
    const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
    const all = { authorization: `Bearer ${this.#key}`, ...length, ...headers };
    return new Promise((resolve, reject) => {
      const outgoing = request({ host: "127.0.0.1", port, agent: this.#agent, method, path, headers: all });
      outgoing.setTimeout(ANSWER_MILLISECONDS_MAX, () => outgoing.destroy(new Error("no answer within a minute")));
      outgoing.on("error", reject);
      outgoing.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode = 0, headers: received } = response;
          resolve({ status: statusCode, headers: received, body: Buffer.concat(chunks).toString("utf8") });
        });
      });
      outgoing.end(body);
    });
  }

  get(port: number, path: string): Promise<Answer> {
    return this.send(port, { method: "GET", path });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** Sends one request on a connection of its own; null when there is no answer. */
export async function answerOf(port: number, key: string, sent: Sent): Promise<Answer | null> {
  const client = new Client(key);
  try {
    return await client.send(port, sent);
  } catch {
    return null;
  } finally {
    client.close();
  }
}

/** The status of a GET; 0 when there is no answer. */
export async function statusOf(port: number, path: string, key = ""): Promise<number> {
  return (await answerOf(port, key, { method: "GET", path }))?.status ?? 0;
}
