import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request as openRequest } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync, zstdDecompressSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { OwnBytes } from "../../../src/core/runtime/memory.ts";
import { type ContentCoding, codingAccepted } from "../../../src/serve/http/accepted.ts";
import { BytesInFlight } from "../../../src/serve/http/bytes-in-flight.ts";
import { Compression } from "../../../src/serve/http/compression.ts";
import { Connections } from "../../../src/serve/http/connections.ts";
import type { AppDependencies } from "../../../src/serve/http/dependencies.ts";
import { Exchange, NO_ROUTE } from "../../../src/serve/http/exchange.ts";
import { HTTP_LIMITS } from "../../../src/serve/http/limits.ts";
import type { Answer, LongWork } from "../../../src/serve/http/long-work/question.ts";
import { MicroBatches } from "../../../src/serve/http/micro-batches.ts";
import { openPage } from "../../../src/serve/http/page.ts";
import { SOON } from "../../support/waiting.ts";
import { type Answered, ask } from "./support/ask.ts";
import { BATCH, batch, bearer, fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { zeeland } from "./support/fake-state.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const BOTH: readonly ContentCoding[] = ["zstd", "gzip"];

describe("The coding that a client accepts", () => {
  test.each([
    ["gzip", "gzip"],
    ["zstd", "zstd"],
    ["x-gzip", "gzip"],
    ["GZIP ; Q=0.5", "gzip"],
    ["gzip, deflate, br, zstd", "zstd"],
    ["gzip, deflate, br", "gzip"],
    ["zstd;q=0.5, gzip", "gzip"],
    ["zstd;q=0.501, gzip;q=0.5", "zstd"],
    ["zstd;q=0, gzip;q=0.001", "gzip"],
    ["gzip;q=0.5, identity;q=0.5", "gzip"],
    ["identity;q=0, gzip;q=0.1", "gzip"],
    ["*", "gzip"],
    ["*;q=0.1", "gzip"],
    ["*, zstd;q=0.2", "gzip"],
    ["zstd, *;q=0", "zstd"],
    ["gzip;q=0.2, *;q=0", "gzip"],
  ])("%s: %s", (header, coding) => {
    expect(codingAccepted(header, BOTH)).toBe(coding);
  });

  test.each([
    undefined,
    "",
    "identity",
    "deflate, br",
    "gzip;q=0",
    "gzip;q=0, *",
    "gzip;q=0.0, zstd;q=0.000",
    "gzip;q=high",
    "gzip;q=-1",
    "identity, gzip;q=0.5",
    "identity;q=0",
    "*;q=0",
    "identity;q=0, *;q=0",
    "zgzip",
    ";;,,=",
  ])("%s: none", (header) => {
    expect(codingAccepted(header, BOTH)).toBeNull();
  });

  it("is never zstd where Node has none", () => {
    expect(codingAccepted("zstd, gzip;q=0.1", ["gzip"])).toBe("gzip");
    expect(codingAccepted("zstd", ["gzip"])).toBeNull();
  });
});

/** Service whose long work has one answer. */
function answering(body: () => Extract<Answer, { ok: true }>["body"], overrides: Partial<AppDependencies> = {}) {
  const work: LongWork = { answer: async () => ({ ok: true, body: body(), lookups: 0 }) };
  return fakeService({ longWork: () => work, ...overrides });
}

const TEXT = JSON.stringify(Array.from({ length: 3_000 }, (_, index) => ({ index, name: "Klinik Süd" })));

/** In parts of a few bytes and of many, as batches have them. */
function inParts(text: string): OwnBytes[] {
  const bytes = new TextEncoder().encode(text);
  const ends = [1, 2, 70_000, bytes.length];
  return ends.map((end, index) => bytes.slice(ends[index - 1] ?? 0, end));
}

const DECODED: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  gzip: (bytes) => gunzipSync(bytes),
  zstd: (bytes) => zstdDecompressSync(bytes),
};

function decoded({ headers, rawPayload }: Answered): string {
  const decode = DECODED[headers["content-encoding"] ?? ""];
  return (decode === undefined ? rawPayload : decode(rawPayload)).toString();
}

const SEARCHED = `${SEARCH}?provider_name=clinic`;

