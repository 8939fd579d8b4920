import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { getOverNetwork } from "../../src/mcp/network.ts";
import { states } from "../../src/states/index.ts";
import { createKey, serve } from "../cli/support/ratebook.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { Agent } from "./support/agent.ts";
import { sampleRelease } from "./support/sample-release.ts";

const folder = temporaryFolder();
const home = join(folder.path, "home");
let server: RunningServer;
let key: string;
let agent: Agent;

beforeAll(async () => {
  const release = await sampleRelease(folder.path);
  ({ key } = await createKey(home));
  server = await serve(release, home).started();
  const get = getOverNetwork(`http://127.0.0.1:${server.port}`, key);
  agent = await Agent.over({ states, get }).connected();
});

afterAll(async () => {
  await agent?.close();
  await server?.stop();
  folder.remove();
});

const VISIT = { setting: "outpatient", billing_code: "99213", date_of_service: "2026-10-01" };

test("price of a server is its answer over HTTP", async () => {
  const named = { state: "ca", ...VISIT, provider_name: "poppy & médical" };
  const { prices } = await agent.answer("price", named);
  const { state: _, setting: __, ...query } = named;
  const response = await server.fetch(`/api/v1/ca/outpatient/rate?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [result] = (await response.json()) as readonly [{ readonly payment_rate: string }];
  expect(prices).toMatchObject([{ result: { payment_rate: result.payment_rate } }]);
});

test("a state that the key lacks is refused in the words of the server", async () => {
  expect(await agent.refusal("price", { state: "fl", ...VISIT, npi: "1000810014" })).toMatch(
    /fl.*\(state_not_enabled\)$/,
  );
});

test("a server without --mcp has no path for agents", async () => {
  const headers = { authorization: `Bearer ${key}` };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const answer = await server.fetch("/mcp", { method: "POST", body, headers });
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: "not_found" }]);
});

const KEY = "rb_test_never_shown";

/** The answer of a server that does what the listener does. */
async function answerOf(listener: RequestListener, abandoned = new AbortController().signal) {
  const other: Server = createServer(listener).listen(0, "127.0.0.1");
  await new Promise((resolve) => other.once("listening", resolve));
  const { port } = other.address() as AddressInfo;
  try {
    return await getOverNetwork(`http://127.0.0.1:${port}`, KEY)("/", abandoned);
  } finally {
    other.closeAllConnections();
    other.close();
  }
}

describe("a server that is not Ratebook, or is broken", () => {
  test.each<[string, RequestListener, string]>([
    ["a page", (_, response) => response.end("<html>"), "it answered 200"],
    [
      "a redirection, which a key must not follow",
      ({ url }, response) => {
        if (url === "/") response.writeHead(302, { location: "/elsewhere" }).end();
        else response.writeHead(200, { "x-request-id": "1", "content-type": "application/json" }).end("{}");
      },
      "No answer of Ratebook",
    ],
    [
      "the error page of a proxy",
      (_, response) => response.writeHead(502, { "x-request-id": "1", "content-type": "text/html" }).end("<html>"),
      "it answered 502",
    ],
    ["a broken connection", (request) => request.socket.destroy(), "No answer of Ratebook"],
  ])("%s", async (_, listener, message) => {
    const failed = answerOf(listener);
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.not.toThrow(KEY);
  });

  test("a call that is cancelled is given up", async () => {
    const cancelling = new AbortController();
    const sent = answerOf(() => cancelling.abort(new Error("left")), cancelling.signal);
    await expect(sent).rejects.toThrow("left");
  });
});
