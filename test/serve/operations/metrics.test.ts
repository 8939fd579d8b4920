import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, test } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { addedUp, Metrics } from "../../../src/serve/operations/metrics.ts";
import { serveMetrics } from "../../../src/serve/operations/metrics-port.ts";

/* What `promtool check metrics` holds against a metric, so that the tests need no promtool. */

const ABBREVIATED_UNITS = ["s", "ms", "us", "ns", "sec", "b", "kb", "mb", "gb", "tb", "pb", "m", "h", "d"];
const OTHER_THAN_BASE_UNITS = [
  ...["nanoseconds", "microseconds", "milliseconds", "minutes", "hours", "days", "weeks"],
  ...["bits", "kilobytes", "megabytes", "gigabytes", "terabytes", "kibibytes", "mebibytes", "gibibytes", "percent"],
];
const TYPES = ["counter", "gauge", "histogram", "summary"];

interface Metric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  /** Lines with values, without the values. */
  readonly samples: readonly string[];
}

function metricsIn(text: string): Metric[] {
  return text
    .split(/^(?=# HELP )/m)
    .filter((block) => block.trim() !== "")
    .map((block) => {
      const [, name = "", help = ""] = /^# HELP (\S+) ?(.*)$/m.exec(block) ?? [];
      const [, typed, type = ""] = /^# TYPE (\S+) (\S+)$/m.exec(block) ?? [];
      expect(typed).toBe(name);
      const samples = block.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
      return { name, help, type, samples };
    });
}

function complaints({ name, help, type, samples }: Metric): string[] {
  const words = name.split("_");
  const labels = samples.flatMap((line) =>
    [...line.matchAll(/[{,]([A-Za-z_]+)="/g)].map(([, label]) => label as string),
  );
  const found: readonly (readonly [boolean, string])[] = [
    [help.trim() === "", "has no help text"],
    [!TYPES.includes(type), `has the type ${type}`],
    [type === "counter" && !name.endsWith("_total"), "is a counter without _total"],
    [type !== "counter" && name.endsWith("_total"), "ends in _total and is no counter"],
    [/_bucket$/.test(name), "ends in _bucket"],
    [/_(count|sum)$/.test(name), "ends in _count or _sum"],
    [type !== "histogram" && labels.includes("le"), "has the label le and is no histogram"],
    [type !== "summary" && labels.includes("quantile"), "has the label quantile and is no summary"],
    [words.some((word) => TYPES.includes(word)), "says its type in its name"],
    [words.some((word) => ABBREVIATED_UNITS.includes(word)), "abbreviates its unit"],
    [words.some((word) => OTHER_THAN_BASE_UNITS.includes(word)), "is not in the base unit"],
    [![name, ...labels].every((each) => /^[a-z][a-z0-9_]*$/.test(each)), "is not written in snake_case"],
  ];
  return found.filter(([isSo]) => isSo).map(([, complaint]) => `${name} ${complaint}`);
}

const TODAY = "2026-11-15" as Day;

const REQUEST: Parameters<Metrics["observe"]>[0] = {
  ...{ route: "/rate", method: "GET", status: 200, state: "ca", setting: "outpatient", requestId: "r-1" },
  ...{ problem: null, keyRefusal: null, durationMilliseconds: 1, lookups: 1, priced: 1, keyId: null },
};

function measured(): Metrics {
  const metrics = new Metrics(() => TODAY);
  metrics.observe({ ...REQUEST, route: "/rate/batch", durationMilliseconds: 12, lookups: 40, priced: 39 });
  const release = { name: "sample", version: "1", description: "", sources: [], rowCounts: {}, contentHash: "abc" };
  metrics.released({ description: release, states: new Map() });
  return metrics;
}

describe("the metrics for Prometheus keep to its rules", () => {
  test.each([
    ["by one process", () => measured().text()],
    ["by several", async () => addedUp([await measured().measurements(), await measured().measurements()])],
  ])("%s", async (_by, exposition) => {
    const metrics = metricsIn(await exposition());
    expect(metrics.flatMap(complaints)).toEqual([]);
    const names = metrics.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toEqual(
      expect.arrayContaining(["ratebook_lookups_total", "nodejs_active_handles", "process_open_fds"]),
    );
  });

  test.each([
    ["# HELP a_total x\n# TYPE a_total gauge\na_total 1\n", "a_total ends in _total and is no counter"],
    ["# HELP a x\n# TYPE a counter\na 1\n", "a is a counter without _total"],
    ["# HELP a_ms x\n# TYPE a_ms gauge\na_ms 1\n", "a_ms abbreviates its unit"],
    ["# HELP a_milliseconds x\n# TYPE a_milliseconds gauge\n", "a_milliseconds is not in the base unit"],
    ["# HELP a \n# TYPE a gauge\na 1\n", "a has no help text"],
    ['# HELP a x\n# TYPE a gauge\na{le="1"} 1\n', "a has the label le and is no histogram"],
    ['# HELP a x\n# TYPE a gauge\na{someLabel="1"} 1\n', "a is not written in snake_case"],
  ])("and the rules are held to it: %j", (text, complaint) => {
    expect(metricsIn(text).flatMap(complaints)).toEqual([complaint]);
  });
});

describe("metrics port", () => {
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

  it("a client that does not finish a request is refused after a while", async () => {
    const socket = open().setEncoding("latin1").resume();
    socket.write("GET /metrics HTTP/1.1\r\n");
    expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 408 /);
  }, 30_000);
});