/** A request whose client accepts a coding. */
function accepting<Asked extends { readonly headers?: object }>(asked: Asked, coding: string) {
  return { ...asked, headers: { ...asked.headers, "accept-encoding": coding } };
}

describe("An answer above 1 kB", () => {
  describe.each([
    ["in one piece", () => TEXT],
    ["in parts", () => inParts(TEXT)],
  ] as const)("%s", (_, body) => {
    const { app, observed } = answering(body);

    test.each(["gzip", "zstd"])("is sent in %s", async (coding) => {
      const answer = await ask(app, accepting(get(SEARCHED), coding));
      expect(answer.headers).toMatchObject({
        "content-encoding": coding,
        "content-type": "application/json; charset=utf-8",
        "transfer-encoding": "chunked",
        vary: "Accept, Accept-Encoding",
      });
      expect(answer.headers["content-length"]).toBeUndefined();
      expect(answer.rawPayload.length * 4).toBeLessThan(TEXT.length);
      expect(decoded(answer)).toBe(TEXT);
      expect(observed.at(-1)).toMatchObject({ status: 200, problem: null });
    });

    test.each(["identity", "br", "gzip;q=0"])("is sent as it is to a client that accepts %s", async (coding) => {
      const answer = await ask(app, accepting(get(SEARCHED), coding));
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength(TEXT)));
      expect(answer.headers.vary).toBe("Accept, Accept-Encoding");
      expect(answer.body).toBe(TEXT);
    });

    it("is sent as it is to a client that says nothing", async () => {
      const answer = await ask(app, get(SEARCHED));
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength(TEXT)));
      expect(answer.body).toBe(TEXT);
    });

    test.each(["gzip", "zstd", "identity"])("has the same head for HEAD, with %s", async (coding) => {
      const head = await ask(app, { ...accepting(get(SEARCHED), coding), method: "HEAD" });
      const { headers } = await ask(app, accepting(get(SEARCHED), coding));
      // Of this connection, not of the answer.
      const ownOf = ({ "x-request-id": _id, date: _date, "transfer-encoding": _hop, ...rest }: typeof headers) => rest;
      expect(ownOf(head.headers)).toEqual(ownOf(headers));
      expect(head.rawPayload).toHaveLength(0);
    });

    it("of a batch is compressed too", async () => {
      const answer = await ask(app, accepting(batch({ requests: [] }), "gzip"));
      expect(answer.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
      expect(decoded(answer)).toBe(TEXT);
    });
  });

  it("as a table is compressed too", async () => {
    const { app } = answering(() => TEXT);
    const asked = get(SEARCHED);
    const answer = await ask(app, accepting({ ...asked, headers: { ...asked.headers, accept: "text/csv" } }, "gzip"));
    expect(answer.headers).toMatchObject({
      "content-type": "text/csv; charset=utf-8; header=present",
      "content-disposition": 'attachment; filename="zz-providers-search.csv"',
      "content-encoding": "gzip",
    });
    expect(decoded(answer)).toBe(TEXT);
  });

  it("begins at 1,024 bytes", async () => {
    const sizes = [HTTP_LIMITS.compressedBytesMin - 1, HTTP_LIMITS.compressedBytesMin];
    const [below, exactly] = await Promise.all(
      sizes.map((size) => ask(answering(() => "x".repeat(size)).app, accepting(get(SEARCHED), "gzip"))),
    );
    expect(below?.headers).toMatchObject({ vary: "Accept", "content-length": "1023" });
    expect(below?.headers["content-encoding"]).toBeUndefined();
    expect(exactly?.headers).toMatchObject({ vary: "Accept, Accept-Encoding", "content-encoding": "gzip" });
  });

  it("is sent as it is over HTTP/1.0, which cannot show its end", async () => {
    const { app } = answering(() => TEXT);
    const port = await listening(app);
    const head = `Host: x\r\nAuthorization: Bearer ${TOKENS.all}\r\nAccept-Encoding: gzip\r\n`;
    const answer = firstAnswer(await exchange(port, `GET ${SEARCHED} HTTP/1.0\r\n${head}\r\n`));
    await app.close();
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.body).toBe(TEXT);
  });

  it("that is a problem is compressed too", async () => {
    const { app } = fakeService();
    const wrong = Array.from({ length: 60 }, (_, index) => `wrong_${index}=1`).join("&");
    const refused = await ask(app, accepting(get(`${SEARCH}?${wrong}`), "gzip"));
    expect(refused.headers).toMatchObject({
      "content-type": "application/problem+json",
      "content-encoding": "gzip",
    });
    expect(JSON.parse(decoded(refused))).toMatchObject({ status: 400, code: "unknown_parameter" });
  });
});

