import { createReadStream, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import type { ReadableStream as NodeStream } from "node:stream/web";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type ClaimsFile, type Download, Ratebook, type RatebookOptions } from "../../client/src/index.ts";
import { RepricingJobs } from "../../src/reprice/jobs/jobs.ts";
import { EXAMPLE_CLAIMS, EXAMPLE_REMITTANCE } from "../reprice/x12/support/example-remittance.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { installedFolder } from "../support/suite/installed.ts";
import { SOON } from "../support/waiting.ts";
import { behindProxy } from "./support/behind-proxy.ts";
import { failureOf } from "./support/failure-of.ts";
import { DROP, problem, TRUNCATE } from "./support/fates.ts";
import { type QuickClock, quickClock } from "./support/quick-clock.ts";
import { API_KEY } from "./support/sample-service.ts";

const folder = temporaryFolder();
const mistakes: unknown[] = [];
const jobs = new RepricingJobs({
  folder: join(folder.path, "jobs"),
  threadModule: pathToFileURL(join(installedFolder(), "dist", "program", "job-thread.js")),
  onCounts: () => {},
  onPriced: () => {},
  onMistake: (error) => mistakes.push(error),
});
const { proxy, service } = behindProxy({ jobs });
let clock: QuickClock;
beforeEach(() => {
  clock = quickClock();
});
afterAll(() => {
  folder.remove();
  expect(mistakes).toEqual([]);
});

function client(options: Partial<RatebookOptions> = {}): Ratebook {
  return new Ratebook({ baseUrl: proxy().baseUrl, apiKey: API_KEY, ...options });
}

/** One line is paid 4.00 too little, one has a day that cannot be read. */
const CLAIMS = [
  "NPI,Service code,DOS,Paid",
  "1000700140,99213,2026-10-01,20.00",
  "1000700140,99213,never,1.00",
  "",
].join("\n");
const GOOD = CLAIMS.replace("never", "2026-10-01");
const PATH = join(folder.path, "claims.csv");
writeFileSync(PATH, CLAIMS);

function textOf({ body }: Download): Promise<string> {
  return text(body as unknown as NodeStream);
}

describe("A file", () => {
  it("is uploaded, priced, downloaded and deleted", async () => {
    const { repricing } = client();
    const order = { columns: { "Service code": "billing_code" }, by: ["code"], tolerance: "0.50" };
    const { answer: accepted, release } = await repricing.upload("ca", "outpatient", { path: PATH }, order);
    expect(release).toMatch(/ [0-9a-f]{12}$/);
    const seen: string[] = [];
    const { answer: job } = await repricing.wait(accepted.id, { onProgress: ({ status }) => seen.push(status) });
    expect(seen.at(-1)).toBe("done");
    expect(job.summary).toMatchObject({ lookups: 2, faulty: 1, underpaid: { lines: 1, amount: "4.00" } });
    expect(job.summary.totals.map(({ by }) => by)).toEqual(["code"]);

    const results = await repricing.results(job.id);
    const lines = (await textOf(results)).split("\n");
    expect(lines[0]).toContain("payment_rate");
    expect(lines[1]).toContain("24.00");
    expect(results).toMatchObject({ mediaType: "text/csv; charset=utf-8", bytes: expect.any(Number) });
    proxy().fates.push(TRUNCATE);
    expect(await failureOf(repricing.results(job.id).then(textOf))).toMatchObject({ kind: "network" });
    expect(await textOf(await repricing.faults(job.id))).toContain("never");
    const workbook = await new Response((await repricing.workbook(job.id)).body).bytes();
    expect(String.fromCharCode(...workbook.subarray(0, 2))).toBe("PK");

    expect((await repricing.jobs()).answer.jobs).toMatchObject([{ id: job.id, status: "done" }]);
    expect((await repricing.delete(job.id)).answer).toEqual({ id: job.id, status: "deleted" });
    expect((await repricing.jobs()).answer.jobs).toEqual([]);
    expect(await failureOf(repricing.results(job.id))).toMatchObject({ code: "no_such_job", attempts: 1 });
  });

  const FORMS: readonly (readonly [string, () => ClaimsFile])[] = [
    ["a Blob", () => new Blob([CLAIMS])],
    ["bytes", () => new TextEncoder().encode(CLAIMS)],
    ["a text", () => CLAIMS],
    ["a path", () => ({ path: PATH })],
    ["a stream of Node", () => createReadStream(PATH)],
    ["a stream of the web", () => new Blob([CLAIMS]).stream()],
  ];
  // The service reads such forms in the tests below: a remittance in memory and as a stream.
  it.each(FORMS)("is sent whole from %s", async (_what, file) => {
    proxy().fates.push({ ...job(""), body: JSON.stringify({ lines: [] }) });
    await client().repricing.dryRun("ca", "outpatient", file());
    const { body = "" } = proxy().seen[0] ?? {};
    const [delimiter = ""] = body.split("\r\n", 1);
    const headers = { "content-type": `multipart/form-data; boundary=${delimiter.slice("--".length)}` };
    const form = await new Response(body, { headers }).formData();
    expect([form.get("state"), form.get("setting")]).toEqual(["ca", "outpatient"]);
    expect(await new Response(form.get("file")).text()).toBe(CLAIMS);
  });

  it("that is a remittance has its claims beside it, as a stream", async () => {
    const { repricing } = client();
    const claims = Readable.from([Buffer.from(EXAMPLE_CLAIMS)]);
    const dry = await repricing.dryRun("ca", "outpatient", EXAMPLE_REMITTANCE, { claims });
    expect(dry.answer.table.is_remittance).toBe(true);
    expect(dry.answer.notes.join(" ")).toContain("joined with the file with the claims");
  });

  it("that is a remittance is priced with its claims in memory, once for its key, with which another file is refused", async () => {
    const { repricing } = client();
    const options = { idempotencyKey: "october-claims" };
    const claims = EXAMPLE_CLAIMS;
    const { answer } = await repricing.upload("ca", "outpatient", EXAMPLE_REMITTANCE, { claims }, options);
    const again = await repricing.upload("ca", "outpatient", EXAMPLE_REMITTANCE, { claims }, options);
    expect(again.answer.id).toBe(answer.id);
    const other = await failureOf(repricing.upload("ca", "outpatient", CLAIMS, {}, options));
    expect(other).toMatchObject({ code: "idempotency_key_reused", status: 422 });
    const { answer: job } = await repricing.wait(answer.id);
    const [unanswered] = job.summary.remittance?.not_joined.filter(({ side }) => side === "claims") ?? [];
    expect(unanswered).toMatchObject({ claims: 1, lines: 1, first: ["A-UNANSWERED"] });
    await repricing.delete(job.id);
  });

  it("whose columns are not understood is refused with what was", async () => {
    const failure = await failureOf(client().repricing.dryRun("ca", "outpatient", "Patient,Code\n1,2\n"));
    expect(failure).toMatchObject({ kind: "problem", code: "invalid_file", status: 400, attempts: 1 });
    if (failure.kind !== "problem") return;
    expect(failure.table?.headings.map(({ heading }) => heading)).toEqual(["Patient", "Code"]);
  });

  it("that fails after it was accepted rejects the wait with the reason", async () => {
    const { repricing } = client();
    // The first lines are looked at before it is accepted. No line of a file is this long.
    const first = GOOD + `${GOOD.trimEnd().split("\n").at(-1)}\n`.repeat(10_000);
    const { answer } = await repricing.upload("ca", "outpatient", `${first}${"x".repeat(2 ** 21)}`);
    const failure = await failureOf(repricing.wait(answer.id));
    expect(failure).toMatchObject({ kind: "job_failed", id: answer.id });
    expect(failure.message).toContain("a line longer than");
    await repricing.delete(answer.id);
  });
});

