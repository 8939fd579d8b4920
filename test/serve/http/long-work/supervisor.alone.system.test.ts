import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, test, vi } from "vitest";
import { entryPoints } from "../../../../src/cli/entry-points.ts";
import type { Day } from "../../../../src/core/calendar/day.ts";
import { hasBusyThreads } from "../../../../src/core/runtime/thread.ts";
import { buildRelease } from "../../../../src/release/build.ts";
import { openRelease } from "../../../../src/release/open.ts";
import type { Release } from "../../../../src/release/release.ts";
import { ReleaseDamaged } from "../../../../src/release/soundness.ts";
import type { Answer, Question } from "../../../../src/serve/http/long-work/question.ts";
import {
  LongWorkSupervisor,
  type OpenInThread,
  ReleasesInService,
} from "../../../../src/serve/http/long-work/supervisor.ts";
import type { LongWorkEvent } from "../../../../src/serve/operations/product.ts";
import { states } from "../../../../src/states/index.ts";
import { writeDataset } from "../../../support/release.ts";
import { californiaAt } from "../../../support/shared-release.ts";
import { SOON } from "../../../support/waiting.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";
import {
  CRASHES,
  DATASET,
  FILLS_MEMORY,
  hangingState,
  LOOPS,
  NPI,
  WAITED_FOR,
  WAITS_NATIVELY,
} from "./support/hanging-state.ts";

/* Threads that really hang, and what becomes of the questions. */

const folder = temporaryFolder();
const MODULE = new URL("./support/hanging-thread.ts", import.meta.url);
/** Threads here hang in JavaScript: they need no time to exit by themselves. */
const EXIT = { exitMillisecondsMax: 100 };
const supervisor = new LongWorkSupervisor(MODULE, EXIT);
const events: LongWorkEvent[] = [];
let here: Release;
let there: OpenInThread;

beforeAll(async () => {
  supervisor.reportTo((event) => events.push(event));
  const out = join(folder.path, "release.db");
  const dataset = writeDataset(join(folder.path, "dataset"), DATASET);
  const built = await buildRelease({ dataset, out, states: [hangingState] });
  if (!built.ok) throw new Error(JSON.stringify(built.faults));
  here = openRelease(out, [hangingState]);
  there = await supervisor.open(here);
});

afterAll(() => {
  vi.unstubAllEnvs();
  there.close();
  here.close();
  folder.remove();
});

function batchOf(billing_code: string): Question {
  const requests = [{ billing_code, npi: NPI, date_of_service: "2026-06-01" }];
  const body = new TextEncoder().encode(JSON.stringify({ requests }));
  const asked = { state: "at", setting: "outpatient", today: "2026-11-15" as Day, staleAfterMonths: null } as const;
  return { kind: "batch", ...asked, body, strayParameter: null };
}

function ask(billingCode: string, open = there): Promise<Answer> {
  return open.answer(batchOf(billingCode), new AbortController().signal, async () => true);
}

/** Sees that a thread which a question takes away is replaced. Meanwhile, there is none. */
async function seeReplaced(code: string, reasons: readonly string[], meanwhile = async () => {}): Promise<void> {
  events.length = 0;
  expect(await ask("SWIM1")).toMatchObject({ ok: true, lookups: 1 });
  const answers = await Promise.all([ask(code), ask("SWIM1")]);
  expect(answers[0]).toMatchObject({ ok: false, problem: { code: "not_ready" } });
  expect(there.isAtWork()).toBe(false);
  expect(await ask("SWIM1")).toMatchObject({ ok: false, problem: { code: "not_ready" } });
  await meanwhile();

  await vi.waitFor(() => expect(there.isAtWork()).toBe(true), SOON);
  expect(await ask("SWIM1")).toMatchObject({ ok: true, lookups: 1 });
  expect(events.map(({ kind }) => kind)).toEqual([expect.toBeOneOf([...reasons]), "replaced"]);
  await vi.waitFor(() => expect(hasBusyThreads()).toBe(false), SOON);
}

