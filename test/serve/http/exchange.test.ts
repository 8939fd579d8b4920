import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it, vi } from "vitest";
import type { OwnBytes } from "../../../src/core/runtime/memory.ts";
import type { LongWork } from "../../../src/serve/http/long-work/question.ts";
import { SOON } from "../../support/waiting.ts";
import { ask } from "./support/ask.ts";
import { BATCH, batch, bearer, fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { firstAnswer, listening } from "./support/raw-socket.ts";

const REST = "the rest";
const HEAD = `GET ${SEARCH}?provider_name=clinic HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n`;

it.each([
  ["at once", `${HEAD}Connection: close\r\n\r\n`, ""],
  ["while a body is on its way", `${HEAD}Connection: close\r\nContent-Length: ${REST.length}\r\n\r\n`, REST],
])("the memory of an answer in parts is given back when it has been sent %s", async (_when, request, rest) => {
  const parts: OwnBytes[] = ["[1,", "2]"].map((text) => new TextEncoder().encode(text));
  const work: LongWork = { answer: async () => ({ ok: true, body: parts, lookups: 0 }) };
  const { app } = fakeService({ longWork: () => work });
  const socket = connect(await listening(app), "127.0.0.1").setEncoding("latin1");
  let received = "";
  socket.on("data", (text) => {
    received += text;
  });
  const closed = once(socket, "close");
  socket.write(request);
  await vi.waitFor(() => expect(received).toContain("2]"), SOON);
  socket.write(rest);
  await closed;
  expect(firstAnswer(received).body).toBe("[1,2]");
  await vi.waitFor(() => expect(parts.map(({ length }) => length)).toEqual([0, 0]), SOON);
  await app.close();
});

describe("What is observed of a request", () => {
  it("is its route, what it came to, and whose it was", async () => {
    const { app, observed } = fakeService();
    const response = await ask(app, get(`${RATE}?billing_code=100&npi=1000000001`));
    expect(observed).toEqual([
      {
        requestId: response.headers["x-request-id"],
        route: "/api/v1/:state/outpatient/rate",
        method: "GET",
        status: 200,
        state: "zz",
        setting: "outpatient",
        problem: null,
        durationMilliseconds: expect.any(Number),
        lookups: 1,
        priced: 1,
        keyId: "id-all",
      },
    ]);
  });

  it.each([
    [get(SEARCH), { route: "/api/v1/:state/providers/search", setting: null, lookups: 0 }],
    [batch({ requests: [{}, {}] }), { route: "/api/v1/:state/outpatient/rate/batch", lookups: 2 }],
    [batch("{"), { route: "/api/v1/:state/outpatient/rate/batch", lookups: 0, problem: "invalid_json" }],
    [{ url: RATE }, { route: "/api/v1/:state/outpatient/rate", state: "zz", problem: "missing_api_key", keyId: null }],
    [{ url: `${RATE}?api_key=1` }, { route: "/api/v1/:state/outpatient/rate", problem: "api_key_in_query" }],
    [get("/api/v1/tx/inpatient/rate"), { route: "/api/v1/:state/inpatient/rate", state: null, keyId: "id-all" }],
    [{ url: "/nothing/1234" }, { route: "*", status: 404, state: null }],
    [{ url: "/%zz" }, { route: "*", status: 400, problem: "malformed_request" }],
    [{ url: "/livez" }, { route: "/livez", status: 200, state: null }],
    [
      { method: "PUT" as const, url: BATCH },
      { route: "/api/v1/:state/outpatient/rate/batch", status: 405 },
    ],
  ])("is bounded: %o", async (request, expected) => {
    const { app, observed } = fakeService();
    await ask(app, request);
    expect(observed).toHaveLength(1);
    expect(observed[0]).toMatchObject(expected);
  });

  it("never holds anything that the client wrote", async () => {
    const { app, observed } = fakeService();
    const secret = "s3cret";
    const requests = [
      get(`${RATE}?billing_code=100&npi=1000000001&reference_id=${secret}`),
      get(`${RATE}?${secret}=${secret}&reference_id=${secret.repeat(50)}`),
      get(`/${secret}`),
      get(`${SEARCH}?provider_name=${secret}`),
      { url: `/api/v1/zz/outpatient/rate?api_key=${secret}`, headers: bearer(secret) },
      { url: RATE, headers: { ...bearer(secret), "x-request-id": secret, "user-agent": secret } },
      batch({ requests: [{ reference_id: secret }, { [secret]: secret }] }),
      batch(`{"${secret}`),
    ];
    const answers = [];
    for (const request of requests) answers.push(await ask(app, request));
    expect(JSON.stringify(observed)).not.toContain(secret);
    expect(JSON.stringify(answers.map(({ headers }) => headers))).not.toContain(secret);
  });

  it("has a request id of its own that no two requests share", async () => {
    const { app } = fakeService();
    const ids = new Set<unknown>();
    for (let count = 0; count < 50; count += 1) ids.add((await ask(app, "/livez")).headers["x-request-id"]);
    expect(ids.size).toBe(50);
  });

  it("is not kept back by a key without an identifier", async () => {
    const { app, observed } = fakeService();
    await ask(app, { url: RATE, headers: bearer(TOKENS.onlyYonder) });
    expect(observed[0]).toMatchObject({ keyId: "id-yonder", problem: "state_not_enabled" });
  });
});
