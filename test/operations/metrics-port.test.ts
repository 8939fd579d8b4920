import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { serveMetrics } from "../../src/operations/metrics-port.ts";

const SOON = { timeout: 20_000, interval: 5 };
const SCRAPE = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";

let close: () => void;
let port = 0;
let asked = 0;
let sockets: Socket[] = [];

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

beforeEach(async () => {
  port = await freePort();
  asked = 0;
  close = await serveMetrics("127.0.0.1", port, async () => {
    asked += 1;
    return `up ${"1".repeat(4_000_000)}\n`;
  });
});

afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
  close();
});

function open(): Socket {
  const socket = connect(port, "127.0.0.1").pause();
  socket.on("error", () => {});
  sockets.push(socket);
  return socket;
}

it("of the scrapes that a connection sends without reading, one at a time is answered", async () => {
  open().write(SCRAPE.repeat(100));
  await vi.waitFor(() => expect(asked).toBe(1), SOON);
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  expect(text).toHaveLength(4_000_004);
  expect(asked).toBe(2);
});

it("more connections than there are scrapers are closed at once", async () => {
  const opened = Array.from({ length: 65 }, open);
  await Promise.race(opened.map((socket) => once(socket.resume(), "close")));
  expect(opened.filter(({ destroyed }) => destroyed)).toHaveLength(1);
});

it("headers beyond measure are refused", async () => {
  const socket = open().setEncoding("latin1").resume();
  socket.write(`GET /metrics HTTP/1.1\r\nHost: x\r\nX-A: ${"a".repeat(10_000)}\r\n\r\n`);
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 431 /);
});

it("whoever does not finish a request is refused after a while", async () => {
  const socket = open().setEncoding("latin1").resume();
  socket.write("GET /metrics HTTP/1.1\r\n");
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 408 /);
}, 30_000);
