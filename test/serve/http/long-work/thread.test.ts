import { copyFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, test, vi } from "vitest";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { hasBusyThreads } from "../../../../src/core/runtime/thread.ts";
import { openRelease } from "../../../../src/release/open.ts";
import type { Release } from "../../../../src/release/release.ts";
import { longWorkHere } from "../../../../src/serve/http/long-work/here.ts";
import type { Answer, LongWork, Question } from "../../../../src/serve/http/long-work/question.ts";
import { LongWorkSupervisor, type OpenInThread } from "../../../../src/serve/http/long-work/supervisor.ts";
import { ThreadWatchdog, TICK_MILLISECONDS } from "../../../../src/serve/http/long-work/thread.ts";
import { states } from "../../../../src/states/index.ts";
import { SAMPLE } from "../../../cli/support/ratebook.ts";
import { californiaAt, releaseAt } from "../../../support/shared-release.ts";
import { SOON } from "../../../support/waiting.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";

/* The thread that the service runs, with the release that it would open. */

const folder = temporaryFolder();
const file = join(folder.path, "sample.db");
const thread = new LongWorkSupervisor(new URL("../../../../src/cli/long-work-thread.ts", import.meta.url));
let here: Release;
let there: OpenInThread;

beforeAll(async () => {
  await releaseAt(file, SAMPLE);
  here = openRelease(file, states);
  there = await thread.open(here);
});

afterAll(() => {
  there.close();
  here.close();
  folder.remove();
});

const admitted = async () => true;
const today = "2026-11-15" as Day;
const FORMS = [
  { answer: "price", format: "json" },
  { answer: "price", format: "csv" },
  { answer: "explain", format: "json" },
  { answer: "explain", format: "html" },
  { answer: "explain", format: "csv" },
] as const;

function batchOf(state: string, items: unknown, strayParameter: string | null = null): Question {
  const text = typeof items === "string" ? items : JSON.stringify({ requests: items });
  const body = new TextEncoder().encode(text);
  return { kind: "batch", state, setting: "outpatient", today, staleAfterMonths: 18, body, strayParameter };
}

/** An answer in a form that can be compared. */
function notices(answer: Answer): unknown {
  if (!answer.ok || typeof answer.body === "string") return answer;
  return { ...answer, body: Buffer.concat(answer.body).toString() };
}

/** Sends a question again, as clients do, while the thread is replaced: on a busy machine it may seem to be stuck. */
async function ask(work: LongWork, question: Question): Promise<unknown> {
  for (;;) {
    // What was moved is gone: each has a body of its own.
    const own = question.kind === "batch" ? { ...question, body: question.body.slice() } : question;
    const answer = await work.answer(own, new AbortController().signal, admitted);
    if (answer.ok || answer.problem.code !== "not_ready") return notices(answer);
    await wait(20);
  }
}

function searchOf(code: string, fields: Readonly<Record<string, string>>, format: "json" | "csv"): Question {
  const terms = { states: [code], setting: null, today, staleAfterMonths: 18 };
  return { kind: "answer", answer: "search", ...terms, fields, format };
}

/** Lookups by name, searches and batches that the examples of a state show. */
function questionsOf(state: (typeof states)[number]): Question[] {
  const { code, search } = state;
  // The names of the first state find some, many and none.
  const names = state === states[0] ? ["hospital", "me", "zzz"] : ["hospital"];
  const lookups = state.lookups.flatMap(({ setting, examples }) =>
    names.flatMap((provider_name) =>
      FORMS.map((form): Question => {
        const { npi: _, ...rest } = examples[0]?.query ?? {};
        const fields = { ...rest, provider_name };
        return { kind: "answer", states: [code], setting, today, staleAfterMonths: 18, fields, ...form };
      }),
    ),
  );
  const searches = search.examples.flatMap(({ query }): Question[] => [
    searchOf(code, query, "json"),
    searchOf(code, query, "csv"),
  ]);
  const items = (state.lookups[0]?.examples ?? []).map(({ query }, number) => ({
    ...query,
    reference_id: `é ${number} \u{1f600}`,
  }));
  return [...lookups, ...searches, batchOf(code, items), batchOf(code, [{}, 7, ...items])];
}

