import { describe, expect, test, vi } from "vitest";
import { WINDOW_MILLISECONDS, WindowLimits } from "../../../../src/keys/rate-limits.ts";
import { JobFolder } from "../../../../src/reprice/jobs/job-folder.ts";
import { READ_ONLY_HOMES } from "../../../reprice/jobs/support/read-only-home.ts";
import { SOON } from "../../../support/waiting.ts";
import { RATE, TOKENS } from "../support/fake-app.ts";
import { answerOf, FORM_END, fileOf, jobService, REPRICE } from "../support/job-service.ts";

/** Lookups of a window, of 5,000 a minute. */
const WINDOW = 834;

describe("A key whose file has used up its lookups", () => {
  let now: number;
  // Lines that were not counted take a whole window.
  const door = jobService(() => {
    now = 0;
    return { limits: new WindowLimits(0, () => now) };
  }, TOKENS.limited);

  test("sees, reads and deletes its job; another file, a packet and a lookup are refused", async () => {
    const path = await door.job("priced", "done");
    for (const refused of [`${RATE}?billing_code=1`, `${path}/explanations?lines=2`]) {
      expect(await door.ask("GET", refused)).toMatchObject({ status: 429, body: { code: "rate_limited" } });
    }
    expect(await door.uploaded("priced")).toMatchObject({ status: 429, body: { code: "rate_limited" } });

    expect((await door.ask("GET", REPRICE)).body).toMatchObject({ jobs: [{ status: "done" }] });
    expect(await door.ask("GET", path)).toMatchObject({ status: 200, remaining: "0", body: { status: "done" } });
    expect(await door.text(`${path}/results`)).toEqual([200, "results"]);
    // The job of this test has no such files.
    for (const none of ["faults", "workbook", "variances"]) {
      expect((await door.ask("GET", `${path}/${none}`)).body.code).not.toBe("rate_limited");
    }
    expect(await door.ask("DELETE", path)).toMatchObject({ status: 200, body: { status: "deleted" } });
    expect(door.left()).toEqual([]);
  });

  test("ends a job at work", async () => {
    const path = await door.job("accepted", "running");
    expect((await door.ask("DELETE", path)).status).toBe(200);
    expect(door.left()).toEqual([]);
  });

  test("is charged nothing for a look at its job in the next window", async () => {
    const path = await door.job("priced", "done");
    expect((await door.ask("GET", path)).remaining).toBe("0");
    now += WINDOW_MILLISECONDS;
    for (const [method, each] of [
      ["GET", path],
      ["GET", REPRICE],
      ["DELETE", path],
    ] as const) {
      expect((await door.ask(method, each)).remaining).toBe(String(WINDOW));
    }
    expect((await door.ask("GET", `${RATE}?billing_code=1`)).remaining).toBe(String(WINDOW - 1));
  });
});

describe("A file whose job was deleted by another process before it began", () => {
  const door = jobService();

  test("is refused as one without a job, and not because of the disk", async () => {
    const sent = door.begun(false);
    // The server may notice, and answer, before the rest is sent.
    const answer = answerOf(sent);
    const [id] = await vi.waitFor(async () => {
      const { jobs } = (await door.ask("GET", REPRICE)).body as { readonly jobs: readonly { readonly id: string }[] };
      expect(jobs).toHaveLength(1);
      return jobs.map((job) => job.id);
    }, SOON);
    await new JobFolder(door.folder, id as string).remove();
    sent.end(fileOf("priced") + FORM_END);
    expect(await answer).toMatchObject({ status: 404, body: { code: "no_such_job" } });
  });
});

/** Deletions meet in different places of the work: one try would show one of them. */
const TRIES = 5;

describe("Two requests to delete one job at the same time", () => {
  const door = jobService();
  const twice = async (path: string) => {
    const answers = await Promise.all([door.ask("DELETE", path), door.ask("DELETE", path)]);
    return answers.map(({ status, body }) => `${status} ${String(body.code ?? body.status)}`).sort();
  };

  test.each([
    ["that is done", "priced", "done"],
    ["at work", "accepted", "running"],
  ])("%s delete it: one at least says so, and the other may find none", async (_what, file, status) => {
    for (let count = 0; count < TRIES; count += 1) {
      const path = await door.job(file, status);
      const answers = await twice(path);
      expect([
        ["200 deleted", "200 deleted"],
        ["200 deleted", "404 no_such_job"],
      ]).toContainEqual(answers);
      expect(door.left()).toEqual([]);
      expect((await door.ask("GET", path)).status).toBe(404);
    }
    expect(door.service.failures).toEqual([]);
  });

  describe.each(READ_ONLY_HOMES)("in a home that turns read-only, $name,", (readOnly) => {
    test.each([
      ["that is done", "priced", "done"],
      ["at work", "accepted", "running"],
    ])("%s are both refused with the remedy: its files are still there", async (_what, file, status) => {
      for (let count = 0; count < TRIES; count += 1) {
        const path = await door.job(file, status);
        readOnly.close(door.home);
        expect(await twice(path)).toEqual(["503 overloaded", "503 overloaded"]);
        readOnly.open(door.home);
        await door.jobs.swept();
        expect(door.left()).toEqual([]);
      }
      expect(door.service.failures).toEqual([]);
    });
  });
});
