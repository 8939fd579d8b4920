import { once } from "node:events";
import { existsSync, readdirSync } from "node:fs";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { RepricingJobs } from "../../../../src/reprice/jobs/jobs.ts";
import { READ_ONLY_HOMES } from "../../../reprice/jobs/support/read-only-home.ts";
import { SOON } from "../../../support/waiting.ts";
import { temporaryFolder } from "../../operations/support/running-server.ts";
import { bearer, fakeService, type Harness, TOKENS } from "../support/fake-app.ts";
import { listening } from "../support/raw-socket.ts";

const REPRICE = "/api/v1/reprice";
const BOUNDARY = "b0undary";
const END = `\r\n--${BOUNDARY}--\r\n`;

let home: ReturnType<typeof temporaryFolder>;
let folder: string;
let jobs: RepricingJobs;
let service: Harness;
let port: number;
let mistakes: unknown[];

beforeEach(async () => {
  home = temporaryFolder();
  folder = join(home.path, "jobs");
  mistakes = [];
  jobs = new RepricingJobs({
    folder,
    threadModule: new URL("../../../reprice/jobs/fixture-job-thread.ts", import.meta.url),
    onCounts: () => {},
    onPriced: () => {},
    onMistake: (error) => mistakes.push(error),
  });
  service = fakeService({ jobs });
  port = await listening(service.app);
});

afterEach(async () => {
  for (const each of READ_ONLY_HOMES) each.open(home.path);
  await jobs.end();
  await service.app.close();
  home.remove();
});

interface Answer {
  readonly status: number | undefined;
  readonly retryAfter: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

function requested(method: string, path: string, headers: Readonly<Record<string, string>> = {}): ClientRequest {
  return request({ port, path, method, headers: { ...bearer(TOKENS.all), connection: "close", ...headers } });
}

async function answerOf(sent: ClientRequest): Promise<Answer> {
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const { statusCode: status, headers } = response;
  return { status, retryAfter: headers["retry-after"], body: (await json(response)) as Answer["body"] };
}

async function ask(method: string, path: string): Promise<Answer> {
  return await answerOf(requested(method, path).end());
}

function field(head: string, value: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}`;
}

function fileOf(content: string): string {
  return field('name="file"; filename="claims.csv"', content);
}

/** Begins an upload with the fields before its file. */
function begun(isDryRun: boolean): ClientRequest {
  const fields = { state: "zz", setting: "outpatient", dry_run: String(isDryRun) };
  const sent = requested("POST", REPRICE, { "content-type": `multipart/form-data; boundary=${BOUNDARY}` });
  for (const [name, value] of Object.entries(fields)) sent.write(`${field(`name="${name}"`, value)}\r\n`);
  return sent;
}

async function uploaded(file: string, isDryRun = false): Promise<Answer> {
  return await answerOf(begun(isDryRun).end(fileOf(file) + END));
}

/** The path of a job that has come to this status. */
async function job(file: string, status: string): Promise<string> {
  const { body } = await uploaded(file);
  const path = `${REPRICE}/${String(body.id)}`;
  await vi.waitFor(async () => expect((await ask("GET", path)).body.status).toBe(status), SOON);
  return path;
}

/** The folders of jobs, whole or half deleted. */
function left(): readonly string[] {
  return readdirSync(folder).filter((name) => name !== "releases");
}

/** The answer of a home that cannot be written: who can help, and when to come back. */
const REFUSED = {
  status: 503,
  retryAfter: expect.stringMatching(/^[1-9][0-9]*$/) as string,
  body: { code: "overloaded", detail: expect.stringContaining("Tell the operator of the service") as string },
};

describe.each(READ_ONLY_HOMES)("in a home that turns read-only, $name,", (readOnly) => {
  const close = () => readOnly.close(home.path);
  const open = () => readOnly.open(home.path);

  test("DELETE of a job at work is refused with the remedy; the job has ended, and is gone once the home can be written", async () => {
    const path = await job("accepted", "running");
    close();
    for (const _try of [1, 2]) expect(await ask("DELETE", path)).toMatchObject(REFUSED);
    const ended = { status: "failed", reason: expect.stringContaining("home of the service cannot be written") };
    expect((await ask("GET", path)).body).toMatchObject(ended);
    expect((await ask("GET", REPRICE)).body).toMatchObject({ jobs: [ended] });
    await jobs.swept();
    expect(left()).toHaveLength(1);
    open();
    await jobs.swept();
    expect(left()).toEqual([]);
    expect(await ask("GET", path)).toMatchObject({ status: 404, body: { code: "no_such_job" } });
    expect((await ask("GET", REPRICE)).body).toEqual({ jobs: [] });
    // Logged once, however often the service has tried.
    expect(mistakes).toMatchObject([{ code: "EROFS" }]);
    expect(service.failures).toEqual([]);
  });

  test("DELETE of a job that is done is refused; its results stay until the home can be written", async () => {
    const path = await job("priced", "done");
    close();
    expect(await ask("DELETE", path)).toMatchObject(REFUSED);
    expect((await ask("GET", path)).body.status).toBe("done");
    const results = await fetch(`http://127.0.0.1:${port}${path}/results`, { headers: bearer(TOKENS.all) });
    expect([results.status, await results.text()]).toEqual([200, "results"]);
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
        expect(left().map((id) => existsSync(join(folder, id, "input")))).toEqual([isBegun]);
      }, SOON);
      close();
      expect(await answerOf(upload.end((isBegun ? "" : fileOf("priced")) + END))).toMatchObject(REFUSED);
      // No bug, and logged once: what could not be deleted.
      expect(service.failures).toEqual([]);
      await jobs.swept();
      expect(mistakes).toMatchObject([{ code: "EROFS" }]);
      const { body } = await ask("GET", REPRICE);
      if (isDryRun && isBegun) expect(body.jobs).toEqual([]);
      else expect(body.jobs).toMatchObject([{ status: "failed" }]);
      open();
      await jobs.swept();
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
    expect([service.failures, mistakes]).toEqual([[], []]);
  });
});
