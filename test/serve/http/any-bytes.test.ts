import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const service = fakeService();
let port = 0;

beforeAll(async () => {
  port = await listening(service.app);
});
afterAll(() => service.app.close());

const HEADERS = `Host: x\r\nConnection: close\r\nAuthorization: Bearer ${TOKENS.all}\r\n`;
const VALID = [
  `GET ${RATE}?billing_code=100&npi=1000000001 HTTP/1.1\r\n${HEADERS}\r\n`,
  `POST ${BATCH} HTTP/1.1\r\n${HEADERS}Content-Type: application/json\r\nContent-Length: 15\r\n\r\n{"requests":[]}`,
  `POST ${BATCH} HTTP/1.1\r\n${HEADERS}Transfer-Encoding: chunked\r\n\r\nf\r\n{"requests":[]}\r\n0\r\n\r\n`,
];

/** A well-formed request with some of its bytes replaced, taken out or repeated. */
const damaged = fc
  .tuple(
    fc.constantFrom(...VALID),
    fc.array(fc.tuple(fc.nat(300), fc.constantFrom("replace", "remove", "repeat"), fc.nat(255)), { maxLength: 4 }),
  )
  .map(([request, damages]) => {
    const bytes = [...Buffer.from(request)];
    for (const [at, how, byte] of damages) {
      const place = at % bytes.length;
      if (how === "replace") bytes[place] = byte;
      else if (how === "remove") bytes.splice(place, 1);
      else bytes.splice(place, 0, bytes[place] as number);
    }
    return Buffer.from(bytes);
  });

async function expectNoFailure(sent: Buffer): Promise<void> {
  const received = await exchange(port, sent, true);
  for (const [, status] of received.matchAll(/HTTP\/1\.1 (\d{3}) /g)) expect(Number(status)).toBeLessThan(500);
  if (received === "" || received.startsWith("HTTP/1.1 100")) return;
  const { status, headers, body } = firstAnswer(received);
  if (status >= 400 && body !== "") problemDocument(status, headers["content-type"], body);
}

describe("Whatever bytes arrive, the service neither fails nor falls", () => {
  it("when they are arbitrary", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) => expectNoFailure(Buffer.from(bytes))),
      { numRuns: 150 },
    );
  });

  it("when they were a request once", async () => {
    await fc.assert(fc.asyncProperty(damaged, expectNoFailure), { numRuns: 400 });
    expect(service.failures).toEqual([]);
  });

  it("when they form a path", async () => {
    const segment = fc.oneof(
      fc.constantFrom(
        "api",
        "v1",
        "zz",
        "tx",
        "outpatient",
        "rate",
        "batch",
        "..",
        "",
        "%2e",
        "%2F",
        "docs",
        "problems",
      ),
      fc.string({ unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)) }),
    );
    const path = fc.array(segment, { maxLength: 6 }).map((segments) => `/${segments.join("/")}`);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("GET", "POST", "PUT", "OPTIONS", "SEARCH"), path, (method, url) =>
        expectNoFailure(Buffer.from(`${method} ${url} HTTP/1.1\r\n${HEADERS}\r\n`)),
      ),
      { numRuns: 300 },
    );
    expect(service.failures).toEqual([]);
  });
});
