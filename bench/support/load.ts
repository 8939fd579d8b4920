import { connect, type Socket } from "node:net";

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
  return Buffer.from(`GET ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\n\r\n`);
}

export function post(path: string, key: string, body: string): Buffer {
  const head = `POST ${path} HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  return Buffer.from(head + body);
}

/** What came back, and the time from sending to the last byte. */
export interface Answer {
  readonly milliseconds: number;
  readonly text: string;
}

export interface Connection {
  readonly send: (request: Buffer) => Promise<Answer>;
  readonly close: () => void;
}

/** A connection that is kept, as those of clients are, for one request after the other. */
export function openConnection(port: number): Promise<Connection> {
  return new Promise((opened, refused) => {
    const socket = connect(port, "127.0.0.1");
    socket.setNoDelay(true);
    socket.on("error", refused);
    socket.on("connect", () => opened({ send: (request) => sendOver(socket, request), close: () => socket.destroy() }));
  });
}

function sendOver(socket: Socket, request: Buffer): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const answers = answerCounter((status) => {
      const milliseconds = performance.now() - sentAt;
      socket.off("data", onData).off("error", reject);
      const answer = Buffer.concat(chunks);
      if (status !== 200) reject(new Error(`The server answered ${status}`));
      else resolve({ milliseconds, text: answer.toString("utf8", answer.indexOf("\r\n\r\n") + 4) });
    });
    const onData = (chunk: Buffer) => {
      chunks.push(chunk);
      answers(chunk);
    };
    socket.on("data", onData).on("error", reject);
    const sentAt = performance.now();
    socket.write(request);
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
