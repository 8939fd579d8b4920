import { existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { zip } from "../imports/fixtures.ts";
import { rowsIn } from "../imports/sources/reading.ts";
import { declaringZip } from "../reprice/x12/support/declaring-zip.ts";
import { EXAMPLE_CLAIMS, EXAMPLE_REMITTANCE } from "../reprice/x12/support/example-remittance.ts";
import { batch, MARKERS, type MadeClaim, remittance } from "../reprice/x12/support/generator.ts";
import { batches } from "../reprice/x12/support/made-claims.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { SOON } from "../support/waiting.ts";
import { createKey, type Ended, ratebook, refused, serve } from "./support/ratebook.ts";

/* Remittances and their claims, by the command and over HTTP. */

const folder = temporaryFolder();
const at = (name: string) => join(folder.path, name);
const home = at("home");
const birth = `${MARKERS.birth.slice(0, 4)}-${MARKERS.birth.slice(4, 6)}-${MARKERS.birth.slice(6)}`;
const stock = { codes: ["99213", "71045"], npis: ["1000700140", "1000100010"], modifiers: ["25"], isInpatient: false };
const made = batches(stock, 6, 11).map((claims) => claims.map((claim): MadeClaim => ({ ...claim, birth })));
const lines = made.flat().flatMap((claim) => claim.lines).length;
const SECRETS = [...Object.values(MARKERS), birth];

let key: string;
let server: RunningServer;
/** The command with both files, to which the service is compared. */
let joined: Ended;

beforeAll(async () => {
  await californiaAt(at("rates.db"));
  writeFileSync(at("remit.835"), remittance(made));
  writeFileSync(at("batch.837"), batch(made));
  writeFileSync(at("both.zip"), zip({ "a/1.835": remittance(made.slice(0, 3)), "2.txt": remittance(made.slice(3)) }));
  ({ key } = await createKey(home, "--rate", "off"));
  server = await serve(at("rates.db"), home).started();
  joined = await ratebook(command("remit.835", "joined.csv", "--claims", at("batch.837")));
});

afterAll(async () => {
  server.process.kill("SIGKILL");
  await server.ended();
  folder.remove();
});

function command(input: string, out: string, ...options: string[]): string[] {
  return ["reprice", "ca", "outpatient", at(input), "--release", at("rates.db"), "--out", at(out), ...options];
}

interface Job {
  readonly status: string;
}

/** The files that a process has open under a path; a deleted one has its old path. */
function openIn(pid: number, path: string): readonly string[] {
  const descriptors = readdirSync(`/proc/${pid}/fd`);
  return descriptors.flatMap((descriptor) => {
    try {
      const target = readlinkSync(`/proc/${pid}/fd/${descriptor}`);
      return target.includes(path) ? [target] : [];
    } catch {
      // Closed meanwhile.
      return [];
    }
  });
}

const resultsOf = (file: string) => readFileSync(at(file), "utf8");

describe("reprice", () => {
  test("prices a remittance joined with its claims, and a ZIP of remittances as one", async () => {
    expect(joined.stderr).toContain(
      `X12 835 (remittance), 6 payments, ${made.flat().length} claims, ${lines} lines, joined with`,
    );
    expect(resultsOf("joined.csv").split("\n")).toHaveLength(lines + 2);
    await ratebook(command("remit.835", "alone.csv"));
    await ratebook(command("both.zip", "zipped.csv"));
    expect(resultsOf("zipped.csv")).toBe(resultsOf("alone.csv"));
    expect(resultsOf("joined.csv")).not.toBe(resultsOf("alone.csv"));
    for (const secret of SECRETS)
      for (const file of ["joined.csv", "alone.csv"]) expect(resultsOf(file)).not.toContain(secret);
  });

  test("refuses a file that is cut off, and writes nothing", async () => {
    writeFileSync(at("cut.835"), remittance(made).slice(0, -30));
    const { stderr } = await refused(command("cut.835", "cut.csv"));
    expect(stderr).toMatch(/cut\.835: the file is cut off or damaged in .* after segment [0-9]+ \(byte [0-9]+\)/);
    expect(readdirSync(folder.path).filter((name) => name.startsWith("cut.csv"))).toEqual([]);
  });

  test.each([
    [
      "a ZIP with other files",
      zip({ "1.835": remittance(made), "notes.txt": "x" }),
      "the ZIP has X12 files and others, such as",
    ],
    ["a ZIP without X12", zip({ "1.csv": "npi\n1\n" }), "this is a ZIP; unpack it"],
  ])("refuses %s", async (_, bytes, reason) => {
    writeFileSync(at("odd.zip"), bytes);
    expect((await refused(command("odd.zip", "odd.csv"))).stderr).toContain(reason);
  });

  test.each([
    ["file", []],
    ["preview", ["--dry-run"]],
  ])("shows nothing of damaged X12 that begins without its ISA segment (%s)", async (_, options) => {
    const text = remittance(made).replaceAll("\n", "");
    writeFileSync(at("headless.835"), text.slice(text.indexOf("GS*")));
    const { stdout, stderr } = await refused(command("headless.835", "headless.csv", ...options));
    expect(stderr).toContain("does not begin with a sound ISA segment: the first segment found is GS");
    for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret);
  });

  test("refuses claims beside a table, and a table as claims", async () => {
    writeFileSync(at("table.csv"), "npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n");
    const beside = await refused(command("table.csv", "odd.csv", "--claims", at("batch.837")));
    expect(beside.stderr).toContain("is no remittance in X12 (835), and claims are joined with one alone");
    const instead = await refused(command("remit.835", "odd.csv", "--claims", at("table.csv")));
    expect(instead.stderr).toContain("table.csv: this is no X12 file");
    const over = await refused(command("remit.835", "batch.837", "--claims", at("batch.837"), "--force"));
    expect(over.stderr).toContain("batch.837 is the file with the claims and would be overwritten.");
  });
});

