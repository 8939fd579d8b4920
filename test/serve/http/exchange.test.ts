import { once } from "node:events";
import { connect } from "node:net";
import { expect, it, vi } from "vitest";
import type { OwnBytes } from "../../../src/core/runtime/memory.ts";
import type { LongWork } from "../../../src/serve/http/long-work/question.ts";
import { SOON } from "../../support/waiting.ts";
import { fakeService, SEARCH, TOKENS } from "./support/fake-app.ts";
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
