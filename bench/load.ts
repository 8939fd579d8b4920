import { connect } from "node:net";

export interface Load {
  readonly port: number;
  readonly connections: number;
  /** Whole requests, as bytes to send. */
  readonly requests: readonly Buffer[];
  /** How long they are sent, in turn and then from the start again; each is sent once when this is absent. */
  readonly seconds?: number;
}

export interface Burst {
  readonly requestsPerSecond: number;
  /** Milliseconds of each request, in the order of their answers. */
  readonly latencies: readonly number[];
}

const READ_BYTES = 1 << 16;
const SILENCE_MILLISECONDS_MAX = 30_000;

/**
 * Sends requests over kept connections, one at a time on each. Bare sockets: autocannon takes twice the processor time for
 * a request, from the same two cores as the server, and counts whole milliseconds.
 */
export async function sendLoad({ port, connections, requests, seconds }: Load): Promise<Burst> {
  const latencies: number[] = [];
  const start = performance.now();
  let sent = 0;
  const isOver = () => (seconds === undefined ? sent >= requests.length : performance.now() - start >= seconds * 1000);
  const next = () => (isOver() ? null : (requests[sent++ % requests.length] as Buffer));
  await Promise.all(Array.from({ length: connections }, () => sendOver(port, next, latencies)));
  return { requestsPerSecond: (latencies.length * 1000) / (performance.now() - start), latencies };
}

function sendOver(port: number, next: () => Buffer | null, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0;
    const send = () => {
      const request = next();
      if (request === null) {
        resolve();
        socket.destroy();
        return;
      }
      sentAt = performance.now();
      socket.write(request);
    };
    const read = answerReader((status) => {
      if (status !== 200) {
        socket.destroy(new Error(`The server answered ${status}`));
        return;
      }
      latencies.push(performance.now() - sentAt);
      send();
    });
    // Into memory that is there already: a megabyte of fresh pages takes the system as long to provide as the server to send it.
    const onread = {
      buffer: Buffer.alloc(READ_BYTES),
      callback: (count: number, bytes: Uint8Array) => {
        read(Buffer.from(bytes.buffer, bytes.byteOffset, count));
        return true;
      },
    };
    const socket = connect({ port, host: "127.0.0.1", noDelay: true, onread });
    socket.setTimeout(SILENCE_MILLISECONDS_MAX, () => socket.destroy(new Error("The server did not answer")));
    socket.on("connect", send).on("error", reject);
    socket.on("close", () => reject(new Error("The server closed the connection")));
  });
}

/** Calls back once for each whole answer; every answer here has a length. */
function answerReader(onAnswer: (status: number) => void): (bytes: Buffer) => void {
  let missing = 0;
  let status = 0;
  let head = "";
  return (bytes) => {
    if (missing > 0) {
      missing -= bytes.length;
    } else {
      const before = head.length;
      head += bytes.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      status = Number(head.slice(9, 12));
      const length = Number(/content-length: *([0-9]+)/i.exec(head)?.[1] ?? 0);
      missing = end + 4 + length - before - bytes.length;
      head = "";
    }
    if (missing === 0) onAnswer(status);
  };
}

export function get(path: string, key: string): Buffer {
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}

export function post(path: string, key: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}
