import * as fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Undecodable } from "../../../src/pricing/request/read.ts";
import { carriesApiKey, parseQuery } from "../../../src/serve/http/query.ts";
import { runs } from "../../support/property-runs.ts";
import { type Answered, ask } from "./support/ask.ts";
import { problemDocument } from "./support/expect-problem.ts";
import { BATCH, batch, bearer, fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, firstAnswer, listening } from "./support/raw-socket.ts";

const { app, failures } = fakeService();

const KNOWN_NAMES = [
  "reference_id",
  "billing_code",
  "npi",
  "state_provider_id",
  "provider_name",
  "size",
  "child_patient",
  "length_of_stay",
  "total_charges",
  "date_of_service",
  "limit",
  "__proto__",
  "constructor",
  "toString",
];

const name = fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...KNOWN_NAMES) }, fc.string({ unit: "binary" }));
const plausibleText = fc.constantFrom("100", "1000000001", "clinic", "small", "true", "3", "12.50", "2026-01-31", "");
const text = fc.oneof(plausibleText, fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));

/** Encoded as a careful client does it, as a careless one does it, or not at all. */
const queryText = fc.oneof(
  fc.string().map(encodeURI),
  fc
    .array(fc.tuple(name, text), { maxLength: 8 })
    .map((pairs) => pairs.map(([key, value]) => `${wellFormed(key)}=${wellFormed(value)}`).join("&")),
  fc
    .array(fc.constantFrom("%", "%f", "%ff", "%C3%A9", "+", "&", "=", "npi", "1", "%00"), { maxLength: 20 })
    .map((parts) => parts.join("")),
);

function wellFormed(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

const item = fc.oneof(
  { weight: 4, arbitrary: fc.dictionary(name, fc.oneof(text, fc.jsonValue(), fc.double(), fc.integer())) },
  fc.jsonValue(),
);

function answered({ statusCode, headers, body }: Answered): string {
  expect(statusCode).toBeLessThan(500);
  if (statusCode === 200) JSON.parse(body);
  else problemDocument(statusCode, headers["content-type"], body);
  return body;
}

describe("Whatever is sent, the answer is a result or a problem document, and never a failure", () => {
  it("in a query string", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(RATE, SEARCH, BATCH, "/", "/docs"), queryText, async (path, query) => {
        const response = await ask(app, { url: `${path}?${query}`, headers: bearer(TOKENS.all) });
        if (response.statusCode === 200 && !path.startsWith("/api")) return;
        if (response.statusCode === 302) return;
        answered(response);
      }),
      runs(150),
    );
    expect(failures).toEqual([]);
  });

  it("in the items of a batch", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(item, { maxLength: 5 }), async (requests) => {
        const body = JSON.parse(answered(await ask(app, batch({ requests }))));
        expect(body.batch_size).toBe(requests.length);
        expect(body.responses).toHaveLength(requests.length);
      }),
      runs(120),
    );
    expect(failures).toEqual([]);
  });

  it("in a body and its headers", async () => {
    const body = fc.oneof(
      fc.json().map((json) => Buffer.from(json)),
      fc.json().map((json) => Buffer.from(`{"requests":${json}}`)),
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
    );
    const mediaType = fc.constantFrom(
      undefined,
      "application/json",
      "text/plain",
      "application/json;;",
      "a/b+json",
      "\t",
      "*/*",
    );
    await fc.assert(
      fc.asyncProperty(body, mediaType, async (payload, type) => {
        const headers = { ...bearer(TOKENS.all), ...(type === undefined ? {} : { "content-type": type }) };
        answered(await ask(app, { method: "POST", url: BATCH, headers, payload }));
      }),
      runs(120),
    );
    expect(failures).toEqual([]);
  });
});