describe("An upload", () => {
  it("whose answer is lost is sent again and has one job, and its deletion whose answer is lost is done", async () => {
    const { repricing } = client({ clock });
    proxy().fates.push(TRUNCATE);
    const { answer } = await repricing.upload("ca", "outpatient", GOOD);
    expect(proxy().seen.map(({ method }) => method)).toEqual(["POST", "POST"]);
    expect((await repricing.jobs()).answer.jobs.map(({ id }) => id)).toEqual([answer.id]);
    proxy().fates.push(TRUNCATE);
    expect((await repricing.delete(answer.id)).answer).toEqual({ id: answer.id, status: "deleted" });
    expect(await failureOf(repricing.delete(answer.id))).toMatchObject({ code: "no_such_job", attempts: 1 });
  });

  it("is sent again while its first attempt is at work, and not when it is a stream", async () => {
    proxy().fates.push(problem("idempotency_key_in_use", 409, { "retry-after": "3" }), problem("job_not_done", 409));
    const failure = await failureOf(client({ clock }).repricing.upload("ca", "outpatient", GOOD));
    expect(failure).toMatchObject({ code: "job_not_done", attempts: 2 });
    expect(clock.waits).toEqual([3]);

    proxy().fates.push(DROP);
    const stream = Readable.from([Buffer.from(GOOD)]);
    const dropped = await failureOf(client({ clock }).repricing.upload("ca", "outpatient", stream));
    expect(dropped).toMatchObject({ kind: "network", attempts: 1 });
  });

  const failing = async function* () {
    yield new TextEncoder().encode(GOOD);
    throw new Error("disk gone");
  };
  const FAILING: readonly (readonly [string, () => ClaimsFile])[] = [
    ["of Node", () => Readable.from(failing(), { objectMode: false })],
    ["of the web", () => Readable.toWeb(Readable.from(failing(), { objectMode: false })) as ReadableStream<Uint8Array>],
    ["of a generator", failing],
  ];
  it.each(FAILING)("of a stream that fails has the stream's error as its cause: %s", async (_what, file) => {
    const baseUrl = `http://127.0.0.1:${service().port}`;
    for (const send of ["upload", "dryRun"] as const) {
      const call = client({ clock, baseUrl }).repricing[send]("ca", "outpatient", file());
      await expect(call).rejects.toMatchObject({
        name: "RatebookError",
        failure: { kind: "source_failed", attempts: 1 },
        cause: { message: "disk gone" },
      });
    }
    expect(clock.waits).toEqual([]);
    // The service notices that the upload was broken off when its connection ends.
    await vi.waitFor(async () => expect((await client().repricing.jobs()).answer.jobs).toEqual([]), SOON);
  });

  it("that cannot be sent never reaches the service", async () => {
    const { repricing } = client();
    const large = Object.defineProperty(new Blob(["x"]), "size", { value: 2 ** 40 });
    const tooLarge = await failureOf(repricing.upload("ca", "outpatient", large));
    expect(tooLarge).toMatchObject({ kind: "invalid_request", faults: [{ field: "file" }] });
    const together = await failureOf(
      repricing.upload("ca", "outpatient", GOOD, {
        claims: Object.defineProperty(new Blob(["x"]), "size", { value: 2 ** 28 }),
      }),
    );
    expect(together).toMatchObject({ kind: "invalid_request", faults: [{ field: "file" }] });
    const comma = await failureOf(repricing.upload("ca", "outpatient", GOOD, { by: ["Payer, plan"] }));
    expect(comma).toMatchObject({ kind: "invalid_request", faults: [{ field: "by" }] });
    await expect(repricing.upload("tx" as "ca", "outpatient", GOOD)).rejects.toThrow('state "tx" is not valid');
    const spaced = { idempotencyKey: "two words" };
    await expect(repricing.upload("ca", "outpatient", GOOD, {}, spaced)).rejects.toThrow("idempotencyKey is not valid");
    await expect(repricing.job("../releases")).rejects.toThrow('id "../releases" is not valid');
    await expect(repricing.dryRun("ca", "outpatient", 7 as unknown as string)).rejects.toThrow(TypeError);
    expect(proxy().seen).toEqual([]);
  });
});

