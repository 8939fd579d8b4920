import { once } from "node:events";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { BytesInFlight } from "../../../src/serve/http/bytes-in-flight.ts";
import { BATCH, fakeService, RATE, TOKENS } from "./support/fake-app.ts";
import { listening } from "./support/raw-socket.ts";

const BODY = '{"requests":[]}';
const LENGTH = `Content-Length: ${BODY.length}\r\n`;

/** The first that a client hears which waits with its body. */
async function firstHeard(request: string, service = fakeService()): Promise<string> {
  const { app } = service;
  const socket = connect(await listening(app), "127.0.0.1").setEncoding("latin1");
  socket.write(request);
  const [text] = (await once(socket, "data")) as [string];
  socket.destroy();
  await app.close();
  return text;
}

function asking(path: string, headers: string, token: string = TOKENS.all): string {
  return `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nExpect: 100-continue\r\n${headers}\r\n`;
}

describe("A client that asks whether its body is wanted hears the final status", () => {
  it.each([
    ["401 where its key is unknown", 401, asking(BATCH, LENGTH, "nobody")],
    ["403 where its key is not enabled", 403, asking(BATCH, LENGTH, TOKENS.onlyYonder)],
    ["404 where there is nothing", 404, asking("/nothing", LENGTH)],
    ["405 where no body is read", 405, asking(RATE, LENGTH)],
    ["413 where the body is too large", 413, asking(BATCH, "Content-Length: 5000000\r\n")],
    ["415 where it is not JSON", 415, asking(BATCH, `${LENGTH}Content-Type: text/csv\r\n`)],
    ["429 where its key has used up its lookups", 429, asking(BATCH, LENGTH, TOKENS.exhausted)],
    ["503 where there is no data", 503, asking("/api/v1/yy/outpatient/rate/batch", LENGTH)],
    ["400 where there is a key in the query", 400, asking(`${BATCH}?api_key=1`, LENGTH)],
  ])("%s", async (_what, status, request) => {
    const heard = await firstHeard(request);
    expect(heard).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    // What follows on the connection could be the body or not.
    expect(heard).toMatch(/\r\nconnection: close\r\n/i);
  });

  it("429 where its key has too much under way", async () => {
    const bytesInFlight = new BytesInFlight(1_000_000, 2_000_000);
    bytesInFlight.hold("id-all", 1_000_000);
    const heard = await firstHeard(asking(BATCH, "Content-Length: 100000\r\n"), fakeService({ bytesInFlight }));
    expect(heard).toMatch(/^HTTP\/1.1 429 /);
    expect(heard).toContain('"code":"too_much_at_once"');
  });
});

it("a client whose body is wanted is asked for it, and answered when it has sent it", async () => {
  const { app } = fakeService();
  const socket = connect(await listening(app), "127.0.0.1").setEncoding("latin1");
  socket.write(asking(BATCH, LENGTH));
  expect(await once(socket, "data")).toEqual(["HTTP/1.1 100 Continue\r\n\r\n"]);
  socket.write(BODY);
  expect(String(await once(socket, "data"))).toMatch(/^HTTP\/1.1 200 OK/);
  socket.destroy();
  await app.close();
});
