import { expect, test } from "vitest";
import type { Day } from "../../../src/calendar/day.ts";
import { longWorkHere } from "../../../src/http/long-work/here.ts";
import type { Question } from "../../../src/http/long-work/question.ts";
import type { Release, StateInRelease } from "../../../src/release/release.ts";
import { nextSlice } from "../../../src/timing/turns.ts";
import { fakeRelease } from "../support/fake-release.ts";

/** A release in which looking for a name takes a millisecond, in a slice of its own as in a large registry. */
function slowByName(): Release {
  const release = fakeRelease();
  const source = release.states.get("zz") as StateInRelease;
  const { directory } = source;
  const slow: typeof directory = {
    ...directory,
    async countByName(...question) {
      await nextSlice();
      const until = performance.now() + 1;
      while (performance.now() < until);
      return await directory.countByName(...question);
    },
  };
  return { ...release, states: new Map([["zz", { ...source, directory: slow }]]) };
}

function batchOf(items: readonly object[]): Question {
  const body = new TextEncoder().encode(JSON.stringify({ requests: items }));
  return { kind: "batch", state: "zz", setting: "outpatient", today: "2026-11-15" as Day, body, strayParameter: null };
}

test("a batch of names lets other batches go first, and ends soon when nobody waits for it", async () => {
  const work = longWorkHere(slowByName());
  const nobodyLeaves = new AbortController().signal;
  const left = new AbortController();
  let isDone = false;
  const names = Array.from({ length: 1000 }, () => ({ billing_code: "100", provider_name: "clinic" }));
  const long = work.answer(batchOf(names), left.signal).finally(() => {
    isDone = true;
  });

  const short = await work.answer(batchOf([{ billing_code: "100", npi: "1000000001" }]), nobodyLeaves);
  expect(short).toMatchObject({ ok: true, lookups: 1 });
  expect(isDone).toBe(false);

  left.abort();
  const answer = await long;
  if (!answer.ok || typeof answer.json === "string") throw new Error("not the answer of a batch");
  const answered =
    Buffer.concat(answer.json)
      .toString()
      .match(/"index":/g) ?? [];
  expect(answered.length).toBeGreaterThan(0);
  expect(answered.length).toBeLessThan(500);
});
