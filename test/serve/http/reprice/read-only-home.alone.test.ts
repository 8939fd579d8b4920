import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
import { READ_ONLY_HOMES } from "../../../reprice/jobs/support/read-only-home.ts";
import { SOON } from "../../../support/waiting.ts";
import { answerOf, FORM_END, fileOf, jobService, REPRICE } from "../support/job-service.ts";

const door = jobService();
const { ask, begun, uploaded, job, left } = door;

/** The answer of a home that cannot be written: who can help, and when to come back. */
const REFUSED = {
  status: 503,
  retryAfter: expect.stringMatching(/^[1-9][0-9]*$/) as string,
  body: { code: "overloaded", detail: expect.stringContaining("Tell the operator of the service") as string },
};

describe.each(READ_ONLY_HOMES)("in a home that turns read-only, $name,", (readOnly) => {
  const close = () => readOnly.close(door.home);
  const open = () => readOnly.open(door.home);

  test("DELETE of a job at work is refused with the remedy; the job has ended, and is gone once the home can be written", async () => {
    const path = await job("accepted", "running");
    close();
    for (const _try of [1, 2]) expect(await ask("DELETE", path)).toMatchObject(REFUSED);
    const ended = { status: "failed", reason: expect.stringContaining("home of the service cannot be written") };
    expect((await ask("GET", path)).body).toMatchObject(ended);
    expect((await ask("GET", REPRICE)).body).toMatchObject({ jobs: [ended] });
    await door.jobs.swept();
    expect(left()).toHaveLength(1);
    open();
    await door.jobs.swept();
    expect(left()).toEqual([]);
    expect(await ask("GET", path)).toMatchObject({ status: 404, body: { code: "no_such_job" } });
    expect((await ask("GET", REPRICE)).body).toEqual({ jobs: [] });
    // Logged once, however often the service has tried.
    expect(door.mistakes).toMatchObject([{ code: "EROFS" }]);
    expect(door.service.failures).toEqual([]);
  });

  test("DELETE of a job that is done is refused; its results stay until the home can be written", async () => {
    const path = await job("priced", "done");
    close();
    expect(await ask("DELETE", path)).toMatchObject(REFUSED);
    expect((await ask("GET", path)).body.status).toBe("done");
    expect(await door.text(`${path}/results`)).toEqual([200, "results"]);
    open();
    expect(await ask("DELETE", path)).toMatchObject({ status: 200, body: { status: "deleted" } });
    expect(left()).toEqual([]);
  });

  test.each([
    ["a dry run whose file arrives", true, true],
    ["a file to price that arrives", false, true],
    ["a dry run whose file begins to arrive", true, false],
    ["a file to price that begins to arrive", false, false],
  ])(
    "%s at that moment is refused with the remedy, and leaves nothing once the home can be written",
    async (_what, isDryRun, isBegun) => {
      const upload = begun(isDryRun);
      if (isBegun) upload.write(fileOf("priced"));
      await vi.waitFor(async () => {
        expect((await ask("GET", REPRICE)).body).toMatchObject({ jobs: [{ status: "receiving" }] });
        expect(left().map((id) => existsSync(join(door.folder, id, "input")))).toEqual([isBegun]);
      }, SOON);
      close();
      expect(await answerOf(upload.end((isBegun ? "" : fileOf("priced")) + FORM_END))).toMatchObject(REFUSED);
      // No bug, and logged once: what could not be deleted.
      expect(door.service.failures).toEqual([]);
      await door.jobs.swept();
      expect(door.mistakes).toMatchObject([{ code: "EROFS" }]);
      const { body } = await ask("GET", REPRICE);
      if (isDryRun && isBegun) expect(body.jobs).toEqual([]);
      else expect(body.jobs).toMatchObject([{ status: "failed" }]);
      open();
      await door.jobs.swept();
      expect(left()).toEqual([]);
      expect((await ask("GET", REPRICE)).body).toEqual({ jobs: [] });
      expect((await uploaded("priced", isDryRun)).status).toBe(isDryRun ? 200 : 202);
    },
  );

  test("a file that arrives later is refused before it is received, and leaves nothing", async () => {
    await job("priced", "done");
    const before = left();
    close();
    for (const isDryRun of [true, false]) expect(await uploaded("priced", isDryRun)).toMatchObject(REFUSED);
    open();
    expect(left()).toEqual(before);
    expect([door.service.failures, door.mistakes]).toEqual([[], []]);
  });
});
