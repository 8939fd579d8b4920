import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import * as spreadsheets from "@e965/xlsx";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { describedFile } from "../../src/release/open.ts";
import { xlsx } from "../imports/fixtures.ts";
import { sheetOf } from "../imports/raw-workbook.ts";
import { rowsIn } from "../imports/sources/reading.ts";
import { childrenOf } from "../serve/operations/support/fixture-home.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { strictFaults } from "../support/strict-schema.ts";
import { SOON as WAITING } from "../support/waiting.ts";
import { createKey, ratebook, serve } from "./support/ratebook.ts";

/* The real server with real files: what an analyst without a shell does. */

const REPRICE = "/api/v1/reprice";
/** For a look that is a request, which takes a moment of the server that works. */
const SOON = { ...WAITING, interval: 200 };

/** Words of claims that nothing but the results may show. */
const SECRETS = ["SECRET-CLAIM", "secret-file-name", "SECRET-CELL"];

const CLAIMS = [
  "Claim,NPI,Billing Code,DOS,Units,Paid",
  "SECRET-CLAIM-1,1000700140,99213,10/1/2026,1,24.00",
  "SECRET-CLAIM-2,1000700140,99213,10/1/2026,2,24.00",
  "SECRET-CLAIM-3,1000700140,99213,SECRET-CELL,1,24.00",
  "",
].join("\n");

/** Long enough to be at work while somebody looks. */
const LONG = `npi,billing_code,date_of_service\n${"1000700140,99213,2026-10-01\n".repeat(200_000)}`;

const folder = temporaryFolder();
const home = join(folder.path, "home");
const jobsFolder = join(home, "jobs");
/** Of the server of one process. */
const sharedHome = join(folder.path, "shared-home");
const release = join(folder.path, "served.db");
let key: string;
let otherKey: string;
/** Of two processes; the tests that end it leave it to the next one to start another. */
let pairServer: RunningServer | null = null;
let sharedServer: RunningServer | null = null;

interface Job {
  readonly file_name: string | null;
  readonly id: string;
  readonly status: string;
  readonly reason: string | null;
  readonly release: { readonly version: string; readonly content_hash: string } | null;
  readonly notes: readonly string[];
  readonly lines_done: number;
  readonly bytes_done: number;
  readonly bytes_total: number;
  readonly results: string | null;
  readonly faults: string | null;
  readonly workbook: string | null;
  readonly summary: Readonly<Record<string, unknown>> | null;
}

beforeAll(async () => {
  await californiaAt(join(folder.path, "first.db"));
  await californiaAt(join(folder.path, "later.db"), { version: "later" });
  ({ key } = await createKey(home, "--rate", "off"));
  ({ key: otherKey } = await createKey(home, "--rate", "off"));
  cpSync(home, sharedHome, { recursive: true });
  publish("first.db");
});

afterAll(async () => {
  for (const server of [sharedServer, pairServer]) {
    server?.process.kill("SIGKILL");
    await server?.ended();
  }
  folder.remove();
});

/** Jobs that several tests look at. */
const kept = new Set<string>();

afterEach(() => {
  for (const each of [home, sharedHome]) {
    const left = jobsOnDisk(each).filter((job) => !kept.has(job));
    for (const job of left) rmSync(join(each, "jobs", job), { recursive: true });
  }
});

function publish(name: string): void {
  copyFileSync(join(folder.path, name), `${release}.new`);
  renameSync(`${release}.new`, release);
}

/** One of two processes. */
async function pair(): Promise<RunningServer> {
  pairServer ??= await serve(join(folder.path, "first.db"), home, "--workers", "2").started();
  return pairServer;
}

/** One of one process; it knows the same keys. */
async function shared(): Promise<RunningServer> {
  sharedServer ??= await serve(release, sharedHome).started();
  return sharedServer;
}

function bearer(token = key): { readonly authorization: string; readonly connection: string } {
  // A new connection each time, so that every worker is asked.
  return { authorization: `Bearer ${token}`, connection: "close" };
}

function formOf(claims: string | Buffer<ArrayBuffer>, fields: Readonly<Record<string, string>> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ state: "ca", setting: "outpatient", ...fields })) form.set(name, value);
  form.set("file", new Blob([claims]), "secret-file-name.csv");
  return form;
}

function send(
  server: RunningServer,
  claims: string | Buffer<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
  token = key,
) {
  return server.fetch(REPRICE, { method: "POST", headers: bearer(token), body: formOf(claims, fields) });
}

async function accepted(server: RunningServer, claims: string): Promise<Job> {
  const answer = await send(server, claims);
  expect(answer.status).toBe(202);
  return (await answer.json()) as Job;
}

async function jobOf(server: RunningServer, id: string, token = key): Promise<Job> {
  return (await (await server.fetch(`${REPRICE}/${id}`, { headers: bearer(token) })).json()) as Job;
}

async function until(server: RunningServer, id: string, status: string, token = key): Promise<Job> {
  if (status !== "failed") await ended(server, id, status);
  return await vi.waitFor(async () => {
    const job = await jobOf(server, id, token);
    expect(job.status).toBe(status);
    return job;
  }, SOON);
}

/** Waits for a status in the record of a job, or until it has ended otherwise: a look at the disk takes a hundredth of a request. */
async function ended(server: RunningServer, id: string, status: string): Promise<void> {
  const record = join(server === sharedServer ? sharedHome : home, "jobs", id, "job.json");
  await vi.waitFor(
    () => {
      const found = (JSON.parse(readFileSync(record, "utf8")) as Job).status;
      if (found !== "failed" && found !== "done") expect(found).toBe(status);
    },
    { ...WAITING, interval: 50 },
  );
}

