import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Api } from "../../src/mcp/api.ts";
import { answerAgent } from "../../src/mcp/streamable-http.ts";
import { HTTP_LIMITS } from "../../src/serve/http/limits.ts";
import { states } from "../../src/states/index.ts";
import { createKey, ratebook, serve } from "../cli/support/ratebook.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { sampleRelease } from "./support/sample-release.ts";

const folder = temporaryFolder();
const home = join(folder.path, "home");
let release: string;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  release = await sampleRelease(folder.path);
  ({ key } = await createKey(home));
  server = await serve(release, home, "--mcp", "--workers", "2").started();
});

afterAll(async () => {
  await server?.stop();
  folder.remove();
});

const VISIT = {
  state: "ca",
  setting: "outpatient",
  npi: "1000700140",
  billing_code: "99213",
  date_of_service: "2026-10-01",
};

/** The SDK's own client with a key. */
async function connected(secret: string): Promise<Client> {
  const client = new Client({ name: "test", version: "1" });
  const transport = new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${server.port}/mcp`), {
    // As RunningServer does: a connection that was kept may be closed just when it is used again.
    requestInit: { headers: { authorization: `Bearer ${secret}`, connection: "close" } },
  });
  await client.connect(transport);
  return client;
}

interface Called {
  readonly isError?: boolean;
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly content: readonly [{ readonly text: string }];
}

async function called(client: Client, name: string, sent: Record<string, unknown>): Promise<Called> {
  return (await client.callTool({ name, arguments: sent })) as unknown as Called;
}

/** A message by hand, for what no client sends. */
function posted(body: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return server.fetch("/mcp", {
    method: "POST",
    body,
    headers: {
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
      authorization: `Bearer ${key}`,
      ...headers,
    },
  });
}

function message(method: string, params: object): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
}

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });

describe("an agent with a key", () => {
  let client: Client;

  beforeAll(async () => {
    client = await connected(key);
  });
  afterAll(() => client?.close());

  test("has every tool, for the states of its key", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["parameters", "search", "price", "explain", "options"]);
    expect(tools.find(({ name }) => name === "price")?.inputSchema.properties?.state).toMatchObject({ enum: ["ca"] });
  });

  test("has the prices of the API, whichever worker answers", async () => {
    const query = "npi=1000700140&billing_code=99213&date_of_service=2026-10-01";
    const response = await server.fetch(`/api/v1/ca/outpatient/rate?${query}`, {
      headers: { authorization: `Bearer ${key}` },
    });
    const [result] = (await response.json()) as readonly [{ readonly payment_rate: string }];
    const answers = await Promise.all(Array.from({ length: 8 }, () => called(client, "price", VISIT)));
    for (const { structuredContent } of answers) {
      expect(structuredContent).toMatchObject({ prices: [{ result: { payment_rate: result.payment_rate } }] });
    }
  });

  test("is refused other states than those of its key", async () => {
    const { isError, content } = await called(client, "price", { ...VISIT, state: "fl" });
    expect([isError, content[0].text]).toEqual([true, expect.stringContaining("expected one of ca")]);
  });
});

describe("messages that are refused", () => {
  test.each([
    ["a wrong key", { authorization: "Bearer rb_nothing" }, 401],
    ["no key", { authorization: "" }, 401],
    ["a page of another origin", { origin: "https://evil.example" }, 403],
    ["another media type", { "content-type": "text/plain" }, 415],
    ["a client that takes no JSON", { accept: "text/html" }, 406],
  ])("%s", async (_, headers, status) => {
    expect((await posted(LIST, headers)).status).toBe(status);
  });

  test("the session of the page in place of a key", async () => {
    const origin = `http://127.0.0.1:${server.port}`;
    const headers = { authorization: `Bearer ${key}`, origin };
    const begun = await server.fetch("/session", { method: "POST", headers });
    const cookie = String(begun.headers.get("set-cookie")).split(";", 1)[0] as string;
    const lookup = await server.fetch("/api/v1/ca/providers/search?limit=1", { headers: { cookie } });
    expect(lookup.status).toBe(200);
    const { status, headers: answered } = await posted(LIST, { authorization: "", cookie, origin });
    expect([status, answered.get("www-authenticate")]).toEqual([401, "Bearer"]);
  });

  test("a page of the same origin is answered", async () => {
    expect((await posted(LIST, { origin: `http://127.0.0.1:${server.port}` })).status).toBe(200);
  });

  test("no JSON, with an error of the protocol", async () => {
    const response = await posted("{");
    expect([response.status, await response.json()]).toMatchObject([400, { jsonrpc: "2.0", error: { code: -32700 } }]);
  });

  test("a body that is too large, whether its length is declared or not", async () => {
    const body = JSON.stringify({ text: "x".repeat(HTTP_LIMITS.agentMessageBytesMax) });
    // The server closes the connection of such a body: no other message may follow on it.
    const response = await posted(body, { connection: "close" });
    const detail = expect.stringContaining("65536 bytes. Send one call in each request.");
    expect([response.status, await response.json()]).toMatchObject([413, { code: "payload_too_large", detail }]);
  });

  test("other methods: there are no streams and no sessions", async () => {
    for (const method of ["GET", "DELETE"]) {
      const { status, headers } = await server.fetch("/mcp", { method, headers: { authorization: `Bearer ${key}` } });
      expect([status, headers.get("allow")]).toEqual([405, "POST"]);
    }
  });
});

