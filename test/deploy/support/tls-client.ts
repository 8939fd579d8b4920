import type { IncomingHttpHeaders } from "node:http";
import { Agent, request } from "node:https";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** As they came, compressed ones too. */
  readonly bytes: Buffer;
  /** The client's end of the connection that it came on. */
  readonly localPort: number | undefined;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer | string;
}

/** A client that trusts one certificate, calls the service by its public name, and keeps one connection open. */
export class TlsClient {
  readonly #port: number;
  readonly #name: string;
  readonly #agent: Agent;

  constructor(port: number, name: string, certificate: string) {
    this.#port = port;
    this.#name = name;
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, ca: certificate, servername: name });
  }

  get origin(): string {
    return `https://${this.#name}:${this.#port}`;
  }

  ask(path: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Answer> {
    const host = `${this.#name}:${this.#port}`;
    const target = { host: "127.0.0.1", port: this.#port, path, method, agent: this.#agent };
    return new Promise((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
      const asked = request({ ...target, headers: { host, ...length, ...headers } }, (response) => {
        const { localPort } = response.socket;
        const pieces: Buffer[] = [];
        response.on("data", (piece: Buffer) => pieces.push(piece));
        response.on("end", () => {
          const bytes = Buffer.concat(pieces);
          const { statusCode, headers } = response;
          resolve({ status: statusCode as number, headers, text: bytes.toString("utf8"), bytes, localPort });
        });
        response.on("error", reject);
      });
      asked.on("error", reject).end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
