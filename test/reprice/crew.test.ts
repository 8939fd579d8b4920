import { describe, expect, it } from "vitest";
import type { Day } from "../../src/core/calendar/day.ts";
import { ThreadCrew } from "../../src/reprice/crew.ts";
import type { Plan } from "../../src/reprice/plan.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import type { Chunk } from "../../src/reprice/reading/chunks.ts";

const THREAD = new URL("./support/fixture-thread.ts", import.meta.url);

function crew(contentHash = "opened"): Promise<ThreadCrew> {
  const plan: Plan = {
    state: "zz",
    setting: "outpatient",
    release: { file: "rates.db", contentHash },
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
      revenueCode: null,
      guessed: [],
    },
    leadingCells: 0,
    fields: [],
    tolerance: NO_TOLERANCE,
    explains: false,
    staleAfterMonths: null,
    columnsOption: "--columns",
    today: "2026-11-15" as Day,
    isFrom1904: false,
    hasSemicolons: false,
  };
  return ThreadCrew.start(THREAD, 2, plan);
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