describe("No answer is compressed", () => {
  it("of a single lookup", async () => {
    const [lookup] = zeeland.lookups;
    if (lookup === undefined) throw new Error("Zeeland has no lookup.");
    const long = { ...lookup, resultsJson: () => TEXT };
    const { app } = fakeService({ states: [{ ...zeeland, lookups: [long] }] });
    const url = `${RATE}?npi=1000000001&billing_code=100`;
    const answer = await ask(app, accepting(get(url), "gzip, zstd"));
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers).toMatchObject({ vary: "Accept", "content-length": String(Buffer.byteLength(TEXT)) });
    expect(answer.body).toBe(TEXT);
    // The explanation of a lookup is long, and seldom requested.
    const explained = await ask(app, accepting(get(`${RATE}/explain?npi=1000000001&billing_code=100`), "gzip"));
    expect(explained.headers["content-encoding"]).toBe("gzip");
  });

  it("about a session", async () => {
    const long = "n".repeat(2_000);
    const { dependencies } = fakeService();
    const named = { ...dependencies.keys.keyWithId("id-all"), name: long } as never;
    const { app } = fakeService({ keys: { ...dependencies.keys, authenticate: () => named } });
    const asked = {
      method: "POST",
      url: "/session",
      headers: { ...bearer(TOKENS.all), origin: "http://localhost:80" },
    };
    const answer = await ask(app, accepting(asked, "gzip"));
    expect(answer.json()).toMatchObject({ key: { name: long } });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(answer.headers.vary).toBeUndefined();
  });

  it("that is an image", async () => {
    const { app } = fakeService();
    const answer = await ask(app, { url: "/docs/favicon-32x32.png", headers: { "accept-encoding": "gzip, zstd" } });
    expect(answer.headers["content-type"]).toBe("image/png");
    expect(answer.headers["content-encoding"]).toBeUndefined();
  });

  test.each([
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", false],
    ["application/zip", false],
    ["image/png", false],
    ["text/event-stream", false],
    ["text/csv; charset=utf-8", true],
    ["application/problem+json; charset=utf-8", true],
    ["image/svg+xml", true],
  ])("of the media type %s, with the exception of text: %s", (mediaType, isCompressed) => {
    expect(new Compression(true).isFor(mediaType, 1_000_000)).toBe(isCompressed);
  });

  it("when compression is off", async () => {
    const { app } = answering(() => TEXT, { compression: false });
    for (const asked of [get(SEARCHED), batch({ requests: [] }), get("/openapi.json"), get("/catalogue.json")]) {
      const answer = await ask(app, accepting(asked, "gzip, zstd"));
      expect(answer.statusCode).toBe(200);
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.headers.vary ?? "").not.toContain("Accept-Encoding");
      expect(Number(answer.headers["content-length"])).toBe(answer.rawPayload.length);
    }
  });
});

