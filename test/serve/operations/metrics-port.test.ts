import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, expect, it } from "vitest";
import { serveMetrics } from "../../../src/serve/operations/metrics.ts";

const SCRAPE = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

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
  close = await served("127.0.0.1", []);
});

function served(host: string, allowedHosts: readonly string[]): Promise<() => void> {
  return serveMetrics({ host, port, allowedHosts }, async () => {
    asked += 1;
    return `up ${"1".repeat(4_000_000)}\n`;
  });
}

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

/** What is answered to a scrape under a name, over a connection of its own or one of an agent. */
async function scrapedAs(
  host: string,
  agent: Agent | false = false,
): Promise<{ status: number | undefined; length: number }> {
  const options = { host: "127.0.0.1", port, path: "/metrics", headers: { host }, agent };
  const [response] = (await once(get(options), "response")) as [IncomingMessage];
  let length = 0;
  for await (const chunk of response) length += (chunk as Buffer).length;
  return { status: response.statusCode, length };
}

it("a client that sends scrapes without reading the answers is disconnected, and nothing is kept for it", async () => {
  const socket = open();
  const closed = once(socket, "close");
  socket.write(SCRAPE.repeat(100));
  socket.resume();
  await closed;
  expect(asked).toBe(1);
  expect(await scrapedAs("localhost")).toEqual({ status: 200, length: 4_000_004 });
});

it("a scraper that keeps its connection is answered each time", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (let time = 0; time < 20; time += 1) {
    expect(await scrapedAs("localhost", agent)).toEqual({ status: 200, length: 4_000_004 });
  }
  expect(asked).toBe(20);
  agent.destroy();
});

it.each(["localhost", "localhost:9100", "127.0.0.1", "[::1]:9100", "LOCALHOST"])(
  "on a loopback address it answers to %s",
  async (host) => {
    expect(await scrapedAs(host)).toMatchObject({ status: 200 });
  },
);

it.each(["evil.example", "localhost.evil.example", "localhost@evil.example", "10.0.0.7"])(
  "on a loopback address it does not answer to %s",
  async (host) => {
    expect(await scrapedAs(host)).toEqual({ status: 421, length: 0 });
    expect(asked).toBe(0);
  },
);

it("answers to the names that it is allowed to, and to loopback ones", async () => {
  close();
  close = await served("127.0.0.1", ["Metrics.example"]);
  expect(await scrapedAs("metrics.example:9100")).toMatchObject({ status: 200 });
  expect(await scrapedAs("localhost")).toMatchObject({ status: 200 });
  expect(await scrapedAs("evil.example")).toMatchObject({ status: 421 });
});

it("on any other address it answers to every name, unless some are allowed", async () => {
  close();
  close = await served("0.0.0.0", []);
  expect(await scrapedAs("metrics.example")).toMatchObject({ status: 200 });
  close();
  close = await served("0.0.0.0", ["metrics.example"]);
  expect(await scrapedAs("metrics.example")).toMatchObject({ status: 200 });
  expect(await scrapedAs("evil.example")).toMatchObject({ status: 421 });
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
