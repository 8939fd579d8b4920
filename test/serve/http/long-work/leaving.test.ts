import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import { expect, it } from "vitest";
import type { Answer, LongWork } from "../../../../src/serve/http/long-work/question.ts";
import { BATCH, fakeService, RATE, SEARCH, TOKENS } from "../support/fake-app.ts";
import { listening } from "../support/raw-socket.ts";

const HEAD = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n`;
const BODY = '{"requests":[{},{},{}]}';

it.each([
  ["a batch", `POST ${BATCH} ${HEAD}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
  ["a lookup by name", `GET ${RATE}?billing_code=100&provider_name=clinic ${HEAD}\r\n`],
  ["a search", `GET ${SEARCH}?provider_name=clinic ${HEAD}\r\n`],
])("a client that leaves while %s is worked on ends the work and is observed, not charged", async (_what, request) => {
  const asked = Promise.withResolvers<void>();
  const work: LongWork = {
    answer: (_question, abandoned) => {
      asked.resolve();
      const answer: Answer = { ok: true, body: "[]", lookups: 3 };
      return once(abandoned, "abort").then(() => answer);
    },
  };
  const { app, observed, failures, charged } = fakeService({ longWork: () => work });
  const socket = connect(await listening(app), "127.0.0.1", () => socket.write(request));
  await asked.promise;
  expect(observed).toEqual([]);
  socket.destroy();
  while (observed.length === 0) await after(1);
  expect(observed).toMatchObject([{ status: 499, lookups: 0, keyId: "id-all", problem: null }]);
  expect(charged).toEqual([1]);
  expect(failures).toEqual([]);
  await app.close();
});