describe("A batch and the single lookups", () => {
  const lookup = fc.record(
    {
      reference_id: fc.string({ unit: "grapheme", maxLength: 20 }),
      billing_code: fc.constantFrom("100", "200", ""),
      npi: fc.constantFrom("1000000001", "1000000002", "9", ""),
      provider_name: fc.constantFrom("clinic", "HOSPITAL", "alpha", "!", ""),
      size: fc.constantFrom("Small", "LARGE", "huge"),
      child_patient: fc.boolean(),
      length_of_stay: fc.integer({ min: -1, max: 40_000 }),
      total_charges: fc.constantFrom("12.345", "-1", "9999999999.99"),
      wrong: fc.constant("x"),
    },
    { requiredKeys: ["billing_code"] },
  );

  it("give the same results, and the same faults, byte for byte", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(lookup, { minLength: 1, maxLength: 4 }), async (requests) => {
        const { body } = await ask(app, batch({ requests }));
        const answers = JSON.parse(body).responses as {
          results: unknown;
          error: { message: string; errors: unknown } | null;
        }[];
        for (const [index, request] of requests.entries()) {
          const query = new URLSearchParams(
            Object.entries(request).map(([key, value]): [string, string] => [key, String(value)]),
          );
          const single = await ask(app, get(`${RATE}?${query}`));
          const { results, error } = answers[index] as (typeof answers)[number];
          if (single.statusCode === 200) {
            expect(JSON.stringify(results)).toBe(single.body);
            expect(error).toBeNull();
          } else {
            expect(results).toMatchObject([{ rate_found: false, error_message: error?.message }]);
            expect(error?.errors).toEqual(single.json().errors);
          }
        }
      }),
      runs(150),
    );
    expect(failures).toEqual([]);
  });
});

describe("The query parser", () => {
  it("gives back what a form would have encoded", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.tuple(fc.string(), fc.string({ unit: "grapheme" })), { selector: ([key]) => key }),
        (pairs) => {
          const sent = pairs.filter(([key]) => key !== "");
          const query = parseQuery(new URLSearchParams(sent).toString());
          expect(Object.entries(query).sort()).toEqual(sent.sort());
        },
      ),
      runs(),
    );
  });
});

describe("any bytes", () => {
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
        fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), (bytes) =>
          expectNoFailure(Buffer.from(bytes)),
        ),
        runs(150),
      );
    });

    it("when they were a request once", async () => {
      await fc.assert(fc.asyncProperty(damaged, expectNoFailure), runs(150));
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
        runs(120),
      );
      expect(service.failures).toEqual([]);
    });
  });
});

describe("A query string", () => {
  it.each([
    ["", {}],
    ["a=1&b=2", { a: "1", b: "2" }],
    ["a=1&a=2&a=3", { a: ["1", "2", "3"] }],
    ["a", { a: "" }],
    ["a=", { a: "" }],
    ["a&b=1", { a: "", b: "1" }],
    ["&&a=1&", { a: "1" }],
    ["a=b=c", { a: "b=c" }],
    ["=1", { "": "1" }],
    ["a=x+y%20z%2B", { a: "x y z+" }],
    ["a+b=1", { "a b": "1" }],
    ["a=%C3%A9", { a: "\u00e9" }],
    ["%zz=1", { "%zz": "1" }],
  ])("%j is read as %j", (text, expected) => {
    expect({ ...parseQuery(text) }).toEqual(expected);
  });

  it("has no names but those sent", () => {
    const query = parseQuery("__proto__=1&constructor=2");
    expect(Object.entries(query)).toEqual([
      ["__proto__", "1"],
      ["constructor", "2"],
    ]);
    expect("toString" in query).toBe(false);
  });

  it.each(["%", "%f", "%zz", "%ff", "%c3"])("cannot decode %j", (value) => {
    expect(parseQuery(`a=${value}`).a).toBeInstanceOf(Undecodable);
  });

  it.each(["api_key=1", "a=1&api_key", "API_KEY=1", "api%5Fkey=1", "api_key=1&api_key=2"])(
    "%j carries a key",
    (text) => {
      expect(carriesApiKey(parseQuery(text))).toBe(true);
    },
  );

  it.each(["", "apikey=1", "a=api_key", "my_api_key=1"])("%j carries none", (text) => {
    expect(carriesApiKey(parseQuery(text))).toBe(false);
  });
});
