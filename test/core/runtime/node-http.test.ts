import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ignoreBodies, parseUntil } from "../../../src/core/runtime/node-http.ts";

/* These reach into Node: they fail when a later Node keeps its parser's functions elsewhere. */

const ON_BODY = 3;
const CHUNKS = "1\r\nx\r\n".repeat(1_000);
const HEAD = "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n";

let server: Server;
let calls: number;
let onRequest: (request: IncomingMessage) => void;

beforeEach(async () => {
  calls = 0;
  server = createServer((request, response) => {
    request.on("error", () => {});
    onRequest(request);
    text(request).then(
      (body) => response.writeHead(200, { connection: "close" }).end(body),
      () => {},
    );
  }).listen(0, "127.0.0.1");
  server.on("connection", (socket: Socket) => {
    const { parser } = socket as unknown as { parser: Record<number, (piece: Buffer) => void> };
    const onBody = parser[ON_BODY] as (piece: Buffer) => void;
    parser[ON_BODY] = function (piece) {
      calls += 1;
      onBody.call(this, piece);
    };
  });
  await once(server, "listening");
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function send(body: string): Promise<string> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
  socket.write(HEAD + body);
  return (await text(socket).catch(() => "")) as string;
}

test("a parser that ignores bodies calls us for no chunk, and the next connection is read whole", async () => {
  onRequest = ({ socket }) => {
    ignoreBodies(socket);
    setImmediate(() => socket.destroy());
  };
  await send(CHUNKS);
  expect(calls).toBe(0);
  onRequest = () => {};
  expect(await send(`${CHUNKS}0\r\n\r\n`)).toContain("x".repeat(1_000));
});

test("a parser that stops after a head calls us for no chunk", async () => {
  server.on("connection", (socket: Socket) => parseUntil(socket, () => true));
  onRequest = ({ socket }) => setImmediate(() => socket.destroy());
  await send(CHUNKS);
  expect(calls).toBe(0);
});

test("a parser that goes on after a head reads the body", async () => {
  server.on("connection", (socket: Socket) => parseUntil(socket, () => false));
  onRequest = () => {};
  expect(await send(`${CHUNKS}0\r\n\r\n`)).toContain("x".repeat(1_000));
});
