import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import type { Application } from "../../../../src/serve/operations/product.ts";

/** Starts the service on a free port of the loopback interface. */
export async function listening(app: Application): Promise<number> {
  await app.listen({ port: 0, host: "127.0.0.1", reusePort: false });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("The service has no port.");
  return address.port;
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they are and reads bytes, a character each, until the service closes the connection; `thenEnd` says that no more will come. */
export async function exchange(port: number, sent: string | Buffer, thenEnd = false): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(port, "127.0.0.1", () => (thenEnd ? socket.end(sent) : socket.write(sent)));
    socket.on("data", (chunk) => chunks.push(chunk));
    socket.on("close", () => resolve(Buffer.concat(chunks).toString("latin1")));
    // A reset after the answer is no failure: the service closes while we may still be sending.
    socket.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNRESET" && error.code !== "EPIPE") reject(error);
    });
  });
}

/**
 * Sends everything before it reads anything, as simple clients do, and then reads until the service closes the connection;
 * rejects when either is cut short.
 */
export async function sendThenRead(port: number, sent: readonly (string | Buffer)[]): Promise<string> {
  const socket = connect(port, "127.0.0.1").pause();
  const failed = once(socket, "error").then(([error]) => Promise.reject(error));
  const exchanged = async () => {
    await once(socket, "connect");
    for (const part of sent) await new Promise((written) => socket.write(part, written));
    return await text(socket);
  };
  return await Promise.race([exchanged(), failed]);
}

/** The first answer among bytes received. */
export function firstAnswer(received: string): RawAnswer {
  const end = received.indexOf("\r\n\r\n");
  const [statusLine, ...lines] = received.slice(0, end).split("\r\n") as [string, ...string[]];
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const length = Number(headers["content-length"] ?? 0);
  const body = Buffer.from(received.slice(end + 4, end + 4 + length), "latin1").toString("utf8");
  return { status: Number(statusLine.split(" ")[1]), headers, body };
}