test.each([
  ["is stuck", LOOPS, ["stuck"]],
  // On a busy machine it is found stuck before its memory is full.
  ["runs out of memory", FILLS_MEMORY, ["crashed", "stuck"]],
])(
  "a thread that %s is replaced: waiting requests get an error, and the next one is answered",
  async (_what, code, reasons) => await seeReplaced(code, reasons),
);

test("a thread that ends by itself is replaced too, and a release that is closed meanwhile is not opened again", async () => {
  const other = await supervisor.open(here);
  await seeReplaced(CRASHES, ["crashed"], async () => {
    other.close();
    await expect(supervisor.open(here)).rejects.toThrow("The thread for long work is being replaced.");
  });
  expect(other.isAtWork()).toBe(false);
});

/** A supervisor whose waits are over when they are told to be, with the release open in its thread. */
async function keptByHand() {
  let now = 0;
  const waits: { readonly milliseconds: number; readonly work: () => void }[] = [];
  const later = (work: () => void, milliseconds: number) => waits.push({ work, milliseconds });
  const byHand = new LongWorkSupervisor(MODULE, { elapsed: () => now, later });
  const open = await byHand.open(here);
  return {
    supervisor: byHand,
    open,
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
    /** Asks what takes the thread away; how long the supervisor then wants to wait. */
    lose: async (code: string) => {
      expect(await ask(code, open)).toMatchObject({ ok: false });
      expect(waits).toHaveLength(1);
      return waits[0]?.milliseconds;
    },
    endWait: () => waits.shift()?.work(),
    waits: () => waits.map(({ milliseconds }) => milliseconds),
    isBack: () => vi.waitFor(() => expect(open.isAtWork()).toBe(true), SOON),
  };
}

test("threads that keep failing are replaced ever more slowly, by none while three are stuck in native code, and at once after one has lived for a minute", async () => {
  const waitedFor = join(folder.path, "waited-for");
  writeFileSync(waitedFor, "");
  vi.stubEnv(WAITED_FOR, waitedFor);
  const kept = await keptByHand();
  for (const wait of [100, 200]) {
    kept.pass(59_999);
    expect(await kept.lose(WAITS_NATIVELY)).toBe(wait);
    kept.endWait();
    await kept.isBack();
  }
  expect(await kept.lose(WAITS_NATIVELY)).toBe(400);
  // They are looked at every half minute in the end.
  for (const wait of [800, 1_600, 3_200, 6_400, 12_800, 25_600, 30_000, 30_000]) {
    kept.endWait();
    expect(kept.waits()).toEqual([wait]);
    expect(kept.open.isAtWork()).toBe(false);
  }
  rmSync(waitedFor);
  await vi.waitFor(() => expect(hasBusyThreads()).toBe(false), SOON);
  kept.endWait();
  await kept.isBack();
  expect(await ask("SWIM1", kept.open)).toMatchObject({ ok: true, lookups: 1 });
  expect(kept.waits()).toEqual([]);
  kept.pass(60_000);
  expect(await kept.lose(CRASHES)).toBe(100);
  kept.open.close();
});

const SEARCH: Question = {
  kind: "answer",
  answer: "search",
  states: ["ca"],
  setting: null,
  format: "json",
  staleAfterMonths: null,
  today: "2026-11-15" as Day,
  fields: { provider_name: "hospital" },
};

it("damage that the thread for long work finds is reported to the release here, and is no bug", async () => {
  const file = join(folder.path, "sample.db");
  await californiaAt(file);
  const supervisor = new LongWorkSupervisor(entryPoints.longWorkThread);
  const inService = new ReleasesInService(states, () => supervisor);
  const release = await inService.open(file);
  const bytes = readFileSync(file);
  for (let at = 8_192; at < bytes.length; at += 1) bytes[at] = (bytes[at] as number) ^ 0x5a;
  writeFileSync(file, bytes);
  const answer = inService.longWorkOf(release).answer(SEARCH, new AbortController().signal, async () => true);
  await expect(answer).rejects.toBeInstanceOf(ReleaseDamaged);
  expect(release.guard.soundness.damage).toMatchObject({ file, place: expect.any(String), cause: expect.any(String) });
  release.close();
});