async function textAt(server: RunningServer, path: string | null, token = key): Promise<string> {
  const answer = await server.fetch(path ?? "none", { headers: bearer(token) });
  expect(answer.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  return await answer.text();
}

function jobsOnDisk(home: string): readonly string[] {
  const folder = join(home, "jobs");
  return existsSync(folder) ? readdirSync(folder).filter((name) => name !== "releases") : [];
}

async function code(answer: Response): Promise<string> {
  return `${answer.status} ${((await answer.json()) as { readonly code: string }).code}`;
}

/** The same lines often enough to see in a window of ten thousand lookups whether they were counted twice: 402. */
const MANY_CLAIMS = (() => {
  const [headings, ...rows] = CLAIMS.trimEnd().split("\n");
  return [headings, ...Array.from({ length: 134 }, () => rows).flat(), ""].join("\n");
})();

interface Sent {
  readonly fields?: Readonly<Record<string, string>>;
  readonly token?: string;
}

function upload(server: RunningServer, word: string, claims: string, { fields = {}, token = key }: Sent = {}) {
  const headers = { ...bearer(token), "idempotency-key": word };
  return server.fetch(REPRICE, { method: "POST", headers, body: formOf(claims, fields) });
}

/* A file of one key is sent, looked at and handed to another key; each test goes on with what is there. */
describe("a server of two processes", () => {
  const LIST = "/paths/~1reprice/get/responses/200/content/application~1json/schema";
  let sender: { readonly id: string; readonly key: string };
  let id: string;

  beforeAll(async () => {
    // 10,000 in a window of ten seconds.
    sender = await createKey(home, "--rate", "60000");
  });

  async function listed(server: RunningServer, token: string): Promise<readonly Job[]> {
    const answer = await server.fetch(REPRICE, { headers: bearer(token) });
    expect(answer.status).toBe(200);
    const body = (await answer.json()) as { readonly jobs: readonly Job[] };
    expect(strictFaults(LIST, body)).toEqual([]);
    return body.jobs;
  }

  test("has an upload that is sent again with its Idempotency-Key answered with the job of the first, in any process and at any time of it, and not counted", async () => {
    const server = await pair();
    const { key: token } = sender;
    expect(await listed(server, token)).toEqual([]);
    const first = await upload(server, "monday-1", MANY_CLAIMS, { token });
    // Two files would take 804. Processes reserve some of the others for themselves.
    const isOneFile = (answer: Response) =>
      expect(Number(answer.headers.get("ratelimit-remaining"))).toBeGreaterThan(9_300);
    isOneFile(first);
    ({ id } = (await first.json()) as Job);
    const again = async () => {
      const answer = await upload(server, "monday-1", MANY_CLAIMS, { token });
      expect([answer.status, answer.headers.get("location")]).toEqual([202, `${REPRICE}/${id}`]);
      isOneFile(answer);
      return (await answer.json()) as Job;
    };
    // More of them than a key may have files under way: they are one.
    for (let count = 0; count < 3; count += 1) expect((await again()).id).toBe(id);
    await until(server, id, "done", token);
    expect(await again()).toMatchObject({ id, status: "done" });
    expect(jobsOnDisk(home)).toEqual([id]);
    expect(await code(await upload(server, "monday-1", CLAIMS, { token }))).toBe("422 idempotency_key_reused");
    const reused = await upload(server, "monday-1", MANY_CLAIMS, { fields: { tolerance: "1" }, token });
    expect(await code(reused)).toBe("422 idempotency_key_reused");
    kept.add(id);
  });

  test("reprices a file as the command does, byte for byte, for its key alone", async () => {
    const server = await pair();
    const job = await jobOf(server, id, sender.key);
    const bytes = MANY_CLAIMS.length;
    expect(job).toMatchObject({ lines_done: 402, bytes_done: bytes, bytes_total: bytes });
    expect(job.summary).toMatchObject({ lookups: 402, priced: 268, faulty: 134 });

    expect(readdirSync(join(jobsFolder, id)).sort()).toEqual([
      "job.json",
      "notes.csv",
      "notes.json",
      "report.xlsx",
      "results.csv",
      "results.faults.csv",
      "rows.json",
      "summary.csv",
      "summary.json",
      "variances.bin",
    ]);
    // Every process reads the records of all jobs, with every upload: neither notes nor the summary are in them.
    const record = JSON.parse(readFileSync(join(jobsFolder, id, "job.json"), "utf8"));
    expect(Object.keys(record).filter((name) => ["notes", "summary"].includes(name))).toEqual([]);
    const head = await server.fetch(`${REPRICE}/${id}`, {
      method: "HEAD",
      headers: { ...bearer(sender.key), "accept-encoding": "identity" },
    });
    expect(Number(head.headers.get("content-length"))).toBe(Buffer.byteLength(JSON.stringify(job)));

    const input = join(folder.path, "claims.csv");
    const out = join(folder.path, "repriced.csv");
    writeFileSync(input, MANY_CLAIMS);
    const command = ["reprice", "ca", "outpatient", input, "--release", join(folder.path, "first.db"), "--out", out];
    expect((await ratebook([...command, "--workers", "1"])).code).toBe(3);
    expect(await textAt(server, job.results, sender.key)).toBe(readFileSync(out, "utf8"));
    expect(await textAt(server, job.faults, sender.key)).toBe(readFileSync(out.replace(".csv", ".faults.csv"), "utf8"));

    for (const path of ["", "/results", "/faults", "/workbook", "/explanations?lines=2", "/variances"]) {
      const answer = await server.fetch(`${REPRICE}/${id}${path}`, { headers: bearer(otherKey) });
      expect(await code(answer)).toBe("404 no_such_job");
    }
    const foreign = await server.fetch(`${REPRICE}/${id}`, { method: "DELETE", headers: bearer(otherKey) });
    expect(foreign.status).toBe(404);
  });

  test("refuses the third file of a key while two are under way, and lists those, the newest first; one that is deleted at work makes room", async () => {
    const server = await pair();
    const first = await accepted(server, LONG);
    const second = await accepted(server, CLAIMS);
    const third = await send(server, CLAIMS);
    expect(third.headers.get("retry-after")).toBe("15");
    expect(await code(third)).toBe("429 too_many_jobs");
    // A lost answer locks nobody out.
    const jobs = await listed(server, key);
    expect(jobs.map((job) => job.id)).toEqual([second.id, first.id]);
    expect(Object.keys(jobs[0] ?? {})).not.toContain("summary");
    expect(jobs.map(({ file_name }) => file_name)).toEqual(["secret-file-name.csv", "secret-file-name.csv"]);
    expect(await listed(server, otherKey)).toEqual([]);
    const early = await server.fetch(`${REPRICE}/${first.id}/results`, { headers: bearer() });
    expect(await code(early)).toBe("409 job_not_done");
    await until(server, first.id, "running");
    await server.fetch(`${REPRICE}/${first.id}`, { method: "DELETE", headers: bearer() });
    await until(server, second.id, "done");
    expect(jobsOnDisk(home)).not.toContain(first.id);
    // For the server that stops.
    kept.add(second.id);
    await vi.waitFor(async () => {
      expect(await (await server.fetch("/metrics")).text()).toContain('ratebook_repricing_jobs{status="running"} 0');
    }, SOON);
  });

  test("gives the jobs of a key to the key that takes its place as well, with the files, and to a session of that key, until they are deleted; its log has nothing of them", async () => {
    const server = await pair();
    const rotated = await ratebook(["keys", "rotate", sender.id, "--overlap", "1s", "--home", home, "--json"]);
    const { key: next } = JSON.parse(rotated.stdout.trimEnd().split("\n").at(-1) ?? "") as { readonly key: string };
    await vi.waitFor(
      async () => expect((await server.fetch(REPRICE, { headers: bearer(sender.key) })).status).toBe(401),
      SOON,
    );
    await vi.waitFor(async () => expect(await listed(server, next)).toMatchObject([{ id, status: "done" }]), SOON);
    const results = await server.fetch(`${REPRICE}/${id}/results`, { headers: bearer(next) });
    expect(results.status).toBe(200);
    const plain = Buffer.from(await results.arrayBuffer());
    const origin = `http://127.0.0.1:${server.port}`;
    const begun = await server.fetch("/session", { method: "POST", headers: { ...bearer(next), origin } });
    const cookie = begun.headers.get("set-cookie")?.split(";")[0] ?? "";
    const page = await server.fetch(REPRICE, { headers: { cookie, connection: "close" } });
    expect(await page.json()).toMatchObject({ jobs: [{ id }] });

    // Excel reads a CSV as UTF-8 only with a mark: the page gets one, a program none.
    const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
    const marked = await server.fetch(`${REPRICE}/${id}/results`, { headers: { cookie, connection: "close" } });
    expect(Buffer.from(await marked.arrayBuffer()).equals(Buffer.concat([MARK, plain]))).toBe(true);
    expect(plain.subarray(0, 3).equals(MARK)).toBe(false);
    const disposition = /^attachment; filename="secret-file-name-ca-[-0-9]{10}-results\.csv"$/;
    expect(marked.headers.get("content-disposition")).toMatch(disposition);

    const deletion = await server.fetch(`${REPRICE}/${id}`, { method: "DELETE", headers: bearer(next) });
    expect(deletion.status).toBe(200);
    kept.delete(id);
    expect(jobsOnDisk(home)).not.toContain(id);
    expect(await listed(server, next)).toEqual([]);
    const table = await server.fetch(REPRICE, { headers: { ...bearer(next), accept: "text/csv" } });
    expect(await table.text()).toMatch(/^id,status,state,.*,reason,results,workbook,faults\r\n$/);

    const said = server.output + server.complaints + (await (await server.fetch("/metrics")).text());
    for (const secret of [...SECRETS, id]) expect(said).not.toContain(secret);
  });
});

/* The servers of two processes end with these: no other test needs them any more. */
describe("a server of two processes that ends", () => {
  test("a job whose worker is killed has failed, as the others can tell", async () => {
    const server = await pair();
    const { id } = await accepted(server, LONG);
    const record = JSON.parse(readFileSync(join(jobsFolder, id, "job.json"), "utf8"));
    execFileSync("kill", ["-9", String(record.owner.worker.pid)]);
    const { reason } = await until(server, id, "failed");
    expect(reason).toBe("The process that worked on the file has ended. Send the file again.");
    // Until then a connection may be handed to the one that is gone.
    await server.logged("worker_ended");
    await vi.waitFor(() => expect(childrenOf(server.process.pid)).toHaveLength(2), SOON);
    const deletion = await server.fetch(`${REPRICE}/${id}`, { method: "DELETE", headers: bearer() });
    expect(deletion.status).toBe(200);
  });

  test("one that stops leaves no file of any job, done, at work or waiting, and refuses one that it was looking at, so that its client sends it again", async () => {
    const arrived = (before: number) => {
      const job = jobsOnDisk(home).find((id) => sizeOf(join(home, "jobs", id, "input")) === CLAIMS.length);
      expect([jobsOnDisk(home).length, job]).toEqual([before + 1, expect.any(String)]);
    };
    // On a busy machine the look may be over before the signal: then the file is accepted, and another is sent to another server.
    await vi.waitFor(async () => {
      const server = await pair();
      // One that an earlier test has left is done.
      if (jobsOnDisk(home).length === 0) await until(server, (await accepted(server, CLAIMS)).id, "done");
      await until(server, (await accepted(server, LONG)).id, "running");
      const answering = send(server, CLAIMS);
      await vi.waitFor(() => arrived(2), { ...SOON, interval: 1 });
      pairServer = null;
      server.process.kill("SIGTERM");
      const answer = await answering;
      expect(await server.ended()).toBe(0);
      expect(jobsOnDisk(home)).toEqual([]);
      expect([answer.status, ((await answer.json()) as { readonly code: string }).code]).toEqual([503, "not_ready"]);
    }, SOON);
  });
});

/** The address of the page that the workbook of a job links its underpaid lines to. */
async function pageLinkedIn(server: RunningServer, { workbook }: Job): Promise<string | null> {
  const download = await server.fetch(workbook ?? "none", { headers: bearer() });
  const { Sheets } = spreadsheets.read(Buffer.from(await download.arrayBuffer()));
  const formulas = Object.values(Sheets.Underpaid ?? {}).map((cell: { readonly f?: string }) => cell.f ?? "");
  expect(formulas.length).toBeGreaterThan(0);
  return formulas.map((formula) => /HYPERLINK\("(.*)\/\?state=ca/.exec(formula)?.[1]).find(Boolean) ?? null;
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

describe("a workbook", () => {
  const HEADINGS = ["Claim", "NPI", "CPT", "DOS", "Payer", "Paid"];
  const claim = (payer: string, paid: number) => ["SECRET-CLAIM", 1000700140, "99213", "2026-10-01", payer, paid];
  const book = Buffer.from(
    xlsx({
      Notes: [["x"]],
      May: [["May"], HEADINGS, claim("Blue", 20), claim("Red", 23.9), claim("Red", 23.98), ["", 12]],
    }),
  );
  const order = { sheet: "May", tolerance: "0.05", by: "Payer" };
  let server: RunningServer;
  let job: Job;

  beforeAll(async () => {
    server = await shared();
    // As a browser does that reaches it through a proxy with TLS.
    const headers = { ...bearer(), origin: `https://127.0.0.1:${server.port}` };
    const answer = await server.fetch(REPRICE, { method: "POST", headers, body: formOf(book, order) });
    job = await until(server, ((await answer.json()) as Job).id, "done");
    kept.add(job.id);
  });

  afterAll(async () => {
    kept.delete(job.id);
    await server.fetch(`${REPRICE}/${job.id}`, { method: "DELETE", headers: bearer() });
  });

  test("is repriced, and its report downloaded as one that names no path of the server", async () => {
    expect(job.notes[0]).toBe(
      'the file: workbook, sheet "May" (of 2; the other is "Notes"), 6 columns, headings in row 2.',
    );
    expect(job.summary).toMatchObject({
      file: "results.csv",
      faults_file: "faults.csv",
      underpaid: { lines: 2, amount: "4.10" },
      as_expected: { lines: 1 },
      totals: [{ by: "Payer", groups: [{ key: "Blue" }, { key: "Red" }] }],
    });
    const download = await server.fetch(job.workbook ?? "none", { headers: bearer() });
    expect(download.headers.get("content-disposition")).toMatch(
      /^attachment; filename="secret-file-name-ca-20[0-9]{2}-[0-9]{2}-[0-9]{2}\.xlsx"$/,
    );
    const path = join(folder.path, "report.xlsx");
    writeFileSync(path, Buffer.from(await download.arrayBuffer()));
    const cells = (await rowsIn(path)).flatMap((row) => row.cells);
    // In a reader's words: neither the request nor a query of the API.
    expect(cells.filter((cell) => /\/api\/|[a-z]+_[a-z]+=|npi=/.test(cell))).toEqual([]);
    expect(cells).toContain("Billing code 99213, NPI 1000700140, date of service Oct 1, 2026");
    expect(cells.join("\n")).toContain("Correct them in the file of rejected lines and run that file again.");
    expect(cells).toContain("secret-file-name.csv, sheet May");
    expect(cells.filter((cell) => cell.includes(folder.path))).toEqual([]);
    expect(await pageLinkedIn(server, job)).toBe(`https://127.0.0.1:${server.port}`);
  });

  test("explains chosen lines in one document to print, with the file and the amounts, and refuses other lines", async () => {
    const { id } = job;
    const packet = (lines: string) =>
      server.fetch(`${REPRICE}/${id}/explanations?lines=${lines}`, { headers: bearer() });
    const document = await packet("4,3");
    expect([document.status, document.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(document.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    const text = await document.text();
    expect(text).toContain("<h1>Medi-Cal, outpatient: 2 claim lines of secret-file-name.csv, and how");
    // In the order of the file, each with its claim and its explanation; ids are unique.
    expect([...text.matchAll(/<h2>Line ([0-9]+)[,<]/g)].map(([, line]) => line)).toEqual(["3", "4"]);
    expect(text.match(/unit value \(2\.4\) x conversion factor \(10\.00\)/g)).toHaveLength(2);
    expect(text).toContain("<dt>Payer</dt><dd>Blue</dd>");
    expect(text).toContain("<strong>Variance:</strong> +$4.00 (expected minus what was paid).");
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, each]) => each);
    expect(new Set(ids).size).toBe(ids.length);
    expect(text).toContain('<th scope="col" class="amount">Paid</th><th scope="col" class="amount">Expected</th>');
    // 24.00 + 24.00; 4.00 + 0.10.
    expect(text).toMatch(/Total<\/th>.*\$48\.00<\/td>.*\$4\.10<\/td>/);

    const detailOf = async (lines: string) => ((await (await packet(lines)).json()) as { detail: string }).detail;
    expect(await detailOf("")).toContain("lines is required: the numbers of at most 50 lines");
    expect(await detailOf("3;4")).toContain('lines "3;4" is not valid');
    expect(await detailOf(Array.from({ length: 51 }, (_, at) => at + 1).join())).toContain("at most 50 lines");
    // The row of May's title, and the rejected line.
    expect(await detailOf("1,3,6")).toContain('lines "1,6" is not valid: expected lines that have a result');
    expect(await code(await server.fetch(`${REPRICE}/${id}/explanations?line=3`, { headers: bearer() }))).toBe(
      "400 unknown_parameter",
    );
  });

  test("lists the lines with a variance, the largest first, by group and by amounts, and refuses other filters", async () => {
    const list = (query: string) => server.fetch(`${REPRICE}/${job.id}/variances${query}`, { headers: bearer() });
    const linesOf = async (query: string) => {
      const { lines } = (await (await list(query)).json()) as {
        lines: { input_line: number; difference: string }[];
      };
      return lines.map(({ input_line, difference }) => `${input_line}: ${difference}`);
    };
    expect(await (await list("")).json()).toMatchObject({
      ...{ total: 2, left: 0 },
      lines: [
        { formula: "unit value (2.4) x conversion factor (10.00) = $24.00", lookup: { billing_code: "99213" } },
        {
          expected_amount: "24.00",
          paid: "23.90",
          remarks: [],
        },
      ],
    });
    expect(await linesOf("")).toEqual(["3: 4.00", "4: 0.10"]);
    expect(await linesOf("?limit=1&offset=1")).toEqual(["4: 0.10"]);
    expect(await linesOf("?by=Payer&key=Red")).toEqual(["4: 0.10"]);
    expect(await linesOf("?expected=24.00&paid=20.00")).toEqual(["3: 4.00"]);
    const detailOf = async (query: string) => ((await (await list(query)).json()) as { detail: string }).detail;
    expect(await detailOf("?limit=0")).toContain('limit "0" is not valid: expected a whole number from 1 to 200.');
    expect(await detailOf("?key=99213")).toContain("by is required: by and key go together.");
    expect(await detailOf("?by=code&key=99213")).toContain('by "code" is not valid');
    expect(await detailOf("?expected=much&paid=1")).toContain('expected "much" is not valid');
    expect(await code(await list("?line=3"))).toBe("400 unknown_parameter");
  });

  test("marks underpaid lines that have a takeback, in its summary and in the list of variances", async () => {
    const of = (claim: string, paid: string) => `${claim},1000700140,99213,2026-10-01,${paid}`;
    const lines = ["Claim,NPI,Billing Code,DOS,Paid", of("A", "10.00"), of("B", "20.00"), of("A", "-10.00"), ""];
    const { id, summary } = await until(server, (await accepted(server, lines.join("\n"))).id, "done");
    expect(summary).toMatchObject({ underpaid_with_takebacks: { lines: 1, dollars: "14.00", is_complete: true } });
    const answer = await server.fetch(`${REPRICE}/${id}/variances`, { headers: bearer() });
    expect(await answer.json()).toMatchObject({
      lines: [
        { claim: "A", has_takeback: true, remarks: [expect.stringContaining("taken back")] },
        { claim: "B", has_takeback: false, remarks: [] },
      ],
    });
    const packet = await server.fetch(`${REPRICE}/${id}/explanations?lines=2`, { headers: bearer() });
    // A packet is read by the payer: what its owner has to check before is not in it.
    expect(await packet.text()).not.toContain("taken back");
  });

  test("is refused with the reason where its columns are not what was asked for", async () => {
    const answer = await send(server, book, { ...order, by: "Payr" });
    const { detail } = (await answer.json()) as { readonly detail: string };
    expect([answer.status, detail]).toEqual([400, expect.stringContaining('"Payr" is none; did you mean Payer?')]);
  });
});

const JOB = "/components/schemas/RepricingJob";
const DRY_RUN = "/paths/~1reprice/post/responses/200/content/application~1json/schema";

describe("what is answered of a file", () => {
  /** Underpaid, overpaid, paid nothing, taken back, not priced, faulty; procedure type assumed, and a column guessed, throughout. */
  const EVERY_KIND = [
    "NPI,Service code,DOS,Payer Paid",
    "1000700140,99213,2026-10-01,20.00",
    "1000700140,99213,2026-10-01,30.00",
    "1000700140,99213,2026-10-01,0",
    "1000700140,99213,2026-10-01,-24.00",
    "1000700140,99999,2026-10-01,1.00",
    "1000700140,99213,never,1.00",
    "1000700140,99214,2026-10-01,1.00",
    "Report Total,,,58.00",
    "",
  ].join("\n");

  test("says what was allowed, limited, not priced and not owed, and no_charge_limit turns the limit off; its workbook links to the page where its sender surely reaches it", async () => {
    const server = await shared();
    const claims = [
      "Claim,payer_claim,NPI,CPT,Mod,DOS,Billed,Allowed,Paid,not_owed",
      "1,ICN-1,1000700140,99213,,2026-10-01,20,20,10,",
      "2,ICN-2,1000700140,11045,82,2026-10-01,500,2,2,",
      "3,ICN-3,1000700140,99213,,2026-10-01,500,20.00,20.00,",
      "4,ICN-4,1000700140,99213,,2026-10-01,500,0.00,0.00,denied (CO-29)",
      "5,ICN-5,1000700140,99213,,2026-10-01,500,-24.00,-24.00,reversal",
      "",
    ].join("\n");
    const done = async (fields: Readonly<Record<string, string>>, headers: Readonly<Record<string, string>> = {}) => {
      const sent = { method: "POST", headers: { ...bearer(), ...headers }, body: formOf(claims, fields) };
      const answer = await server.fetch(REPRICE, sent);
      const job = await until(server, ((await answer.json()) as Job).id, "done");
      expect(strictFaults(JOB, job)).toEqual([]);
      return job;
    };
    const job = await done({});
    const { summary, results } = job;
    expect(summary).toMatchObject({
      compared_with: { column: "Allowed", meaning: "allowed_amount" },
      charge_limit: { column: "Billed", lines: 1, amount: "4.00" },
      modifier_not_priced: { lines: 1, amount: "14.60" },
      as_expected: { lines: 1 },
      underpaid: { lines: 1, amount: "4.00" },
      taken_back: { lines: 0 },
      not_owed: [
        { code: "denied", words: "denied", lines: 1, expected: "24.00" },
        { code: "reversal", words: "reversal", lines: 1 },
      ],
      largest_differences: [{ claim: "3", payer_claim: "ICN-3" }],
    });
    expect(await textAt(server, results)).toContain(
      "Not owed, denied (CO-29: sent after the filing limit): not compared.",
    );
    const other = await done({ no_charge_limit: "true", compare: "Paid" }, { origin: "https://elsewhere.example" });
    expect(other.summary).toMatchObject({
      compared_with: { column: "Paid", meaning: "paid_amount" },
      charge_limit: { column: null, lines: 0 },
      underpaid: { lines: 2, amount: "18.00" },
    });
    // On this machine, and at no address that a browser gave which the server does not know.
    expect(await pageLinkedIn(server, job)).toBe(`http://127.0.0.1:${server.port}`);
    expect(await pageLinkedIn(server, other)).toBeNull();
  });

  test("is what the OpenAPI document says, and nothing else", async () => {
    const server = await shared();
    const { id } = await accepted(server, EVERY_KIND);
    expect(strictFaults(JOB, await jobOf(server, id))).toEqual([]);
    const job = await until(server, id, "done");
    expect(strictFaults(JOB, job)).toEqual([]);
    expect(job.notes.join("\n")).toContain('"Payer Paid" is paid_amount. If that is right, say so with the field');
    expect(job.summary).toMatchObject({
      guessed_columns: [{ heading: "Payer Paid", meaning: "paid_amount" }],
      lookups: 7,
      underpaid: { lines: 3 },
      paid_nothing: { lines: 1, amount: "24.00" },
      taken_back: { lines: 1, amount: "24.00" },
      assumed: expect.arrayContaining([expect.objectContaining({ parameter: "procedure_type", lines: 5 })]),
      noted: { totals_row: 1 },
      totals: expect.arrayContaining([expect.objectContaining({ by: "code" })]),
    });
    // A member that the document lacks is noticed.
    expect(strictFaults(JOB, { ...job, summary: { ...job.summary, more: 1 } }).join()).toContain('"more"');
  });

  test("of a workbook made of entities alone is that it is refused, in words for its sender; the service lives on", async () => {
    const server = await shared();
    // Enough to end a thread that keeps them one by one.
    const run = "&#65;".repeat(12_000_000);
    const answer = await send(server, Buffer.from(sheetOf(`<row r="1"><c r="A1"><f>${run}</f><v>1</v></c></row>`)));
    const { id, code: problem, detail } = (await answer.json()) as Job & Readonly<Record<"code" | "detail", string>>;
    // On a busy machine the look takes too long: then the file is a job, which fails for the same reason.
    if (answer.status !== 202) expect([answer.status, problem]).toEqual([400, "invalid_file"]);
    const reason = answer.status === 202 ? (await until(server, id, "failed")).reason : detail;
    expect(reason).toMatch(/cell A1 of sheet "Fees" has more than 1048576 characters .* save the sheet as CSV/);
    expect(reason).not.toMatch(/heap|NODE_OPTIONS|--/);
    expect((await server.fetch("/readyz")).status).toBe(200);
  });

  test("of totals by a column that the file does not have is told at once", async () => {
    const server = await shared();
    const answer = await send(server, CLAIMS, { by: "code,nosuch" });
    const problem = (await answer.json()) as { readonly code: string; readonly detail: string };
    expect([answer.status, problem.code]).toEqual([400, "invalid_file"]);
    expect(problem.detail).toBe(
      'by "code,nosuch" is not valid: expected code, provider, month or columns of the input, and "nosuch" is none; known are code, provider, month, Claim, NPI, Billing Code, DOS, Units, Paid.',
    );
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toEqual([]), SOON);
  });

  test("of columns that mean the same is told at once, with the field that decides it", async () => {
    const server = await shared();
    const claims = "Rendering NPI,Billing NPI,CPT,DOS\n1000700140,1000700140,99213,2026-10-01\n";
    const answer = await send(server, claims);
    const problem = (await answer.json()) as { readonly code: string; readonly detail: string };
    expect([answer.status, problem.code]).toEqual([400, "invalid_file"]);
    expect(problem.detail).toContain(
      'The columns "Rendering NPI" and "Billing NPI" could both be npi. Say which one is with the field columns: {"Rendering NPI":"npi"}.',
    );
    expect(problem).toMatchObject({ table: { headings: expect.any(Array) } });
    // It is answered first.
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toEqual([]), SOON);
    const decided = await send(server, claims, { columns: '{"Rendering NPI":"npi"}', dry_run: "true" });
    expect(await decided.json()).toMatchObject({ lines: [{ values: { npi: "1000700140" } }] });
  });
});

describe("a server of one process", () => {
  test("a file is priced with the release in service when it was accepted, though another takes its place or is reloaded", async () => {
    const server = await shared();
    // In the place of the one in service, which nobody has reloaded.
    publish("later.db");
    const long = await accepted(server, LONG);
    await until(server, long.id, "running");
    // It waits while the release is reloaded.
    const waiting = await accepted(server, CLAIMS);
    server.process.kill("SIGHUP");
    await server.logged("reloaded");
    await server.fetch(`${REPRICE}/${long.id}`, { method: "DELETE", headers: bearer() });
    const first = await until(server, waiting.id, "done");
    const { contentHash } = describedFile(join(folder.path, "first.db"));
    expect(first.release).toMatchObject({ content_hash: contentHash });
    const later = await until(server, (await accepted(server, CLAIMS)).id, "done");
    expect(later.release?.version).toBe("later");
    expect(later.release?.content_hash).not.toBe(first.release?.content_hash);
    // Its amounts may differ: no packet is made of another release.
    const packet = `${REPRICE}/${first.id}/explanations?lines=2`;
    expect(await code(await server.fetch(packet, { headers: bearer() }))).toBe("404 release_unavailable");
    // The jobs of a release share its file.
    expect(readdirSync(join(sharedHome, "jobs", "releases"))).toHaveLength(2);
  });

  test("a file counts as its lines, at most as a window, and a dry run as one; it may be compared with nothing; results are gone for a key that was revoked", async () => {
    const server = await shared();
    // 10,000 in a window of ten seconds.
    const limited = await createKey(sharedHome, "--rate", "60000");
    const rows = Array.from({ length: 1_000 }, () => ["1000700140", "99213", "2026-10-01", "1.00"]);
    const book = Buffer.from(xlsx({ Claims: [["NPI", "CPT", "DOS", "Patient Paid"], ...rows] }));
    const shown = await send(server, book, { dry_run: "true" }, limited.key);
    expect(["9999", "10000"]).toContain(shown.headers.get("ratelimit-remaining"));
    const file = await send(server, book, {}, limited.key);
    // The first lookup is charged on arrival: a window that ends while the file is looked at takes it along.
    expect(["8999", "9000", "9001"]).toContain(file.headers.get("ratelimit-remaining"));
    const { id } = (await file.json()) as Job;
    const few = await createKey(sharedHome, "--rate", "60");
    const longer = await send(server, CLAIMS.repeat(20), {}, few.key);
    expect([longer.status, longer.headers.get("ratelimit-limit")]).toEqual([202, "10"]);
    expect(["0", "1"]).toContain(longer.headers.get("ratelimit-remaining"));
    const { id: waiting } = (await longer.json()) as Job;
    await server.fetch(`${REPRICE}/${waiting}`, { method: "DELETE", headers: bearer(few.key) });

    const results = () => server.fetch(`${REPRICE}/${id}/results`, { headers: bearer(limited.key) });
    // Compared with nothing: its workbook says which column may be meant, in words for those who have no command line.
    const plain = await until(server, id, "done", limited.key);
    expect(strictFaults(JOB, plain)).toEqual([]);
    expect(plain.summary).toMatchObject({ compared: 0, may_be_paid: ["Patient Paid"], guessed_columns: [] });
    const workbook = await server.fetch(plain.workbook ?? "none", { headers: bearer(limited.key) });
    const path = join(folder.path, "uncompared.xlsx");
    writeFileSync(path, Buffer.from(await workbook.arrayBuffer()));
    const cells = (await rowsIn(path)).flatMap((row) => row.cells).join("\n");
    expect(cells).toContain('"Patient Paid" may have it.');
    expect(cells).not.toContain("--c");

    expect((await results()).status).toBe(200);
    await ratebook(["keys", "revoke", limited.id, "--home", sharedHome]);
    await vi.waitFor(async () => expect(await code(await results())).toBe("401 invalid_api_key"), SOON);
  });

  test("a dry run shows the columns and first lines, and keeps nothing", async () => {
    const server = await shared();
    const answer = await send(server, CLAIMS, { dry_run: "true" });
    const shown = await answer.json();
    expect(strictFaults(DRY_RUN, shown)).toEqual([]);
    expect(shown).toMatchObject({
      columns: expect.stringContaining("DOS = date_of_service"),
      table: {
        sheets: [],
        sheet: null,
        headings: expect.arrayContaining([
          {
            ...{ heading: "DOS", meaning: "date_of_service", is_guess: false, seems_to_hold: "days" },
            samples: ["10/1/2026", "SECRET-CELL"],
          },
        ]),
        groupings: ["code", "provider", "month"],
      },
      lines: [{ line: 2, values: { npi: "1000700140", date_of_service: "2026-10-01" } }, {}, {}],
    });
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toEqual([]), SOON);
    const unusable = await send(server, "Claim,Svc Prov NPI,DOS\n1,1000700140,2026-10-01\n", { dry_run: "true" });
    const problem = (await unusable.json()) as { readonly code: string; readonly detail: string };
    expect(problem.code).toBe("invalid_file");
    expect(problem.detail).toContain("line 1: There is no column billing_code");
    expect(problem.detail).not.toContain(folder.path);
    // Enough to say what the columns are, and send it again.
    expect(problem).toMatchObject({
      table: {
        headings: [
          { heading: "Claim", meaning: null, is_guess: false, seems_to_hold: "whole numbers" },
          { heading: "Svc Prov NPI", meaning: "npi", is_guess: true, seems_to_hold: "NPIs" },
          { heading: "DOS", meaning: "date_of_service", is_guess: false, seems_to_hold: "days" },
        ],
      },
    });
  });

  test("what cannot become a job is refused, and keeps nothing", async () => {
    const server = await shared();
    expect(await code(await send(server, CLAIMS, { state: "fl" }))).toBe("403 state_not_enabled");
    expect(await code(await send(server, CLAIMS, { setting: "" }))).toBe("400 missing_parameter");
    expect(await code(await send(server, ""))).toBe("400 invalid_form");
    expect(await code(await send(server, CLAIMS, {}, "rbk_nobody"))).toBe("401 invalid_api_key");
    const json = { ...bearer(), "content-type": "application/json" };
    const wrongType = await server.fetch(REPRICE, { method: "POST", headers: json, body: "{}" });
    expect(await code(wrongType)).toBe("415 unsupported_media_type");
    // In the query it would be overlooked, and the file priced.
    const form = new FormData();
    for (const [name, value] of Object.entries({ state: "ca", setting: "outpatient" })) form.set(name, value);
    form.set("file", new Blob([CLAIMS]), "claims.csv");
    const asQuery = await server.fetch(`${REPRICE}?dry_run=true`, { method: "POST", headers: bearer(), body: form });
    expect(await code(asQuery)).toBe("400 unknown_parameter");
    const filtered = await server.fetch(`${REPRICE}?status=done`, { headers: bearer() });
    expect(await code(filtered)).toBe("400 unknown_parameter");
    const put = await server.fetch(`${REPRICE}/${"0".repeat(32)}`, { method: "PUT", headers: bearer() });
    expect(await code(put)).toBe("405 method_not_allowed");
    expect(put.headers.get("allow")).toBe("GET, HEAD, DELETE");
    expect(await tooLarge(server)).toBe(413);
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toEqual([]), SOON);
  });

  test("an Idempotency-Key whose first file is still arriving is answered so, and one that is malformed is refused", async () => {
    const server = await shared();
    const first = uploading(server, { "transfer-encoding": "chunked", "idempotency-key": "slow" });
    first.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nnpi\n');
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toHaveLength(1), SOON);
    const answer = await upload(server, "slow", CLAIMS);
    expect(answer.headers.get("retry-after")).not.toBeNull();
    expect(await code(answer)).toBe("409 idempotency_key_in_use");
    first.destroy();
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toEqual([]), SOON);
    for (const word of ["two words", "x".repeat(256)]) {
      expect(await code(await upload(server, word, CLAIMS))).toBe("400 invalid_parameter");
    }
  });

  test("a client that leaves while it sends leaves nothing", async () => {
    const server = await shared();
    const upload = uploading(server, { "transfer-encoding": "chunked" });
    upload.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nnpi\n');
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toHaveLength(1), SOON);
    upload.destroy();
    await vi.waitFor(() => expect(jobsOnDisk(sharedHome)).toEqual([]), SOON);
    const left = expect.objectContaining({ route: REPRICE, status: 499 });
    await vi.waitFor(() => expect(server.events("request")).toContainEqual(left), SOON);
  });

  /* It is the last one: no other test needs the server any more. */
  test("that was killed leaves files, which the next one deletes before it answers", async () => {
    const server = await shared();
    const { id } = await accepted(server, LONG);
    server.process.kill("SIGKILL");
    await server.ended();
    expect(jobsOnDisk(sharedHome)).toEqual([id]);
    sharedServer = null;
    await shared();
    expect(jobsOnDisk(sharedHome)).toEqual([]);
  });
});

function uploading(server: RunningServer, headers: Readonly<Record<string, string>>) {
  const type = { "content-type": "multipart/form-data; boundary=b" };
  const options = { port: server.port, path: REPRICE, method: "POST", headers: { ...bearer(), ...type, ...headers } };
  return request(options).on("error", () => {});
}

/** The status of a file that says of itself that it is too large, of which nothing is sent. */
async function tooLarge(server: RunningServer): Promise<number | undefined> {
  const upload = uploading(server, { "content-length": String(2 ** 30), expect: "100-continue" });
  upload.flushHeaders();
  const [response] = (await once(upload, "response")) as [{ readonly statusCode?: number }];
  upload.destroy();
  return response.statusCode;
}
