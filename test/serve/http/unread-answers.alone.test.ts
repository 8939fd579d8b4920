import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { OwnBytes } from "../../../src/core/runtime/memory.ts";
import { BytesInFlight } from "../../../src/serve/http/bytes-in-flight.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import type { LongWork } from "../../../src/serve/http/long-work/question.ts";
import { SOON } from "../../support/waiting.ts";
import { ask } from "./support/ask.ts";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, fakeService, get, type Harness, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const MEBIBYTE = 1024 * 1024;
/** More than the system takes into its own buffers between two sockets. */
const PARTS = 16;
const BODY = '{"requests":[{"billing_code":"100","npi":"1000000001"}]}';
const head = (token: string) => `Host: x\r\nAuthorization: Bearer ${token}\r\n`;
const asking = (token: string) => `GET ${SEARCH}?provider_name=clinic HTTP/1.1\r\n${head(token)}`;
const batch = (token: string, body = BODY) =>
  `POST ${BATCH} HTTP/1.1\r\n${head(token)}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

/** A service whose every long answer has as many parts of a mebibyte as are asked for. */
class Servings {
  readonly made: OwnBytes[][] = [];
  readonly bytes: BytesInFlight;
  readonly service: Harness;
  readonly #sockets: Socket[] = [];
  #port = 0;

  constructor(partsEach: number, bytes = new BytesInFlight()) {
    this.bytes = bytes;
    const work: LongWork = {
      answer: async (_question, _abandoned, admits) => {
        if (!(await admits(0))) return { ok: false, problem: { code: "internal_error", detail: "" } };
        const parts = Array.from({ length: partsEach }, (_, index) => new Uint8Array(MEBIBYTE).fill(65 + (index % 26)));
        this.made.push(parts);
        return { ok: true, body: parts, lookups: 0 };
      },
    };
    this.service = fakeService({ longWork: () => work, bytesInFlight: bytes });
  }

  async port(): Promise<number> {
    if (this.#port === 0) this.#port = await listening(this.service.app);
    return this.#port;
  }

  /** Sends a request and reads nothing. */
  async unread(request: string): Promise<Socket> {
    const socket = connect(await this.port(), "127.0.0.1").pause();
    socket.on("error", () => {});
    this.#sockets.push(socket);
    socket.write(request);
    return socket;
  }

  async problemOf(request: string) {
    const { status, headers, body } = firstAnswer(await exchange(await this.port(), request));
    return { ...problemDocument(status, headers["content-type"], body), retryAfter: headers["retry-after"] };
  }

  isFreed(answer: number): boolean {
    return (this.made[answer] ?? []).every(({ length }) => length === 0);
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await this.service.app.close();
  }
}

let servings: Servings;
afterEach(async () => {
  vi.useRealTimers();
  await servings.close();
});

describe("A large answer", () => {
  it("is written as its client reads it, and its memory is given back on the way", async () => {
    servings = new Servings(PARTS);
    const socket = await servings.unread(`${asking(TOKENS.all)}Connection: close\r\n\r\n`);
    await vi.waitFor(() => expect(servings.bytes.total).toBeGreaterThan(0), SOON);
    const chunks: Buffer[] = [];
    socket.on("data", (chunk) => chunks.push(chunk));
    await once(socket.resume(), "close");
    const received = Buffer.concat(chunks).toString("latin1");
    const body = received.slice(received.indexOf("\r\n\r\n") + 4);
    expect(body).toHaveLength(PARTS * MEBIBYTE);
    for (let part = 0; part < PARTS; part += 1) {
      const text = String.fromCharCode(65 + (part % 26)).repeat(MEBIBYTE);
      expect(body.slice(part * MEBIBYTE, (part + 1) * MEBIBYTE) === text, `part ${part}`).toBe(true);
    }
    expect(servings.isFreed(0)).toBe(true);
    expect(servings.bytes.total).toBe(0);
  });

  it("that nobody reads stays in our memory, and is given back when the client leaves", async () => {
    servings = new Servings(PARTS);
    const socket = await servings.unread(`${asking(TOKENS.all)}\r\n`);
    await vi.waitFor(() => expect(servings.made[0]?.[0]).toHaveLength(0), SOON);
    expect(servings.made[0]?.at(-1)).toHaveLength(MEBIBYTE);
    expect(servings.bytes.total).toBeGreaterThan(0);
    socket.destroy();
    await vi.waitFor(() => expect(servings.isFreed(0)).toBe(true), SOON);
    expect(servings.bytes.total).toBe(0);
  });

  it("that nobody reads is lost after a while", async () => {
    servings = new Servings(PARTS);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const socket = await servings.unread(`${asking(TOKENS.all)}\r\n`);
    while (servings.made[0]?.[0]?.length !== 0) await new Promise((resolve) => setImmediate(resolve));
    const allowed = HTTP_LIMITS.unreadMillisecondsMax + (PARTS * MEBIBYTE) / HTTP_LIMITS.readBytesPerMillisecondMin;
    vi.advanceTimersByTime(allowed - 1);
    await new Promise((resolve) => setImmediate(resolve));
    expect(servings.isFreed(0)).toBe(false);
    vi.advanceTimersByTime(1);
    await once(socket.resume(), "close");
    expect(servings.isFreed(0)).toBe(true);
    expect(servings.bytes.total).toBe(0);
  });

  it("that was made for a client who left in the meantime is given back", async () => {
    const asked = Promise.withResolvers<void>();
    const parts = [new Uint8Array(MEBIBYTE)];
    const work: LongWork = {
      answer: async (_question, abandoned) => {
        asked.resolve();
        await once(abandoned, "abort");
        return { ok: true, body: parts, lookups: 0 };
      },
    };
    servings = new Servings(0);
    const { app } = fakeService({ longWork: () => work });
    const socket = connect(await listening(app), "127.0.0.1", () => socket.write(batch(TOKENS.all)));
    await asked.promise;
    socket.resetAndDestroy();
    await vi.waitFor(() => expect(parts[0]).toHaveLength(0), SOON);
    await app.close();
  });
});

describe("A key whose clients do not read", () => {
  it.each([
    ["search", (token: string) => `${asking(token)}Connection: close\r\n\r\n`],
    ["batch", (token: string) => batch(token).replace("Host: x", "Host: x\r\nConnection: close")],
  ])("has its next %s refused before it is made, and others are answered", async (_what, request) => {
    servings = new Servings(PARTS, new BytesInFlight(8 * MEBIBYTE, 200 * MEBIBYTE));
    const first = await servings.unread(`${asking(TOKENS.all)}\r\n`);
    await vi.waitFor(() => expect(servings.bytes.total).toBeGreaterThan(8 * MEBIBYTE), SOON);
    const { code, retryAfter } = await servings.problemOf(request(TOKENS.all));
    expect([code, retryAfter]).toEqual(["too_much_at_once", "2"]);
    expect(servings.made).toHaveLength(1);
    expect(firstAnswer(await exchange(await servings.port(), request(TOKENS.limited))).status).toBe(200);
    first.destroy();
    await vi.waitFor(() => expect(servings.bytes.total).toBe(0), SOON);
    expect(firstAnswer(await exchange(await servings.port(), request(TOKENS.all))).status).toBe(200);
  });
});

describe("A service whose clients do not read", () => {
  it("says that it is overloaded, and answers what is small", async () => {
    servings = new Servings(PARTS, new BytesInFlight(18 * MEBIBYTE, 8 * MEBIBYTE));
    const first = await servings.unread(`${asking(TOKENS.all)}\r\n`);
    await vi.waitFor(() => expect(servings.bytes.total).toBeGreaterThan(8 * MEBIBYTE), SOON);
    const { code, retryAfter } = await servings.problemOf(`${asking(TOKENS.limited)}Connection: close\r\n\r\n`);
    expect([code, retryAfter]).toEqual(["overloaded", "2"]);
    for (const url of ["/readyz", "/release", "/docs/problems", "/docs/swagger-ui-bundle.js"]) {
      expect((await ask(servings.service.app, get(url))).statusCode, url).toBe(200);
    }
    first.destroy();
  });

  it("still has its documents, of which there is one copy for all", async () => {
    servings = new Servings(1);
    const bytesInFlight = new BytesInFlight(1, 1);
    bytesInFlight.hold(null, 1);
    const { app } = fakeService({ bytesInFlight });
    const response = await ask(app, "/openapi.json");
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.length).toBeGreaterThan(HTTP_LIMITS.uncountedBytesMax);
  });
});

describe("A body that is declared", () => {
  it.each(["Content-Length: 3145728", "Transfer-Encoding: chunked"])(
    "is refused before it is read when its key has too much under way: %s",
    async (framing) => {
      servings = new Servings(1, new BytesInFlight(5 * MEBIBYTE, 20 * MEBIBYTE));
      const request = `POST ${BATCH} HTTP/1.1\r\n${head(TOKENS.all)}${framing}\r\n\r\n`;
      const first = await servings.unread(request);
      await vi.waitFor(() => expect(servings.bytes.total).toBeGreaterThan(2 * MEBIBYTE), SOON);
      const second = (await servings.unread(request)).setEncoding("latin1").resume();
      const [received] = (await once(second, "data")) as [string];
      expect(firstAnswer(received)).toMatchObject({ status: 429, headers: { "retry-after": "2" } });
      first.destroy();
      await vi.waitFor(() => expect(servings.bytes.total).toBe(0), SOON);
    },
  );
});