test("messages and the requests of tools count against the limit of the key", async () => {
  // Four lookups in each window of ten seconds: two messages connect, a price is a message and a request.
  const { key: limited } = await createKey(home, "--rate", "24");
  const client = await connected(limited);
  let refusal: string | null = null;
  for (let calls = 0; refusal === null && calls < 20; calls += 1) {
    refusal = await called(client, "price", VISIT).then(
      ({ isError, content }) => (isError ? content[0].text : null),
      (error: Error) => error.message,
    );
  }
  expect(refusal).toMatch(/429|rate_limited/);
  await client.close();
});

test("no key and nothing that was sent reaches the log", async () => {
  await posted(
    JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "price", arguments: VISIT } }),
  );
  const log = server.output + server.complaints;
  expect(log).toContain('"route":"/mcp"');
  expect(log).not.toContain(key);
  expect(log).not.toContain("1000700140");
});

test("the request of a call ends when its client has left", async () => {
  const left = new AbortController();
  let ended = false;
  const request = new Request("http://localhost/mcp", {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", "content-type": "application/json" },
    body: message("tools/call", { name: "price", arguments: VISIT }),
  });
  const get: Api["get"] = (_, abandoned) =>
    new Promise((_, reject) => {
      abandoned.addEventListener("abort", () => {
        ended = true;
        reject(abandoned.reason);
      });
      left.abort(new Error("left"));
    });
  const answer = answerAgent(request, { states, get }, { abandoned: left.signal, reportFailure: () => {} });
  await expect(answer).rejects.toThrow("left");
  expect(ended).toBe(true);
});

test("usage counts the lookups of tools, by state and setting", async () => {
  const { id, key: counted } = await createKey(home);
  for (const [name, sent] of [
    ["price", VISIT],
    ["search", { state: "ca", provider_name: "medical" }],
  ] as const) {
    const answer = await posted(message("tools/call", { name, arguments: sent }), {
      authorization: `Bearer ${counted}`,
    });
    expect([name, answer.status]).toEqual([name, 200]);
  }
  // The last test of this server: what its workers have counted is written when it stops.
  expect(await server.stop()).toBe(0);
  const { stdout } = await ratebook(["usage", "--home", home, "--key", id, "--by", "setting", "--csv"]);
  expect(stdout).toBe("setting,lookups,results_priced\noutpatient,1,1\n");
});