describe("Bytes that many answers share", () => {
  const folder = mkdtempSync(join(tmpdir(), "ratebook-compression-"));
  const script = "render(document.body);\n".repeat(100);
  mkdirSync(join(folder, "assets"));
  for (const name of ["index.html", "assets/index-1a2b.js"]) {
    writeFileSync(join(folder, name), script);
    // Another level than a server's own copies: the test can tell them apart.
    writeFileSync(join(folder, `${name}.gz`), gzipSync(script, { level: 0 }));
  }
  const { app } = fakeService({ page: openPage(folder) });
  afterAll(() => rmSync(folder, { recursive: true }));

  test.each(["/openapi.json", "/catalogue.json", "/docs/swagger-ui.css", "/"])(
    "are sent compressed with their length: %s",
    async (url) => {
      const plain = await ask(app, url);
      for (const coding of ["gzip", "zstd", "gzip"]) {
        const answer = await ask(app, { url, headers: { "accept-encoding": coding } });
        expect(answer.headers).toMatchObject({
          "content-encoding": coding,
          "content-length": String(answer.rawPayload.length),
          vary: "Accept-Encoding",
        });
        expect(decoded(answer)).toBe(plain.body);
        const head = await ask(app, { method: "HEAD", url, headers: { "accept-encoding": coding } });
        expect(head.headers["content-length"]).toBe(answer.headers["content-length"]);
        expect(head.headers.etag).toBe(answer.headers.etag);
      }
    },
  );

  it("are those that the build of the page has compressed", async () => {
    const asked = { url: "/assets/index-1a2b.js", headers: { "accept-encoding": "gzip" } };
    const { rawPayload } = await ask(app, asked);
    expect(rawPayload.equals(gzipSync(script, { level: 0 }))).toBe(true);
  });

  it("are compressed once for requests that arrive together", async () => {
    const { app: fresh } = fakeService();
    const asked = { url: "/openapi.json", headers: { "accept-encoding": "gzip" } };
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(fresh, asked)));
    expect(new Set(answers.map(({ rawPayload }) => rawPayload.toString("base64"))).size).toBe(1);
  });
});

const MEBIBYTE = 1024 * 1024;
/** More than the system takes into its own buffers between two sockets, and random: it stays as large. */
const PARTS = 16;

describe("A compressed answer to a client that does not read", () => {
  const sockets: Socket[] = [];
  const made: OwnBytes[][] = [];
  const bytes = new BytesInFlight();
  const random = randomBytes(MEBIBYTE);
  let count = PARTS;
  const service = answering(
    () => {
      const parts = Array.from({ length: count }, () => new Uint8Array(random));
      made.push(parts);
      return parts;
    },
    { bytesInFlight: bytes },
  );
  let port = 0;
  beforeAll(async () => {
    port = await listening(service.app);
  });
  afterEach(() => {
    for (const socket of sockets.splice(0)) socket.destroy();
    made.length = 0;
    count = PARTS;
  });
  afterAll(() => service.app.close());

  function unread(coding: string): Socket {
    const socket = connect(port, "127.0.0.1").pause();
    socket.on("error", () => {});
    sockets.push(socket);
    const head = `Host: x\r\nAuthorization: Bearer ${TOKENS.all}\r\nAccept-Encoding: ${coding}\r\n`;
    socket.write(`GET ${SEARCHED} HTTP/1.1\r\n${head}\r\n`);
    return socket;
  }

  test.each(["gzip", "zstd"])("in %s waits for it, and is freed when it leaves half-way", async (coding) => {
    const socket = unread(coding);
    await vi.waitFor(() => expect(made[0]?.[0]?.length).toBe(0), SOON);
    expect(made[0]?.at(-1)?.length).toBe(MEBIBYTE);
    expect(bytes.total).toBeGreaterThan(MEBIBYTE);
    socket.destroy();
    await vi.waitFor(() => expect(made[0]?.at(-1)?.length).toBe(0), SOON);
    // All but the part that another thread may be reading.
    expect(made[0]?.filter(({ length }) => length > 0).length).toBeLessThanOrEqual(1);
    await vi.waitFor(() => expect(bytes.total).toBe(0), SOON);
  });

  test.each(["gzip", "zstd"])("in %s arrives whole when it reads at last", async (coding) => {
    count = 4;
    const sent = openRequest({
      port,
      host: "127.0.0.1",
      path: SEARCHED,
      headers: { ...bearer(TOKENS.all), "accept-encoding": coding },
    }).end();
    const [response] = await once(sent, "response");
    await vi.waitFor(() => expect(made[0]?.[0]?.length).toBe(0), SOON);
    const received = Buffer.concat(await response.toArray());
    const whole = DECODED[coding]?.(received) ?? received;
    expect(whole.length).toBe(count * MEBIBYTE);
    expect(whole.subarray(-MEBIBYTE).equals(random)).toBe(true);
    expect(made[0]?.every(({ length }) => length === 0)).toBe(true);
    expect(bytes.total).toBe(0);
  });
});

