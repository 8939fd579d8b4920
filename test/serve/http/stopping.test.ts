import { expect, it, vi } from "vitest";
import type { RepricingJobs } from "../../../src/reprice/jobs/jobs.ts";
import type { Answer, LongWork } from "../../../src/serve/http/long-work/question.ts";
import { SOON } from "../../support/waiting.ts";
import { ask } from "./support/ask.ts";
import { expectProblem } from "./support/expect-problem.ts";
import { fakeService, get, RATE, SEARCH, TOKENS } from "./support/fake-app.ts";
import { exchange, listening } from "./support/raw-socket.ts";

it("answers every request that was sent ahead on a connection, and ends it with the last of them", async () => {
  const held = Promise.withResolvers<void>();
  let asked = 0;
  const work: LongWork = {
    async answer(): Promise<Answer> {
      asked += 1;
      await held.promise;
      return { ok: true, body: "[]", lookups: 1 };
    },
  };
  const { app, stop } = fakeService({ longWork: () => work });
  const head = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n\r\n`;
  const search = `GET ${SEARCH}?provider_name=clinic ${head}`;
  const lookup = `GET ${RATE}?billing_code=100&npi=1000000001 ${head}`;
  const answered = exchange(await listening(app), `${search}${lookup}${lookup}`);
  await vi.waitFor(() => expect(asked).toBe(1), SOON);
  stop();
  held.resolve();
  // The connection is ended by the service: the client has not asked for it.
  const received = await answered;
  const answers = received.split("HTTP/1.1 ").slice(1);
  expect(answers.map((answer) => [answer.slice(0, 3), /^connection: close/im.test(answer)])).toEqual([
    ["200", false],
    ["200", false],
    ["200", true],
  ]);
  await app.close();
});

it("refuses a new file to reprice before it is read: its job would end with the service", async () => {
  const reserved: string[] = [];
  const jobs = {
    reserve: (keyId: string) => {
      reserved.push(keyId);
      return "all";
    },
    end: async () => {},
  } as unknown as RepricingJobs;
  const { app, stop } = fakeService({ jobs });
  const headers = { ...get("/").headers, "content-type": "multipart/form-data; boundary=b" };
  const upload = { method: "POST", url: "/api/v1/reprice", headers, payload: "--b--\r\n" } as const;
  expectProblem(await ask(app, upload), "overloaded");
  stop();
  const { detail } = expectProblem(await ask(app, upload), "not_ready");
  expect(detail).toContain("Send the file again");
  expect(reserved).toHaveLength(1);
  await app.close();
});
