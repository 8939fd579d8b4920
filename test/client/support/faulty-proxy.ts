import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** What becomes of a request on its way. */
export type Fate =
  /** It passes, as it does when nothing is said. */
  | { readonly kind: "pass" }
  /** The connection is closed without an answer. */
  | { readonly kind: "drop" }
  /** Half of the answer comes, and then the connection is closed. */
  | { readonly kind: "truncate" }
  /** Half of the answer comes with its length withheld, and ends as if it were whole. */
  | { readonly kind: "shorten" }
  /** Nothing comes, or half, and the connection stays. */
  | { readonly kind: "hold"; readonly after: "nothing" | "half" }
  /** It waits until told. */
  | { readonly kind: "delay"; readonly until: Promise<void> }
  /** Something else answers in its place. */
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: string | ((request: IncomingMessage) => string);
    };

/** What the proxy saw of a request. */
interface Seen {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** A proxy before the service that does to requests what networks do. */
export interface FaultyProxy {
  readonly baseUrl: string;
  /** What becomes of the next requests, in the order in which they arrive; those after them pass. */
  readonly fates: Fate[];
  readonly seen: Seen[];
  /** Resolves when so many requests have arrived. */
  arrived(count: number): Promise<void>;
  /** How many requests were under way at once at most. */
  readonly underWayMost: () => number;
  reset(): void;
  close(): Promise<void>;
}

export async function faultyProxy(port: number): Promise<FaultyProxy> {
  const fates: Fate[] = [];
  const seen: Seen[] = [];
  let waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  let underWay = 0;
  let most = 0;

  const server = createServer((incoming, outgoing) => {
    const fate = fates.shift() ?? { kind: "pass" };
    underWay += 1;
    most = Math.max(most, underWay);
    outgoing.on("close", () => {
      underWay -= 1;
    });
    void treat(incoming, outgoing, fate);
  });

  async function treat(incoming: IncomingMessage, outgoing: ServerResponse, fate: Fate): Promise<void> {
    const body = await buffer(incoming);
    seen.push({ method: incoming.method ?? "", url: incoming.url ?? "", body: body.toString() });
    waiting = waiting.filter(({ count, resolve }) => seen.length < count || resolve());
    if (fate.kind === "drop") return void incoming.socket.destroy();
    if (fate.kind === "hold" && fate.after === "nothing") return;
    if (fate.kind === "answer") {
      const { status, headers, body = "" } = fate;
      outgoing.writeHead(status, headers).end(typeof body === "string" ? body : body(incoming));
      return;
    }
    if (fate.kind === "delay") await fate.until;
    const { status, headers, answer } = await passedOn(port, incoming, body);
    if (fate.kind === "pass" || fate.kind === "delay") return void outgoing.writeHead(status, headers).end(answer);
    const half = answer.subarray(0, answer.length / 2);
    if (fate.kind === "shorten") {
      const { "content-length": _, ...others } = headers;
      outgoing.writeHead(status, { ...others, connection: "close" }).end(half);
      return;
    }
    outgoing.writeHead(status, headers).write(half, () => {
      if (fate.kind === "truncate") incoming.socket.destroy();
    });
  }

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fates,
    seen,
    arrived: (count) =>
      new Promise((resolve) => {
        if (seen.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    underWayMost: () => most,
    reset: () => {
      fates.length = 0;
      seen.length = 0;
      most = underWay;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function passedOn(port: number, { method, url, headers }: IncomingMessage, body: Buffer) {
  const { host: _, ...others } = headers;
  const outgoing = request({ port, host: "127.0.0.1", method, path: url, headers: others, agent: false });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const { connection: _connection, ...answered } = incoming.headers;
  return { status: incoming.statusCode ?? 0, headers: answered, answer: await buffer(incoming) };
}