describe("A compressed stream", () => {
  const { dependencies } = fakeService();
  const context = {
    dependencies,
    nextRequestId: () => "0123456789-1",
    microBatches: new MicroBatches(),
    bytes: new BytesInFlight(),
    connections: new Connections(),
    compression: new Compression(true),
  };
  const CHUNK = randomBytes(64 * 1024);
  let chunks = 0;
  let announced = 0;
  let read = 0;
  let source = new Readable();
  const server = createServer((request, response) => {
    read = 0;
    source = Readable.from(
      (async function* () {
        for (; read < chunks; read += 1) yield CHUNK;
      })(),
      { objectMode: false },
    );
    const arrived = new Exchange({ request, response, time: performance.now() }, NO_ROUTE, context);
    arrived.sendStream("text/csv; charset=utf-8", announced, source);
  });
  beforeAll(() => once(server.listen(0, "127.0.0.1"), "listening"));
  afterAll(() => server.close());

  async function sent(method = "GET") {
    const { port } = server.address() as AddressInfo;
    const asked = openRequest({ port, host: "127.0.0.1", method, headers: { "accept-encoding": "gzip" } }).end();
    const [response] = await once(asked, "response");
    return response;
  }

  it("arrives whole", async () => {
    [chunks, announced] = [40, 40 * CHUNK.length];
    const response = await sent();
    expect(response.headers["content-encoding"]).toBe("gzip");
    expect(response.headers["content-length"]).toBeUndefined();
    expect(gunzipSync(Buffer.concat(await response.toArray())).length).toBe(announced);
  });

  it("is read as fast as its client reads, and closed when the client leaves", async () => {
    [chunks, announced] = [4_000, 4_000 * CHUNK.length];
    const response = await sent();
    await once(response, "readable");
    expect(read).toBeLessThan(1_000);
    response.destroy();
    await vi.waitFor(() => expect(source.destroyed).toBe(true), SOON);
    expect(read).toBeLessThan(1_000);
  });

  it("that is shorter than announced is cut off: no part of a file passes for all of it", async () => {
    [chunks, announced] = [40, 41 * CHUNK.length];
    const response = await sent();
    await expect(response.toArray()).rejects.toThrow("aborted");
  });

  it("is sent as it is while so many others are being compressed", async () => {
    [chunks, announced] = [1, CHUNK.length];
    const places = Array.from({ length: HTTP_LIMITS.compressionsMax }, () => context.compression.begin("gzip"));
    const full = await sent();
    expect(full.headers).toMatchObject({ "content-length": String(CHUNK.length), vary: "Accept-Encoding" });
    expect(full.headers["content-encoding"]).toBeUndefined();
    expect(Buffer.concat(await full.toArray()).equals(CHUNK)).toBe(true);
    const [first] = places;
    if (!first) throw new Error("There was no place.");
    await once(first.destroy(), "close");
    const free = await sent();
    expect(free.headers["content-encoding"]).toBe("gzip");
    expect(gunzipSync(Buffer.concat(await free.toArray())).equals(CHUNK)).toBe(true);
    for (const place of places) place?.destroy();
  });

  it("is not opened for HEAD", async () => {
    [chunks, announced] = [40, 40 * CHUNK.length];
    const response = await sent("HEAD");
    expect(response.headers["content-encoding"]).toBe("gzip");
    expect(await response.toArray()).toEqual([]);
    expect(source.destroyed).toBe(true);
    expect(read).toBe(0);
  });
});

describe("A batch whose rest is not read", () => {
  it("is refused uncompressed", async () => {
    const { app } = fakeService({ bodyBytesMax: 16 });
    const port = await listening(app);
    const head = `Host: x\r\nAuthorization: Bearer ${TOKENS.all}\r\nAccept-Encoding: gzip\r\nConnection: close\r\n`;
    const answer = await exchange(port, `POST ${BATCH} HTTP/1.1\r\n${head}Content-Length: 20\r\n\r\n${"x".repeat(20)}`);
    await app.close();
    expect(firstAnswer(answer)).toMatchObject({ status: 413 });
    expect(firstAnswer(answer).headers["content-encoding"]).toBeUndefined();
  });
});