describe("The thread for long work", () => {
  it.each(states)("answers what this thread would answer: $name", async (state) => {
    const work = longWorkHere(here);
    for (const question of questionsOf(state)) {
      expect(await ask(there, question), JSON.stringify(question)).toEqual(await ask(work, question));
    }
  });

  it.each(["", "{", '{"requests":1}', '{"requests":[]}'])("reads a body as this thread would: %j", async (text) => {
    for (const stray of [null, "npi"]) {
      const question = batchOf("ca", text, stray);
      expect(await ask(there, question)).toEqual(await ask(longWorkHere(here), question));
    }
  });

  it("answers many at once, each his own question", async () => {
    const named = (provider_name: string) => searchOf("ca", { provider_name }, "json");
    const names = [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `${letter}e`);
    const answers = await Promise.all(names.map((name) => ask(there, named(name))));
    const work = longWorkHere(here);
    for (const [place, name] of names.entries()) expect(answers[place]).toEqual(await ask(work, named(name)));
    expect(answers).toContainEqual(expect.objectContaining({ ok: true }));
  });

  it("tells how many lookups a batch holds, and prices it when they are admitted", async () => {
    const counted: number[] = [];
    const nobodyLeaves = new AbortController().signal;
    const answerWhen = (isAdmitted: boolean) =>
      there.answer(batchOf("ca", [{}, {}]), nobodyLeaves, async (lookups) => {
        counted.push(lookups);
        return isAdmitted;
      });
    expect(await answerWhen(true)).toMatchObject({ ok: true, lookups: 2 });
    expect(await answerWhen(false)).toEqual({ ok: true, body: [], lookups: 0 });
    expect(counted).toEqual([2, 2]);
    const undecided = there.answer(batchOf("ca", [{}]), nobodyLeaves, () => Promise.reject(new Error("gone")));
    await expect(undecided).rejects.toThrow("gone");
    expect(await answerWhen(true)).toMatchObject({ ok: true, lookups: 2 });
  });

  it("stops when nobody waits for the answer", async () => {
    const items = Array.from({ length: 1000 }, () => ({ billing_code: "99213", provider_name: "hospital" }));
    const abandoned = new AbortController();
    const answer = there.answer(batchOf("ca", items), abandoned.signal, admitted);
    abandoned.abort();
    expect(await answer).toEqual({ ok: true, body: [], lookups: 0 });
  });

  it("tells of a mistake with the place where it was made, and goes on", async () => {
    const mistaken = there.answer(batchOf("qq", []), new AbortController().signal, admitted);
    await expect(mistaken).rejects.toThrow("does not hold qq");
    await mistaken.catch(({ stack }: Error) => expect(stack).toContain("long-work/here.ts"));
    expect(await ask(there, batchOf("ca", []))).toMatchObject({ ok: true, lookups: 0 });
  });

  it("does not wait for an answer to what could not be sent to it", async () => {
    const question = batchOf("ca", []);
    const send = () => there.answer(question, new AbortController().signal, admitted);
    expect(await send()).toMatchObject({ ok: true });
    // Its body went to the thread with the first.
    await expect(send()).rejects.toMatchObject({ name: "DataCloneError" });
    await vi.waitFor(() => expect(hasBusyThreads()).toBe(false), SOON);
  });

  it("has several releases open, as while one is put in the place of another", async () => {
    const other = openRelease(file, states);
    const otherThere = await thread.open(other);
    const question = batchOf("ga", [{ billing_code: "99213" }]);
    expect(await ask(otherThere, question)).toEqual(await ask(there, question));
    otherThere.close();
    other.close();
    expect(await ask(there, question)).toMatchObject({ ok: true });
  });

  it("refuses a release that is no longer the one that was opened here", async () => {
    const replaced = join(folder.path, "replaced.db");
    copyFileSync(file, replaced);
    const before = openRelease(replaced, states);
    await californiaAt(`${replaced}.new`);
    renameSync(`${replaced}.new`, replaced);
    await expect(thread.open(before)).rejects.toThrow(
      `${replaced} was replaced while it was being opened. Try once more.`,
    );
    before.close();
  });
});

/** A watchdog whose ticks the test makes; how many until it takes the thread for stuck. */
function watched() {
  const watchdog = new ThreadWatchdog();
  let now = 0;
  const tick = (milliseconds = TICK_MILLISECONDS) => {
    now += milliseconds;
    return watchdog.tick(now);
  };
  const ticksUntilStuck = () => {
    for (let ticks = 1; ticks <= 1_000; ticks += 1) if (tick()) return ticks;
    return null;
  };
  tick();
  return { watchdog, tick, ticksUntilStuck };
}

test("a thread that says nothing is stuck before two seconds are over", () => {
  const { watchdog, ticksUntilStuck } = watched();
  watchdog.loads(false);
  expect(ticksUntilStuck()).toBe(7);
});

test("and no later when it had nothing to do before", () => {
  const watchdog = new ThreadWatchdog();
  watchdog.loads(false);
  watchdog.rests(3_600_000);
  const isStuck = Array.from({ length: 7 }, (_, ticks) => watchdog.tick(3_600_000 + (ticks + 1) * TICK_MILLISECONDS));
  expect(isStuck).toEqual([false, false, false, false, false, false, true]);
});

test("a thread that says something now and then is not", () => {
  const { watchdog, tick, ticksUntilStuck } = watched();
  watchdog.loads(false);
  for (let time = 0; time < 100; time += 1) {
    expect(Array.from({ length: 6 }, () => tick())).not.toContain(true);
    watchdog.heard();
  }
  expect(ticksUntilStuck()).toBe(7);
});

test("one that loads its code or opens a release has a minute", () => {
  const { watchdog, ticksUntilStuck } = watched();
  expect(ticksUntilStuck()).toBe(240);
  watchdog.loads(false);
  watchdog.loads(true);
  expect(ticksUntilStuck()).toBe(240);
});

test("time in which the one that watches did not run does not count", () => {
  const { watchdog, tick, ticksUntilStuck } = watched();
  watchdog.loads(false);
  for (let time = 0; time < 100; time += 1) expect(tick(3_600_000)).toBe(false);
  expect(ticksUntilStuck()).toBe(7);
});
