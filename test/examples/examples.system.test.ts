import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createKey, ROOT, run, SAMPLE, serve } from "../cli/support/ratebook.ts";
import { type RunningServer, temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { SOON as WAITING } from "../support/waiting.ts";

/* What a newcomer copies first, run as it stands, against one server. The example of the client runs where the client is installed: client/package.test.ts. */

const EXAMPLES = join(ROOT, "examples");
const VISIT = ["npi=1000100010", "billing_code=99213", "date_of_service=2026-10-01"];
const SOON = { ...WAITING, interval: 50 };
const hasPython = spawnSync("python3", ["-c", "import sys; sys.exit(sys.version_info < (3, 10))"]).status === 0;

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
let server: RunningServer;
let key = "";
/** The price of the visit, as the service says it. */
let price = "";

beforeAll(async () => {
  await releaseAt(path("rates.db"), SAMPLE);
  ({ key } = await createKey(path("home"), "--states", "ca,ga"));
  server = await serve(path("rates.db"), path("home"), "--workers", "1").started();
  const headers = { authorization: `Bearer ${key}` };
  const answer = await server.fetch(`/api/v1/ca/outpatient/rate?${VISIT.join("&")}`, { headers });
  const [{ payment_rate }] = (await answer.json()) as [{ readonly payment_rate: string }];
  price = payment_rate;
  expect(price).toMatch(/^\d+\.\d\d$/);
});
afterAll(async () => {
  await server.stop();
  folder.remove();
});

function example(command: string, args: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  return run(command, args, { RATEBOOK_URL: `http://127.0.0.1:${server.port}`, RATEBOOK_API_KEY: key, ...variables });
}

const sh = (name: string, ...args: string[]) => example("sh", [join(EXAMPLES, "shell", name), ...args]);

describe("shell/price.sh", () => {
  it("prices a lookup", async () => {
    const { code, stdout } = await sh("price.sh", "ca", "outpatient", ...VISIT);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, [{ rate_found: true, payment_rate: price }]]);
  });

  it("gives a table for a spreadsheet", async () => {
    const script = join(EXAMPLES, "shell/price.sh");
    const { code, stdout } = await example("sh", [script, "ca", "outpatient", ...VISIT], { ACCEPT: "text/csv" });
    expect([code, parse(stdout, { columns: true })]).toMatchObject([0, [{ payment_rate: price }]]);
  });

  it("encodes what it is given, and tells every fault", async () => {
    const { code, stdout } = await sh("price.sh", "ca", "outpatient", "npi=1&2 3", "billing_code=99213", "colour=red");
    expect(code).toBe(22);
    const { errors } = JSON.parse(stdout) as { readonly errors: readonly { readonly field: string }[] };
    expect(errors.map(({ field }) => field).sort()).toEqual(["colour", "npi"]);
  });
});

describe("shell/reprice.sh", () => {
  it("says why a file is refused", async () => {
    writeFileSync(path("letter.csv"), "Dear Sir or Madam\nplease pay\n");
    const { code, stderr } = await sh("reprice.sh", "ca", "outpatient", path("letter.csv"), path("none.xlsx"));
    expect([code, stderr]).toEqual([1, expect.stringContaining('"code":"invalid_file"')]);
  });
});

// Its retries and failures are in test/client/python-example.test.ts.
describe.runIf(hasPython)("python/price.py", () => {
  it("prices a lookup", async () => {
    const script = join(EXAMPLES, "python/price.py");
    const { code, stdout } = await example("python3", ["-B", script, "ca", "outpatient", ...VISIT]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { payment_rate: price }]);
  });
});

describe("node/compare-medicare.mjs", () => {
  const compare = async (codes: string, day: string) => {
    writeFileSync(path("codes.csv"), codes);
    const script = join(EXAMPLES, "node/compare-medicare.mjs");
    const georgia = ["ga", path("codes.csv"), "10212-01,10212-99", "1200050015", `date_of_service=${day}`];
    return await example(process.execPath, [script, ...georgia]);
  };

  it("has a row for each code and locality, with ratios", async () => {
    const { code, stdout, stderr } = await compare("category,code\nvisits,99213\n", "2025-10-15");
    expect([code, stderr]).toEqual([0, ""]);
    // 86.745, the mean of Medicare's two amounts, is rounded to 86.75.
    const both = { code: "99213", medicaid_rate: "92.47", medicare_average: "86.75", ratio_to_average: "1.0659" };
    expect(parse(stdout, { columns: true })).toMatchObject([
      { ...both, medicare_locality_name: "ATLANTA", medicare_non_facility_rate: "89.24", ratio: "1.0362" },
      { ...both, medicare_locality_name: "REST OF GEORGIA", medicare_non_facility_rate: "84.25", ratio: "1.0976" },
    ]);
  });

  it("says what is wrong with the list of codes, and why the service refuses a request", async () => {
    const otherList = await compare("code\n99213\n", "2025-10-15");
    expect(otherList).toMatchObject({ code: 1, stderr: expect.stringContaining("category,code") });
    const otherDay = await compare("category,code\nvisits,99213\n", "tomorrow");
    expect(otherDay).toMatchObject({ code: 1, stderr: expect.stringMatching(/^99213: /) });
  });
});

describe("the folder", () => {
  const files = readdirSync(EXAMPLES, { recursive: true, encoding: "utf8" }).filter((name) =>
    /\/[^/]+\.\w+$/.test(name),
  );
  const tests = [
    "examples/examples.system.test.ts",
    "cli/reprice-filter.system.test.ts",
    "client/package.system.test.ts",
  ].map((test) => readFileSync(join(ROOT, "test", test), "utf8"));

  it("holds nothing that no test runs", () => {
    expect(files.length).toBeGreaterThanOrEqual(8);
    const isRun = (file: string) =>
      tests.some((text) => text.includes(dirname(file)) && text.includes(file.slice(dirname(file).length + 1)));
    expect(files.filter((file) => !isRun(file))).toEqual([]);
  });

  const page = readFileSync(join(EXAMPLES, "README.md"), "utf8");

  it("has a page that tells of every file", () => {
    expect(files.filter((file) => !page.includes(`](${file})`))).toEqual([]);
  });

  it("has a page whose commands work as they stand, from the root of a clone", async () => {
    const commands = [...page.matchAll(/^ {4}(\S.*)$/gm)].map(([, line]) => line as string);
    expect(commands.length).toBeGreaterThan(1);
    for (const line of commands) {
      const command = line.replace("report.xlsx", path("of-the-page.xlsx"));
      const { code, stdout, stderr } = await example("sh", ["-c", `cd "$0" && ${command}`, ROOT]);
      expect([code, stderr], line).toEqual([0, ""]);
      expect(stdout, line).not.toBe("");
      if (!line.includes("reprice.sh")) continue;
      // It makes a workbook of the claims, and leaves no job behind.
      expect(stdout).toBe(`${path("of-the-page.xlsx")}\n`);
      expect(readFileSync(path("of-the-page.xlsx")).subarray(0, 2).toString()).toBe("PK");
      // The log is written a moment after the answer.
      const deleted = () => server.events("request").filter(({ method }) => method === "DELETE");
      await vi.waitFor(() => expect(deleted()).toMatchObject([{ status: 200 }]), SOON);
    }
    expect(commands.some((line) => line.includes("reprice.sh"))).toBe(true);
  });
});
