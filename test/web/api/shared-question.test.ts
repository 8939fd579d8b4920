import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { askTogether } from "../../../web/src/api/ask.ts";

let server: Server;
let address: string;
/** What was asked and not answered yet. */
let waiting: ServerResponse[] = [];

beforeAll(async () => {
  server = createServer((_request, response) => {
    waiting.push(response);
    server.emit("asked");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/price`;
});

beforeEach(() => {
  waiting = [];
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function wish() {
  const controller = new AbortController();
  return { answer: askTogether<{ rate: string }>(address, controller.signal, "default"), controller };
}

describe("a question that two parts of a view ask at the same time", () => {
  test("is sent once and answered to both; asked later, it is sent again", async () => {
    const asked = once(server, "asked");
    const [one, other] = [wish(), wish()];
    await asked;
    waiting[0]?.end('{"rate":"24.00"}');
    for (const { answer } of [one, other]) expect(await answer).toMatchObject({ ok: true, body: { rate: "24.00" } });
    expect(waiting).toHaveLength(1);

    const askedAgain = once(server, "asked");
    const later = wish();
    await askedAgain;
    waiting[1]?.end('{"rate":"25.00"}');
    expect(await later.answer).toMatchObject({ body: { rate: "25.00" } });
  });

  test("goes on for the one when the other no longer wants it", async () => {
    const asked = once(server, "asked");
    const [one, other] = [wish(), wish()];
    await asked;
    const withdrawn = expect(one.answer).rejects.toThrow("abort");
    one.controller.abort();
    waiting[0]?.end('{"rate":"24.00"}');
    expect(await other.answer).toMatchObject({ ok: true, body: { rate: "24.00" } });
    await withdrawn;
  });

  test("is withdrawn when neither wants it, and the next who asks is not withdrawn with it", async () => {
    const asked = once(server, "asked");
    const [one, other] = [wish(), wish()];
    await asked;
    const closed = once(waiting[0] as ServerResponse, "close");
    const withdrawn = [one, other].map(({ answer }) => expect(answer).rejects.toThrow("abort"));
    one.controller.abort();
    other.controller.abort();
    const askedAgain = once(server, "asked");
    const next = wish();
    await Promise.all([closed, askedAgain]);
    waiting[1]?.end('{"rate":"25.00"}');
    expect(await next.answer).toMatchObject({ body: { rate: "25.00" } });
    await Promise.all(withdrawn);
  });
});
