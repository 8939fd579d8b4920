import { once } from "node:events";
import { createServer, type RequestListener, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { search } from "../../src/answers/search.ts";
import type { Day } from "../../src/core/calendar/day.ts";
import type { BackendRequest } from "../../src/mcp/backend.ts";
import { MCP_LIMITS } from "../../src/mcp/limits.ts";
import { serverBackend } from "../../src/mcp/server-backend.ts";
import { states } from "../../src/states/index.ts";
import { createKey, serve } from "../cli/support/ratebook.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { SOON } from "../support/waiting.ts";
import { Agent } from "./support/agent.ts";
import { sampleBackend } from "./support/sample-backend.ts";
import { sampleRelease } from "./support/sample-release.ts";

const folder = temporaryFolder();
let release: string;
const home = join(folder.path, "home");
let server: RunningServer;
let key: string;
let overHttp: Agent;
let here: Agent;
let close: () => void;

beforeAll(async () => {
  release = await sampleRelease(folder.path);
  ({ key } = await createKey(home));
  server = await serve(release, home).started();
  // Written with the prefix of the API, which clients are told to use as their base.
  const url = `http://127.0.0.1:${server.port}/api/v1/`;
  const sample = await sampleBackend();
  close = sample.close;
  [overHttp, here] = await Promise.all([
    Agent.ofCommand(["--url", url], { RATEBOOK_API_KEY: key }).connected(),
    Agent.over(sample.backend).connected(),
  ]);
});

afterAll(async () => {
  await Promise.all([overHttp?.close(), here?.close()]);
  close?.();
  await server?.stop();
  folder.remove();
});

const VISIT = { npi: "1000100010", billing_code: "99213" };
const ON = { date_of_service: "2026-10-01" };

test.each([
  ["price", { state: "ca", setting: "outpatient", parameters: { ...VISIT, ...ON, child_patient: true } }],
  [
    "price",
    {
      state: "ca",
      setting: "outpatient",
      parameters: { provider_name: "poppy & médical", ...ON, billing_code: "99213" },
    },
  ],
  ["explain", { state: "ca", setting: "outpatient", parameters: { ...VISIT, ...ON } }],
  ["history", { state: "ca", setting: "outpatient", parameters: VISIT }],
  [
    "compare",
    {
      state: "ca",
      setting: "inpatient",
      parameters: { provider_name: "medical", billing_code: "560-1", admit_date: "2026-10-01" },
    },
  ],
  ["options", { state: "ca", setting: "outpatient", ...VISIT, date: "2026-10-01" }],
  ["search", { state: "ca", parameters: { provider_name: "medical", limit: 3 } }],
  ["coverage", { state: "ca", date: "2026-10-01" }],
  ["parameters", { state: "fl", setting: "outpatient" }],
] as const)("%s of a server is that of its release", async (tool, sent) => {
  expect(await overHttp.answer(tool, sent)).toEqual(await here.answer(tool, sent));
});

const CLAIMS = `NPI,HCPCS,DOS,Paid\n1000100010,99213,2026-10-01,1.00\n12,99213,2026-10-01,2.00\n`;

/** How many jobs the key has on the server. */
async function jobsLeft(): Promise<number> {
  const response = await server.fetch("/api/v1/reprice", { headers: { authorization: `Bearer ${key}` } });
  return ((await response.json()) as { readonly jobs: readonly unknown[] }).jobs.length;
}

test("reprice has a job of the server price the claims, and leaves nothing there", async () => {
  const sent = { state: "ca", setting: "outpatient", claims: CLAIMS };
  const { notes, ...answer } = await overHttp.answer("reprice", sent);
  const { notes: notesHere, ...answerHere } = await here.answer("reprice", sent);
  expect(answer).toEqual(answerHere);
  expect(JSON.stringify([notes, notesHere])).toContain("HCPCS = billing_code");
  expect(await jobsLeft()).toBe(0);
  const unclear = { ...sent, claims: "Dog,Cat\n1,2\n" };
  expect(await overHttp.refusal("reprice", unclear)).toMatch(/billing_code[\s\S]*\(invalid_file\)$/);
  expect(await jobsLeft()).toBe(0);
});

test("a call that is cancelled ends its job", async () => {
  // Passes requests on, and never answers how far the job is: the call ends by being cancelled alone, at that moment.
  const cancelling = new AbortController();
  const statuses: unknown[] = [];
  const proxy = createServer((asked, answer) => {
    if (asked.method === "GET") return cancelling.abort(new Error("left"));
    const { url: path = "", method = "", headers } = asked;
    const passed = request({ port: server.port, path, method, headers }, (answered) => {
      statuses.push(answered.statusCode);
      answer.writeHead(answered.statusCode ?? 0, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(passed);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  const { port } = proxy.address() as AddressInfo;
  const backend = serverBackend({
    ...{ address: `http://127.0.0.1:${port}`, key, states, today: () => "2026-10-01" as Day },
  });
  const [state] = states;
  const claims = "NPI,HCPCS,DOS,Paid\n1000100010,99213,2026-10-01,1.00\n";
  const asked = { kind: "claims", state, fields: { state: "ca", setting: "outpatient" }, claims } as BackendRequest;
  await expect(backend.answer(asked, cancelling.signal)).rejects.toThrow("left");
  // The server had accepted the job.
  expect(statuses[0]).toBe(202);
  await vi.waitFor(async () => expect(await jobsLeft()).toBe(0), SOON);
});

test("faults and the scope of the key are told as the server tells them", async () => {
  const bad = { state: "ca", setting: "outpatient", parameters: { npi: "12", bilingcode: "99213" } };
  const notices = await overHttp.refusal("price", bad);
  expect(notices).toEqual(await here.refusal("price", bad));
  expect(notices).toContain("did you mean billing_code?");
  const elsewhere = { state: "fl", setting: "outpatient", parameters: { npi: "1000810014", billing_code: "99213" } };
  expect(await overHttp.refusal("price", elsewhere)).toMatch(/fl.*\(state_not_enabled\)$/);
  expect(overHttp.log).toContain(`answering from the server http://127.0.0.1:${server.port}\n`);
  expect(overHttp.log).not.toContain(key);
  // The key never leaves this machine.
  expect(overHttp.log).not.toContain("unencrypted");
});

test("a server that was not told to serve agents at /mcp has no such path", async () => {
  const headers = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await server.fetch("/mcp", { method: "POST", body, headers });
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
});

const KEY = "rb_test_never_shown";
const SEARCH = {
  kind: search,
  state: states[0],
  setting: null,
  fields: { provider_name: "medical" },
} as BackendRequest;

/** Asks a server that does as it is told here. */
async function answerOf(listener: RequestListener, abandoned = new AbortController().signal) {
  const other: Server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  const backend = serverBackend({
    address: `http://127.0.0.1:${port}`,
    key: KEY,
    states,
    today: () => "2026-10-01" as Day,
  });
  try {
    return await backend.answer(SEARCH, abandoned);
  } finally {
    other.closeAllConnections();
    other.close();
  }
}

describe("a server that is none, or not well", () => {
  test.each<[string, RequestListener, string]>([
    ["a page", (_, response) => response.end("<html>"), "it answered 200"],
    [
      "a redirection, which a key must not follow",
      (_, response) => response.writeHead(302, { location: "http://127.0.0.1:1/" }).end(),
      "No answer of Ratebook",
    ],
    ["a broken connection", (request) => request.socket.destroy(), "No answer of Ratebook"],
    [
      "an answer without an end",
      (_, response) => {
        response.writeHead(200, { "ratebook-release": "1 abc" });
        response.write(Buffer.alloc(MCP_LIMITS.serverAnswerBytesMax + 1, 32));
      },
      `more than ${MCP_LIMITS.serverAnswerBytesMax} bytes`,
    ],
    [
      "a problem with a time to wait",
      (_, response) => {
        response.writeHead(429, { "content-type": "application/problem+json", "retry-after": "7" });
        response.end(JSON.stringify({ code: "rate_limited", detail: "Too many lookups." }));
      },
      "Too many lookups. Try again in 7 seconds.",
    ],
    [
      "a problem that is no JSON",
      (_, response) => response.writeHead(500, { "content-type": "application/problem+json" }).end("{"),
      "No answer of Ratebook",
    ],
  ])("%s", async (_, listener, message) => {
    const answer = await answerOf(listener);
    expect(answer.ok ? "" : answer.refused.detail).toContain(message);
    expect(JSON.stringify(answer)).not.toContain(KEY);
  });

  test("a question that nobody waits for is given up", async () => {
    const cancelling = new AbortController();
    const asked = answerOf(() => cancelling.abort(new Error("left")), cancelling.signal);
    await expect(asked).rejects.toThrow("left");
  });
});
