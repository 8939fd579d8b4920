import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { type Activity, Connections, LongestIdle } from "../../../src/serve/http/connections.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import type { Answer, LongWork } from "../../../src/serve/http/long-work/question.ts";
import { SOON } from "../../support/waiting.ts";
import { BATCH, fakeService, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const HOST = "Host: x\r\n";
const AUTHORIZED = `${HOST}Authorization: Bearer ${TOKENS.all}\r\n`;
const LOOKUP = `GET ${RATE}?billing_code=100&npi=1000000001 HTTP/1.1\r\n${AUTHORIZED}\r\n`;
const BODY = '{"requests":[{"billing_code":"100","provider_name":"clinic"}]}';
const BATCH_OF_NAMES = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${BODY.length}\r\n\r\n${BODY}`;
const LIVENESS = `GET /livez HTTP/1.1\r\n${HOST}\r\n`;

const statusesIn = (received: string) =>
  [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));

const service = fakeService();
let port = 0;

beforeAll(async () => {
  port = await listening(service.app);
});
afterAll(() => service.app.close());

/** Answers when told to, and counts what it was asked. */
class HeldWork implements LongWork {
  asked = 0;
  readonly answers: (() => void)[] = [];

  async answer(): Promise<Answer> {
    this.asked += 1;
    await new Promise<void>((proceed) => this.answers.push(proceed));
    return { ok: true, body: `[${this.asked}]`, lookups: 1 };
  }
}

describe("Requests that are sent before their predecessors are answered", () => {
  it("are worked on one at a time, and answered in order", async () => {
    const work = new HeldWork();
    const { app } = fakeService({ longWork: () => work });
    const search = `GET ${SEARCH}?provider_name=clinic HTTP/1.1\r\n${AUTHORIZED}`;
    const answered = exchange(await listening(app), `${search}\r\n${search}\r\n${search}Connection: close\r\n\r\n`);
    for (const asked of [1, 2, 3]) {
      await vi.waitFor(() => expect(work.answers).toHaveLength(asked), SOON);
      expect(work.asked).toBe(asked);
      work.answers[asked - 1]?.();
    }
    const received = await answered;
    expect(statusesIn(received)).toEqual([200, 200, 200]);
    expect(received.match(/\[\d\]/g)).toEqual(["[1]", "[2]", "[3]"]);
    await app.close();
  });

  it("are answered as long as there are no more of them than a client has use for", async () => {
    const { pipelinedRequestsMax } = HTTP_LIMITS;
    const last = `GET /livez HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`;
    const received = await exchange(port, `${LIVENESS.repeat(pipelinedRequestsMax)}${last}`);
    expect(statusesIn(received)).toEqual(Array.from({ length: pipelinedRequestsMax + 1 }, () => 200));
  });

  it("close the connection when there are thousands, and leave the service to others", async () => {
    const asked = `GET /openapi.json HTTP/1.1\r\n${HOST}\r\n`;
    const received = await exchange(port, asked.repeat(5_000));
    expect(statusesIn(received).length).toBeLessThanOrEqual(HTTP_LIMITS.pipelinedRequestsMax + 1);
    expect(statusesIn(await exchange(port, LIVENESS, true))).toEqual([200]);
  });
});

describe("What follows a good request on its connection", () => {
  it.each([
    ["a lookup", LOOKUP],
    ["a batch", BATCH_OF_NAMES],
    ["several", `${LOOKUP}${BATCH_OF_NAMES}${LOOKUP}`],
  ])("does not take the answer from %s when it is garbage, and is answered after it", async (_what, good) => {
    const received = await exchange(port, `${good}no HTTP at all\r\n\r\n`);
    const statuses = statusesIn(received);
    expect(statuses.at(-1)).toBe(400);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([200]));
    expect(statuses).toHaveLength(good.split("HTTP/1.1\r\n").length);
    expect(received).toContain('"code":"malformed_request"');
  });

  it("does not take its answer either when it is the half of a request", async () => {
    expect(statusesIn(await exchange(port, `${LOOKUP}GET /livez HT`, true))).toEqual([200, 400]);
  });

  it("is refused in its turn when its body is broken", async () => {
    const broken = `POST ${BATCH} HTTP/1.1\r\n${AUTHORIZED}Transfer-Encoding: chunked\r\n\r\nzz\r\n`;
    expect(statusesIn(await exchange(port, `${LOOKUP}${broken}`))).toEqual([200, 400]);
  });

  it("is answered once, however much garbage comes", async () => {
    const socket = connect(port, "127.0.0.1").setEncoding("latin1");
    let received = "";
    socket.on("data", (text) => {
      received += text;
    });
    socket.on("error", () => {});
    const closed = once(socket, "close");
    socket.write(`${LOOKUP}garbage\r\n\r\n`);
    const writing = setInterval(() => socket.write("garbage\r\n\r\n"), 20);
    await closed;
    clearInterval(writing);
    expect(statusesIn(received)).toEqual([200, 400]);
  });
});

describe("A client that sends its end after its request", () => {
  it.each([
    ["a lookup", LOOKUP],
    ["a lookup in HTTP/1.0", LOOKUP.replace("HTTP/1.1", "HTTP/1.0")],
    ["a batch", BATCH_OF_NAMES],
    ["a search", `GET ${SEARCH}?provider_name=clinic HTTP/1.1\r\n${AUTHORIZED}\r\n`],
    ["two lookups", `${LOOKUP}${LOOKUP}`],
  ])("gets its answer to %s", async (_what, request) => {
    const statuses = statusesIn(await exchange(port, request, true));
    expect(statuses).toEqual(request.startsWith(LOOKUP + LOOKUP) ? [200, 200] : [200]);
  });

  it("gets its answer to work that takes longer than it takes to notice that a client is gone", async () => {
    const work = new HeldWork();
    const { app, observed } = fakeService({ longWork: () => work });
    const answered = exchange(await listening(app), BATCH_OF_NAMES, true);
    await vi.waitFor(() => expect(work.answers).toHaveLength(1), SOON);
    await new Promise((resolve) => setTimeout(resolve, 3 * HTTP_LIMITS.halfClosedProbeMilliseconds));
    work.answers[0]?.();
    const received = await answered;
    expect(received.replaceAll("HTTP/1.1 100 Continue\r\n\r\n", "")).toMatch(/^HTTP\/1.1 200 OK/);
    expect(observed).toMatchObject([{ status: 200 }]);
    await app.close();
  });

  it("and is gone ends the work for it", async () => {
    const ended = Promise.withResolvers<void>();
    const work: LongWork = {
      answer: async (_question, abandoned) => {
        await once(abandoned, "abort");
        ended.resolve();
        return { ok: true, body: "[]", lookups: 1 };
      },
    };
    const { app, observed } = fakeService({ longWork: () => work });
    const socket = connect(await listening(app), "127.0.0.1", () => {
      socket.end(BATCH_OF_NAMES, () => socket.destroy());
    });
    await ended.promise;
    await vi.waitFor(() => expect(observed).toMatchObject([{ status: 499 }]), SOON);
    await app.close();
  });
});

describe("Connections that came before another worker", () => {
  let deal: number;
  let server: Server;
  let held: ServerResponse[];
  let socket: Socket;
  let received: string;

  beforeEach(async () => {
    deal = 0;
    held = [];
    received = "";
    const connections = new Connections(HTTP_LIMITS.connectionsMax, () => deal);
    server = createServer((request, response) =>
      connections.arrive(request, response, () => {
        if (request.url === "/held") held.push(response);
        else response.end("answered");
      }),
    );
    connections.watch(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.setEncoding("latin1").on("data", (text) => {
      received += text;
    });
  });
  afterEach(() => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  const answered = (count: number) => vi.waitFor(() => expect(statusesIn(received)).toHaveLength(count), SOON);
  const said = () => [...received.matchAll(/^Connection: (.*)\r$/gm)].map(([, word]) => word);
  const HELD = LIVENESS.replace("/livez", "/held");

  it("are closed with their next answer, and those that came after it are kept", async () => {
    socket.write(LIVENESS);
    await answered(1);
    deal += 1;
    socket.write(LIVENESS);
    await once(socket, "close");
    expect(said()).toEqual(["keep-alive", "close"]);

    const later = connect((server.address() as AddressInfo).port, "127.0.0.1");
    later.write(LIVENESS);
    expect(String((await once(later, "data"))[0])).toContain("Connection: keep-alive");
    later.destroy();
  });

  it("are closed with the last of the requests that wait for each other, and every one is answered", async () => {
    socket.write(LIVENESS);
    await answered(1);
    deal += 1;
    socket.write(HELD + LIVENESS + LIVENESS);
    await vi.waitFor(() => expect(held).toHaveLength(1), SOON);
    held[0]?.end("answered");
    await once(socket, "close");
    expect(statusesIn(received)).toEqual([200, 200, 200, 200]);
    expect(said()).toEqual(["keep-alive", "keep-alive", "keep-alive", "close"]);
  });
});

describe("A connection whose answer was begun", () => {
  const { stuckAnswerMillisecondsMax, connectionsCheckMilliseconds } = HTTP_LIMITS;
  let server: Server;
  let responses: ServerResponse[];
  let client: Socket;
  let accepted: Socket | null;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "performance"] });
    responses = [];
    accepted = null;
    const connections = new Connections();
    server = createServer((request, response) => connections.arrive(request, response, () => responses.push(response)));
    connections.watch(server);
    server.once("connection", (socket: Socket) => {
      accepted = socket;
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    client = connect((server.address() as AddressInfo).port, "127.0.0.1").on("error", () => {});
    client.resume().write(LIVENESS + LIVENESS);
    while (responses.length === 0) await turn();
  });
  afterEach(() => {
    vi.useRealTimers();
    client.destroy();
    server.close();
    server.closeAllConnections();
  });

  const turn = () => new Promise((resolve) => setImmediate(resolve));
  /** The time passes, and what it brings about has happened. */
  const pass = async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
    for (let turns = 0; turns < 5; turns += 1) await turn();
  };

  it("and does not go on is closed, though its client goes on sending", async () => {
    responses[0]?.writeHead(200).flushHeaders();
    await pass(stuckAnswerMillisecondsMax);
    expect(accepted?.destroyed).toBe(false);
    client.write("GET /livez HTTP/1.1\r\n");
    await pass(connectionsCheckMilliseconds);
    expect(accepted?.destroyed).toBe(true);
  });

  it("and goes on now and then is kept, and so is one that is still worked on", async () => {
    await pass(10 * stuckAnswerMillisecondsMax);
    for (let time = 0; time < 5; time += 1) {
      responses[0]?.write("more");
      await pass(stuckAnswerMillisecondsMax - connectionsCheckMilliseconds);
    }
    responses[0]?.end();
    while (responses.length === 1) await turn();
    await pass(10 * stuckAnswerMillisecondsMax);
    expect(accepted?.destroyed).toBe(false);
  });
});

describe("Connections that ask nothing", () => {
  it("make room for newer ones when there are too many, the oldest first", async () => {
    const open = async () => {
      const socket = connect(port, "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      return socket;
    };
    const asking = await open();
    asking.resume().write(LIVENESS);
    await once(asking, "data");
    const silent: Socket[] = [];
    for (let count = 0; count < HTTP_LIMITS.silentConnectionsMax; count += 64) {
      silent.push(...(await Promise.all(Array.from({ length: 64 }, open))));
    }
    const [oldest] = silent as [Socket];
    const gone = once(oldest, "close");
    oldest.resume();
    silent.push(await open());
    await gone;
    const received = once(asking, "data");
    asking.write(LIVENESS);
    expect(firstAnswer(String(await received)).status).toBe(200);
    for (const socket of [asking, ...silent]) socket.destroy();
  });
});

describe("Connections that have been answered and ask no more", () => {
  const PLACES = 8;
  let server: Server;
  let held: ServerResponse[];
  let sockets: Socket[];

  beforeEach(async () => {
    held = [];
    sockets = [];
    const connections = new Connections(HTTP_LIMITS.connectionsReserve + PLACES);
    const { keepAliveMilliseconds: keepAliveTimeout } = HTTP_LIMITS;
    server = createServer({ keepAliveTimeout }, (request, response) =>
      connections.arrive(request, response, () => {
        if (request.url === "/held") held.push(response);
        else response.end("answered");
      }),
    );
    connections.watch(server);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
  });
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    server.closeAllConnections();
  });

  async function open(): Promise<Socket> {
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    socket.on("error", () => {});
    sockets.push(socket);
    await once(socket, "connect");
    return socket;
  }

  async function ask(socket: Socket): Promise<void> {
    const received = once(socket, "data");
    socket.write(LIVENESS);
    expect(firstAnswer(String((await received)[0])).status).toBe(200);
  }

  async function openAndAsk(): Promise<Socket> {
    const socket = await open();
    await ask(socket);
    return socket;
  }

  async function openAndHold(): Promise<Socket> {
    const socket = await open();
    const holding = held.length;
    socket.write(LIVENESS.replace("/livez", "/held"));
    await vi.waitFor(() => expect(held.length).toBe(holding + 1), SOON);
    return socket;
  }

  async function openMany(count: number, one: () => Promise<Socket>): Promise<Socket[]> {
    const opened: Socket[] = [];
    for (let number = 0; number < count; number += 1) opened.push(await one());
    return opened;
  }

  it("do not keep newcomers out, however many there are", async () => {
    await openMany(3 * (HTTP_LIMITS.connectionsReserve + PLACES), openAndAsk);
    await ask(await open());
    await vi.waitFor(() => expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(PLACES), SOON);
  });

  it("make room when places become few, the longest idle first", async () => {
    const [first, second, ...others] = (await openMany(PLACES, openAndAsk)) as [Socket, Socket, ...Socket[]];
    await ask(first);
    const gone = once(second, "close");
    await openAndAsk();
    await gone;
    for (const socket of [first, ...others]) await ask(socket);
  });

  it("make room in their order as it is now, not as it was when the first had to", async () => {
    const [first, second, third, ...others] = (await openMany(PLACES, openAndAsk)) as [Socket, Socket, Socket, Socket];
    const firstGone = once(first, "close");
    await openAndAsk();
    await firstGone;
    await ask(second);
    const thirdGone = once(third, "close");
    await openAndAsk();
    await thirdGone;
    for (const socket of [second, ...others]) await ask(socket);
  });

  it("make room before those whose request is under way, which are never closed for a newcomer", async () => {
    const busy = await openMany(PLACES - 1, openAndHold);
    const idle = await openAndAsk();
    const gone = once(idle, "close");
    await openAndAsk();
    await gone;
    const answers = busy.map((socket) => once(socket, "data"));
    for (const response of held) response.end("answered");
    for (const answer of answers) expect(firstAnswer(String((await answer)[0])).status).toBe(200);
  });

  it("are not needed as long as there is a place: when all are at work, newcomers take the last ones", async () => {
    const busy = await openMany(PLACES + HTTP_LIMITS.connectionsReserve, openAndHold);
    expect(busy.filter(({ destroyed }) => destroyed)).toEqual([]);
    const refused = await open();
    await once(refused.resume(), "close");
    expect(held).toHaveLength(busy.length);
  });
});

class Line implements Activity {
  readonly name: string;
  turn: number;
  isBusy = false;
  searched = 0;

  constructor(name: string, turn: number) {
    this.name = name;
    this.turn = turn;
  }

  isIdle(): boolean {
    this.searched += 1;
    return !this.isBusy;
  }
}

/** Lines a, b, c, d that asked in the order d, c, b, a. */
function lines() {
  const all = [new Line("a", 4), new Line("b", 3), new Line("c", 2), new Line("d", 1)] as const;
  const open = new Set<Line>(all);
  return { all, open, longestIdle: new LongestIdle(open, 2) };
}

test("the longest idle comes first, whenever it was opened", () => {
  const { open, longestIdle } = lines();
  const order: (string | undefined)[] = [];
  for (let turn = 5; turn < 10; turn += 1) {
    const next = longestIdle.next(turn);
    if (next !== null) open.delete(next);
    order.push(next?.name);
  }
  expect(order).toEqual(["d", "c", "b", "a", undefined]);
});

test("one search finds several", () => {
  const { all, open, longestIdle } = lines();
  for (const turn of [5, 6]) open.delete(longestIdle.next(turn) as Line);
  expect(all[0].searched).toBe(1);
  longestIdle.next(7);
  expect(all[0].searched).toBe(2);
});

test("who was found and then asked, or left, is passed over", () => {
  const { all, open, longestIdle } = lines();
  const [, b, c, d] = all;
  expect(longestIdle.next(5)).toBe(d);
  open.delete(d);
  c.turn = 6;
  expect(longestIdle.next(7)).toBe(b);
  open.delete(b);
  open.delete(all[0]);
  expect(longestIdle.next(8)).toBe(c);
});

test("who is at work is not idle, and afterwards has been for less long than those that were idle meanwhile", () => {
  const { all, open, longestIdle } = lines();
  const [a, b, c, d] = all;
  d.isBusy = true;
  const order: (Line | null)[] = [];
  for (let turn = 5; turn < 9; turn += 1) {
    const next = longestIdle.next(turn);
    if (next !== null) open.delete(next);
    order.push(next);
    d.isBusy = false;
  }
  expect(order).toEqual([c, b, a, d]);
});

test("there is none when all are at work", () => {
  const { all, longestIdle } = lines();
  for (const line of all) line.isBusy = true;
  expect(longestIdle.next(5)).toBeNull();
});
