import { readdirSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { openRelease } from "../../src/release/open.ts";
import { startCrew, ThreadCrew } from "../../src/reprice/crew.ts";
import type { Plan } from "../../src/reprice/plan.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Chunk } from "../../src/reprice/reading/chunks.ts";
import { states } from "../../src/states/index.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";

const THREAD = new URL("./support/fixture-thread.ts", import.meta.url);

function planOf(state: string, release: Plan["release"]): Plan {
  return {
    state,
    setting: "outpatient",
    release,
    columns: {
      count: 1,
      parameters: [],
      modifiers: [],
      severity: null,
      stay: null,
      codeSystem: null,
      units: null,
      paid: null,
      allowed: null,
      billed: null,
      notOwed: null,
      denials: [],
      payerState: null,
      revenueCode: null,
      guessed: [],
    },
    leadingCells: 0,
    fields: [],
    tolerance: NO_TOLERANCE,
    explains: false,
    staleAfterMonths: null,
    columnsOption: "--columns",
    takebacks: null,
    today: "2026-11-15" as Day,
    isFrom1904: false,
    hasSemicolons: false,
  };
}

function crew(contentHash = "opened"): Promise<ThreadCrew> {
  return ThreadCrew.start(THREAD, 2, planOf("zz", { file: "rates.db", contentHash }));
}

function chunk(text: string): Chunk {
  const bytes = Buffer.allocUnsafeSlow(text.length);
  bytes.write(text);
  return { bytes, firstLine: 2, end: { offset: 0, line: 0 } };
}

describe("A crew of threads", () => {
  it("answers every chunk with its own outcome", async () => {
    const threads = await crew();
    const texts = Array.from({ length: 20 }, (_, number) => `chunk ${number}`);
    const priced = await Promise.all(texts.map((text) => threads.price(chunk(text))));
    expect(priced.map(({ output }) => Buffer.from(output).toString())).toEqual(texts);
    await threads.end();
  });

  it("fails a chunk that a mistake of ours keeps from being priced, with the mistake", async () => {
    const threads = await crew();
    await expect(threads.price(chunk("break"))).rejects.toThrow(new TypeError("broken on purpose"));
    await threads.end();
    await expect(threads.price(chunk("late"))).rejects.toThrow("A pricing thread has ended.");
  });

  it("fails the chunks of a thread that ends", async () => {
    const threads = await crew();
    await expect(threads.price(chunk("end"))).rejects.toThrow("A pricing thread has ended.");
    await threads.end();
  });

  it("is not started when a thread cannot open the release", async () => {
    await expect(crew("refused")).rejects.toThrow("it is refused");
  });

  it("is not started when the release was replaced meanwhile", async () => {
    await expect(crew("another")).rejects.toThrow("The release rates.db was replaced while it was being opened.");
  });
});

describe("A short input", () => {
  const folder = temporaryFolder();
  const file = join(folder.path, "rates.db");
  const threads = { module: THREAD, count: 1 };
  const SHORT = 64 * 1024;
  let contentHash: string;

  beforeAll(async () => {
    await californiaAt(file);
    const release = openRelease(file, states);
    ({ contentHash } = release.description);
    release.close();
  });
  afterAll(() => folder.remove());

  /** How often this process has the release open. */
  function timesOpen(): number {
    return readdirSync("/proc/self/fd").filter(isRelease).length;
  }

  function isRelease(descriptor: string): boolean {
    try {
      return readlinkSync(`/proc/self/fd/${descriptor}`) === file;
    } catch {
      // Closed meanwhile.
      return false;
    }
  }

  it("is priced in the thread of the caller, and one byte more by threads", async () => {
    const plan = planOf("ca", { file, contentHash });
    const own = await startCrew(threads, plan, SHORT, states);
    // The thread of this test would return its chunk.
    const priced = await own.price(chunk("not,one,cell\n"));
    expect(Buffer.from(priced.output).toString()).not.toContain("not,one,cell");
    await own.end();
    await own.end();

    const others = await startCrew(threads, { ...plan, release: { file, contentHash: "opened" } }, SHORT + 1, states);
    expect(Buffer.from((await others.price(chunk("returned"))).output).toString()).toBe("returned");
    await others.end();
  });

  it.runIf(process.platform === "linux")("leaves no file open, also of a release that was replaced", async () => {
    const own = await startCrew(threads, planOf("ca", { file, contentHash }), SHORT, states);
    expect(timesOpen()).toBeGreaterThan(0);
    await own.end();
    expect(timesOpen()).toBe(0);
    const other = planOf("ca", { file, contentHash: "another" });
    await expect(startCrew(threads, other, SHORT, states)).rejects.toThrow("was replaced while it was being opened.");
    expect(timesOpen()).toBe(0);
  });
});
