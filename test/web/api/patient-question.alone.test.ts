import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { ask, askPatiently } from "../../../web/src/api/ask.ts";

let server: Server;
let address: string;
let asked = 0;
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/price`;
});

beforeEach(() => {
  asked = 0;
});

afterEach(() => vi.restoreAllMocks());

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Refuses until it has been asked so often. */
function limited(refusals: number, retryAfter: string) {
  return (response: ServerResponse) => {
    if (asked > refusals) {
      response.end('{"rate":"24.00"}');
      return;
    }
    response.writeHead(429, { "retry-after": retryAfter });
    response.end(JSON.stringify({ status: 429, code: "rate_limited", title: "Too many", detail: "Wait." }));
  };
}

async function patiently() {
  const onLimited = vi.fn();
  const said = await askPatiently(address, new AbortController().signal, "default", onLimited);
  return { isPriced: said.ok, asked, waits: onLimited.mock.calls.length };
}

describe("a question beyond the limit of the key", () => {
  test.each([
    ["is asked again when the limit lets it through in a moment", 2, "0", { isPriced: true, asked: 3, waits: 2 }],
    ["is given up after two more tries", 3, "0", { isPriced: false, asked: 3, waits: 2 }],
    ["is not waited for where that takes long", 1, "6", { isPriced: false, asked: 1, waits: 0 }],
    ["is not asked again where nothing is said of when", 1, "", { isPriced: false, asked: 1, waits: 0 }],
  ])("%s", async (_, refusals, retryAfter, expected) => {
    answer = limited(refusals, retryAfter);
    expect(await patiently()).toEqual(expected);
  });

  test("is not asked again when nobody wants it any longer", async () => {
    answer = limited(1, "1");
    const wish = new AbortController();
    const said = askPatiently(address, wish.signal, "default", () => wish.abort());
    await expect(said).rejects.toThrow("abort");
    expect(asked).toBe(1);
  });
});

describe("a question that is not answered", () => {
  test.each([
    ["at all", () => {}],
    ["to its end", (response: ServerResponse) => void response.write('{"rate":')],
  ])("%s is given up after 30 seconds, and that is said", async (_, begun) => {
    answer = begun;
    const brief = AbortSignal.timeout(200);
    const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(brief);
    expect(await ask(address)).toMatchObject({ ok: false, problem: { code: "too_slow" } });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  test("is withdrawn, not too slow, when nobody wants it any longer", async () => {
    answer = () => {};
    await expect(ask(address, { signal: AbortSignal.timeout(50) })).rejects.toThrow("timeout");
  });
});
