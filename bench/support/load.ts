import { connect } from "node:net";

/** What a burst of requests came to. */
export interface Burst {
  readonly requestsPerSecond: number;
  /** Milliseconds of each request, in the order of their answers. */
  readonly latencies: readonly number[];
}

export interface Load {
  readonly port: number;
  readonly connections: number;
  readonly seconds: number;
  /** Whole requests, as bytes to send, in turn and then from the start again. */
  readonly requests: readonly Uint8Array[];
}

/**
 * Sends requests over keep-alive connections, one at a time on each. Bare sockets and no HTTP
 * library, so that the client does not become what is measured.
 */
export async function sendLoad({ port, connections, seconds, requests }: Load): Promise<Burst> {
  const latencies: number[] = [];
  const start = performance.now();
  const end = start + seconds * 1000;
  let sent = 0;
  const next = () => requests[sent++ % requests.length] as Uint8Array;
  await Promise.all(Array.from({ length: connections }, () => oneConnection(port, end, next, latencies)));
  return { requestsPerSecond: (latencies.length * 1000) / (performance.now() - start), latencies };
}

function oneConnection(port: number, end: number, next: () => Uint8Array, latencies: number[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    let sentAt = 0;
    const send = () => {
      sentAt = performance.now();
      socket.write(next());
    };
    const answers = answerCounter((status) => {
      if (status !== 200) {
        socket.destroy();
        reject(new Error(`The server answered ${status}`));
        return;
      }
      const now = performance.now();
      latencies.push(now - sentAt);
      if (now < end) send();
      else {
        socket.destroy();
        resolve();
      }
    });
    socket.on("data", answers);
    socket.on("error", reject);
    socket.on("connect", send);
  });
}

/** Calls back once per whole answer; every answer here says its length. */
export function answerCounter(onAnswer: (status: number) => void): (chunk: Buffer) => void {
  let missing = 0;
  let status = 0;
  let pending: Buffer = Buffer.alloc(0);
  return (chunk) => {
    if (missing > 0) {
      missing -= chunk.length;
      if (missing === 0) onAnswer(status);
      return;
    }
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    const headEnd = pending.indexOf("\r\n\r\n");
    if (headEnd < 0) return;
    const head = pending.toString("latin1", 0, headEnd);
    status = Number(head.slice(9, 12));
    const length = Number(/content-length: *([0-9]+)/i.exec(head)?.[1] ?? 0);
    missing = headEnd + 4 + length - pending.length;
    pending = Buffer.alloc(0);
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

/** What came back, and the time from sending to the last byte. */
interface Answer {
  readonly milliseconds: number;
  readonly text: string;
}

interface Connection {
  readonly send: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
}

/** Larger than any answer here. */
const ANSWER_LENGTH_MAX = 1 << 24;

/**
 * A connection that is kept, as those of clients are, for one request after the other. Answers are read into memory that
 * is there already: a megabyte of fresh pages takes the system as long to provide as the server to send it.
 */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, refused) => {
    const received = Buffer.alloc(ANSWER_LENGTH_MAX, 1);
    let length = 0;
    let onChunk = (_: Buffer) => {};
    const onread = {
      buffer: Buffer.alloc(1 << 20, 1),
      callback(count: number, chunk: Uint8Array): boolean {
        received.set(chunk.subarray(0, count), length);
        length += count;
        onChunk(received.subarray(length - count, length));
        return true;
      },
    };
    const socket = connect({ port, host: "127.0.0.1", onread });
    socket.setNoDelay(true);

    function send(request: Buffer): Promise<Answer> {
      return new Promise((resolve, reject) => {
        length = 0;
        onChunk = answerCounter((status) => {
          const milliseconds = performance.now() - sentAt;
          socket.off("error", reject);
          const text = received.toString("utf8", received.indexOf("\r\n\r\n") + 4, length);
          if (status === 200) resolve({ milliseconds, text });
          else reject(new Error(`The server answered ${status}`));
        });
        socket.on("error", reject);
        const sentAt = performance.now();
        socket.write(request);
      });
    }

    socket.once("error", refused);
    socket.on("connect", () => opened({ send, close: () => socket.destroy() }));
  });
}

/** Milliseconds of each request, sent one after the other and each as often as the others. */
export async function sendEach(port: number, requests: readonly Buffer[]): Promise<number[]> {
  const connection = await openConnection(port);
  const latencies: number[] = [];
  for (const request of requests) latencies.push((await connection.send(request)).milliseconds);
  connection.close();
  return latencies;
}