const ID = "0".repeat(32);
const job = (status: string) => ({
  kind: "answer" as const,
  status: 200,
  headers: { "content-type": "application/json" },
  body: JSON.stringify({ id: ID, status, notes: [], reason: null }),
});

describe("A wait", () => {
  it("looks at the job ever more seldom, every 10 seconds at most", async () => {
    proxy().fates.push(...Array.from({ length: 7 }, () => job("running")), job("done"));
    const seen: string[] = [];
    await client({ clock }).repricing.wait(ID, { onProgress: ({ status }) => seen.push(status) });
    expect(clock.waits).toEqual([0.5, 1, 2, 4, 8, 10, 10]);
    expect(seen).toEqual([...Array.from({ length: 7 }, () => "running"), "done"]);
  });

  it("ends with its signal", async () => {
    proxy().fates.push(job("running"));
    const ending = new AbortController();
    const options = { signal: ending.signal, onProgress: () => ending.abort() };
    expect(await failureOf(client().repricing.wait(ID, options))).toMatchObject({ kind: "aborted" });
    expect(proxy().seen).toHaveLength(1);
  });
});

describe("A download", () => {
  const file = { kind: "answer" as const, status: 200, headers: { "content-type": "text/csv" } };

  it("that is shorter than announced fails where it is read", async () => {
    const fetch = async () => new Response("a,b\n", { headers: { "content-length": "9" } });
    const failure = await failureOf(client({ fetch }).repricing.results(ID).then(textOf));
    expect(failure).toMatchObject({ kind: "network", reason: "incomplete_answer" });
    expect(failure.message).toBe("The file ended early: 4 of 9 bytes arrived.");
  });

  it("is tried again before its first byte, and refused as other calls are", async () => {
    proxy().fates.push(DROP, { ...file, body: "a\n" });
    expect(await client({ clock }).repricing.results(ID).then(textOf)).toBe("a\n");
    expect(clock.waits).toEqual([1]);
    expect(await failureOf(client().repricing.results(ID))).toMatchObject({ code: "no_such_job", status: 404 });
  });

  it("ends with its signal, also while it is read", async () => {
    const ending = new AbortController();
    proxy().fates.push({ ...file, headers: { ...file.headers, "content-length": "9" }, body: "a,b" });
    const { body } = await client().repricing.results(ID, { signal: ending.signal });
    const reader = body.getReader();
    expect((await reader.read()).value).toHaveLength(3);
    const next = reader.read();
    ending.abort();
    expect(await failureOf(next)).toMatchObject({ kind: "aborted" });
  });

  it("ends when nothing arrives for as long as an attempt may take", async () => {
    proxy().fates.push({ ...file, headers: { ...file.headers, "content-length": "9" }, body: "a,b" });
    const { body } = await client({ clock }).repricing.results(ID);
    const reader = body.getReader();
    await reader.read();
    const next = reader.read();
    await new Promise(setImmediate);
    clock.expire();
    expect(await failureOf(next)).toMatchObject({ kind: "timeout", timeoutMilliseconds: 30_000 });
  });
});