describe("The service", () => {
  const headers = () => ({ authorization: `Bearer ${key}`, connection: "close" });
  const send = async (files: Readonly<Record<string, string>>) => {
    const form = new FormData();
    form.set("state", "ca");
    form.set("setting", "outpatient");
    for (const [name, path] of Object.entries(files)) form.set(name, new Blob([readFileSync(at(path))]), path);
    return await server.fetch("/api/v1/reprice", { method: "POST", headers: headers(), body: form });
  };

  test("prices the same two files to the same bytes, and keeps neither of them nor anything of a patient", async () => {
    const answer = await send({ file: "remit.835", claims: "batch.837" });
    expect(answer.status).toBe(202);
    const { id } = (await answer.json()) as { readonly id: string };
    const job = await vi.waitFor(async () => {
      const found = await (await server.fetch(`/api/v1/reprice/${id}`, { headers: headers() })).json();
      expect(found).toMatchObject({ status: "done" });
      return found as { readonly results: string };
    }, SOON);
    const results = await (await server.fetch(job.results, { headers: headers() })).text();
    expect(results).toBe(resultsOf("joined.csv"));
    const kept = readdirSync(join(home, "jobs", id));
    expect(kept).not.toContain("claims");
    expect(kept).not.toContain("input");
    const texts = [
      JSON.stringify(job),
      server.output,
      ...kept.map((name) => readFileSync(join(home, "jobs", id, name), "latin1")),
    ];
    for (const secret of SECRETS) for (const text of texts) expect(text).not.toContain(secret);
  });

  test("has the remittance, what was not owed and the adjustments of a job", async () => {
    writeFileSync(at("example.835"), EXAMPLE_REMITTANCE);
    writeFileSync(at("example.837"), EXAMPLE_CLAIMS);
    const answer = await send({ file: "example.835", claims: "example.837" });
    const { id } = (await answer.json()) as { readonly id: string };
    const job = await vi.waitFor(async () => {
      const found = await (await server.fetch(`/api/v1/reprice/${id}`, { headers: headers() })).json();
      expect(found).toMatchObject({ status: "done" });
      return found as { readonly workbook: string; readonly summary: Readonly<Record<string, unknown>> };
    }, SOON);
    expect(job).toMatchObject({ file_name: "example.835", claims_name: "example.837" });
    const listed = await (await server.fetch("/api/v1/reprice", { headers: headers() })).json();
    expect(listed).toMatchObject({ jobs: [{ id, claims_name: "example.837" }, { claims_name: "batch.837" }] });
    // 9 lines: 2 underpaid, 2 as expected, 4 not owed, 1 rejected. 108.00 and 15.00 of the rejected line are 123.00; PLB takes 5.00.
    expect(job.summary).toMatchObject({
      lookups: 9,
      faulty: 1,
      underpaid: { lines: 2, amount: "12.00" },
      as_expected: { lines: 2 },
      remittance: {
        ...{ payment: "118.00", claims: 7, claims_paid: "123.00", lines: 9, lines_paid: "123.00" },
        ...{ paid_in_summary: "108.00", paid_on_rejected: "15.00", lines_add_up: true, adds_up: true },
        unbalanced: { claims: 0, first: [] },
        provider_adjusted: "5.00",
      },
    });
    const { not_owed } = job.summary as { readonly not_owed: readonly Readonly<Record<string, unknown>>[] };
    expect(not_owed.map(({ code, lines: count }) => `${code} ${count}`)).toEqual([
      "denied 1",
      "covered_by_plan 1",
      "reversed 1",
      "reversal 1",
    ]);
    writeFileSync(
      at("example.xlsx"),
      Buffer.from(await (await server.fetch(job.workbook, { headers: headers() })).arrayBuffer()),
    );
    const sheets = await rowsIn(at("example.xlsx"));
    const joined = sheets.filter(({ cells }) => cells[0] === "Joined with");
    expect(joined.map(({ list, cells }) => [list, cells[1]])).toEqual([
      ['sheet "Summary"', "example.837"],
      ['sheet "Sources"', "example.837"],
    ]);
    const rows = sheets.filter(({ list }) => list === 'sheet "Adjustments"');
    const texts = rows.map(({ cells }) => cells.join(" "));
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^CO 29 .* 100$/)]));
    expect(texts).toEqual(expect.arrayContaining([expect.stringMatching(/^CO 24 .* 100$/)]));
    expect((await server.fetch(`/api/v1/reprice/${id}`, { method: "DELETE", headers: headers() })).status).toBe(200);
  });

  test("refuses a ZIP that holds more than a service unpacks, before it unpacks any of it", async () => {
    writeFileSync(at("bomb.zip"), declaringZip(1024 ** 3 + 1, 1));
    const answer = await send({ file: "bomb.zip" });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain("the ZIP holds more than 1 GB; split it");
  });

  /** Enough to be at work while its job is deleted. */
  const writtenOnce = () => {
    if (existsSync(at("long.837"))) return;
    const long = batches(stock, 200, 5);
    writeFileSync(at("long.835"), remittance(long));
    writeFileSync(at("long.zip"), zip({ "1.835": readFileSync(at("long.835")) }));
    writeFileSync(at("long.837"), batch(long));
  };

  test.runIf(process.platform === "linux").each([
    ["a file", "long.835"],
    ["a ZIP", "long.zip"],
  ])("closes and deletes %s and its claims when its job is deleted", async (_, file) => {
    writtenOnce();
    const { id } = (await (await send({ file, claims: "long.837" })).json()) as { readonly id: string };
    await vi.waitFor(async () => {
      const { status } = (await (await server.fetch(`/api/v1/reprice/${id}`, { headers: headers() })).json()) as Job;
      expect(["running", "done"]).toContain(status);
    }, SOON);
    expect((await server.fetch(`/api/v1/reprice/${id}`, { method: "DELETE", headers: headers() })).status).toBe(200);
    await vi.waitFor(() => expect(openIn(server.process.pid as number, id)).toEqual([]), SOON);
    expect(readdirSync(join(home, "jobs")).filter((name) => name.includes(id))).toEqual([]);
  });

  test("shows nothing of damaged X12 that begins without its ISA segment", async () => {
    expect(existsSync(at("headless.835"))).toBe(true);
    const answer = await send({ file: "headless.835" });
    expect(answer.status).toBe(400);
    const text = await answer.text();
    expect(text).toContain("does not begin with a sound ISA segment");
    for (const secret of SECRETS) expect(text + server.output).not.toContain(secret);
  });
});
