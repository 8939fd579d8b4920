import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as after } from "node:timers/promises";
import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { nextSlice } from "../../../../src/core/runtime/scheduler.ts";
import type { Release, StateInRelease } from "../../../../src/release/release.ts";
import { JsonList } from "../../../../src/serve/http/long-work/batch.ts";
import { longWorkHere } from "../../../../src/serve/http/long-work/here.ts";
import type { Answer, LongWork, Question } from "../../../../src/serve/http/long-work/question.ts";
import { runs } from "../../../support/property-runs.ts";
import { BATCH, fakeService, RATE, SEARCH, TOKENS } from "../support/fake-app.ts";
import { fakeRelease } from "../support/fake-release.ts";
import { listening } from "../support/raw-socket.ts";

const TODAY = "2026-11-15" as Day;
const nobodyLeaves = new AbortController().signal;
const admitted = async () => true;

/** A release in which looking for a name takes a millisecond, in a slice of its own as in a large registry. */
function slowByName(onLookup = () => {}): Release {
  const release = fakeRelease();
  const source = release.states.get("zz") as StateInRelease;
  const { directory } = source;
  const slow: typeof directory = {
    ...directory,
    async countByName(...question) {
      await nextSlice();
      onLookup();
      const until = performance.now() + 1;
      while (performance.now() < until);
      return await directory.countByName(...question);
    },
    async search(...question) {
      await nextSlice();
      onLookup();
      return await directory.search(...question);
    },
  };
  return { ...release, states: new Map([["zz", { ...source, directory: slow }]]) };
}

function batchOf(items: readonly object[]): Question {
  const body = new TextEncoder().encode(JSON.stringify({ requests: items }));
  const asked = { state: "zz", setting: "outpatient", today: TODAY, staleAfterMonths: null } as const;
  return { kind: "batch", ...asked, body, strayParameter: null };
}

const NAMES = Array.from({ length: 1000 }, () => ({ billing_code: "100", provider_name: "clinic" }));
const ONE = [{ billing_code: "100", npi: "1000000001" }];

test("a batch of names lets other batches go first, and ends soon when nobody waits for it", async () => {
  let lookups = 0;
  const work = longWorkHere(slowByName(() => (lookups += 1)));
  const left = new AbortController();
  let isDone = false;
  const long = work.answer(batchOf(NAMES), left.signal, admitted).finally(() => {
    isDone = true;
  });

  const short = await work.answer(batchOf(ONE), nobodyLeaves, admitted);
  expect(short).toMatchObject({ ok: true, lookups: 1 });
  expect(isDone).toBe(false);

  left.abort();
  expect(await long).toEqual({ ok: true, body: [], lookups: 0 });
  expect(lookups).toBeGreaterThan(0);
  expect(lookups).toBeLessThan(500);
});

test.each(["price", "search"] as const)(
  "a %s by name that nobody waits for is not looked for any more",
  async (answer) => {
    let lookups = 0;
    const work = longWorkHere(slowByName(() => (lookups += 1)));
    const left = new AbortController();
    const isPrice = answer === "price";
    const fields = { ...(isPrice ? { billing_code: "100" } : {}), provider_name: "clinic" };
    const question: Question = {
      ...{ kind: "answer", answer, states: ["zz"], setting: isPrice ? "outpatient" : null },
      ...{ today: TODAY, fields, format: "json", staleAfterMonths: null },
    };
    const answered = work.answer(question, left.signal, admitted);
    left.abort();
    expect(await answered).toEqual({ ok: true, body: [], lookups: 0 });
    expect(lookups).toBe(0);
  },
);

test("a batch that nobody waits for gives up its turn while it waits for it", async () => {
  const work = longWorkHere(slowByName());
  const verdict = Promise.withResolvers<boolean>();
  const asked = Promise.withResolvers<void>();
  const first = work.answer(batchOf(ONE), nobodyLeaves, () => {
    asked.resolve();
    return verdict.promise;
  });
  await asked.promise;
  const left = new AbortController();
  const second = work.answer(batchOf(ONE), left.signal, () => expect.fail("its items are nobody's business"));
  left.abort();
  expect(await second).toEqual({ ok: true, body: [], lookups: 0 });
  verdict.resolve(true);
  expect(await first).toMatchObject({ lookups: 1 });
});

test("a batch is not priced before it is admitted, nor when it is refused", async () => {
  let lookups = 0;
  const work = longWorkHere(slowByName(() => (lookups += 1)));
  const counted: number[] = [];
  const refuse = async (items: number) => {
    counted.push(items);
    return false;
  };
  expect(await work.answer(batchOf(NAMES), nobodyLeaves, refuse)).toEqual({ ok: true, body: [], lookups: 0 });
  expect({ counted, lookups }).toEqual({ counted: [1000], lookups: 0 });
});

test("a batch whose verdict does not come lets others go first, and is given up in time", async () => {
  const work = longWorkHere(slowByName(), 200);
  const never = work.answer(batchOf(ONE), nobodyLeaves, () => new Promise(() => {}));
  expect(await work.answer(batchOf(ONE), nobodyLeaves, admitted)).toMatchObject({ lookups: 1 });
  expect(await never).toMatchObject({ ok: false, problem: { code: "took_too_long" } });
});

test("work that takes too long is given up, and says what would help", async () => {
  const work = longWorkHere(slowByName(), 100);
  const answer = await work.answer(batchOf(NAMES), nobodyLeaves, admitted);
  expect(answer).toMatchObject({ ok: false, problem: { code: "took_too_long" } });
  expect(JSON.stringify(answer)).toContain("not complete after 0.1 seconds and was given up. Ask for less at once");
  expect(await work.answer(batchOf(ONE), nobodyLeaves, admitted)).toMatchObject({ ok: true, lookups: 1 });
});

it("any number of values becomes the array that JSON.stringify makes of them", () => {
  const values = fc.array(fc.jsonValue(), { maxLength: 160, size: "max" });
  fc.assert(
    fc.property(values, (list) => {
      const json = new JsonList('{"values":', JSON.stringify);
      for (const value of list) json.add(value);
      expect(Buffer.concat(json.end("}")).toString()).toBe(JSON.stringify({ values: list }));
    }),
    runs(),
  );
});

describe("leaving", () => {
  const HEAD = `HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${TOKENS.all}\r\n`;
  const BODY = '{"requests":[{},{},{}]}';

  it.each([
    ["a batch", `POST ${BATCH} ${HEAD}Content-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`],
    ["a lookup by name", `GET ${RATE}?billing_code=100&provider_name=clinic ${HEAD}\r\n`],
    ["a search", `GET ${SEARCH}?provider_name=clinic ${HEAD}\r\n`],
  ])(
    "a client that leaves while %s is worked on ends the work and is observed, not charged",
    async (_what, request) => {
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
    },
  );
});
