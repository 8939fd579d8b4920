import type { Server } from "node:http";
import type { Socket } from "node:net";
import { Duplex } from "node:stream";
import { text } from "node:stream/consumers";
import { request } from "../../core/runtime/node-http.ts";

interface InMemoryRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly abandoned: AbortSignal;
}

export interface InMemoryAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** A GET to a service in this process: it meets the same server and handler as other requests, over a connection in memory. */
export async function getInMemory(
  server: Server,
  { path, headers, abandoned }: InMemoryRequest,
): Promise<InMemoryAnswer> {
  const [here, there] = connectionInMemory();
  server.emit("connection", there);
  try {
    return await new Promise((resolve, reject) => {
      const sent = request({
        createConnection: () => here as Socket,
        ...{ path, signal: abandoned },
        headers: { connection: "keep-alive", ...headers },
      });
      sent.once("error", reject);
      sent.once("response", (response) => {
        const { statusCode: status = 0, headers: received } = response;
        const answered = Object.entries(received).map(([name, value]): [string, string] => [name, String(value)]);
        text(response).then((body) => resolve({ status, headers: new Headers(answered), text: body }), reject);
      });
      sent.end();
    });
  } finally {
    here.destroy();
    there.destroy();
  }
}

/**
 * Both ends of a connection. Written bytes are copied, as by a system: the service reuses the memory of an answer once it is written. The
 * second end has what a server reads of a socket besides its bytes.
 */
export function connectionInMemory(remoteAddress = "127.0.0.1"): readonly [client: Duplex, server: Duplex] {
  const client: Duplex = endOf(() => server);
  const server: Duplex = endOf(() => client);
  return [client, Object.assign(server, { remoteAddress, setTimeout: () => server })];
}

function endOf(other: () => Duplex): Duplex {
  return new Duplex({
    read: () => {},
    write: (chunk: Buffer, _encoding, done) => {
      other().push(Buffer.from(chunk));
      done();
    },
    final: (done) => {
      other().push(null);
      done();
    },
  });
}
