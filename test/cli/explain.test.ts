import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Explanation } from "../../src/answers/explanation/schema.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { H1, workedExampleRows } from "../states/ca/worked-example-rows.ts";
import { writeDataset } from "../support/release.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");

beforeAll(async () => {
  const dataset = writeDataset(join(folder.path, "dataset"), workedExampleRows);
  await releaseAt(release, dataset);
});

afterAll(() => folder.remove());

const QUESTION = [`npi=${H1}`, "billing_code=99213", "date_of_service=2025-10-01"];

function explain(options: readonly string[], variables: Readonly<Record<string, string>> = {}) {
  return ratebook(["explain", "ca", "outpatient", "--release", release, ...options], variables);
}

describe("the text", () => {
  it("has the price, its steps with their sections, its figures with their sources, and the release", async () => {
    const { code, stdout, stderr } = await explain(QUESTION);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("California Medicaid, outpatient\n\n$27.60, fee schedule, 2025-07-01 onward\n");
    expect(stdout).toContain(
      "  s1  unit value (4.38) x conversion factor (5.49) = $24.05\n      ca 4.3 step 1; i1 x i2, to cents\n",
    );
    expect(stdout).toMatch(/ r\d+ +ca\/outpatient_rates, line \d+\n/);
    expect(stdout).toContain("i1  unit value = 4.38 (factor; column unit_value)");
    expect(stdout).toContain("What else was considered\n");
    expect(stdout).toContain("procedure_type = Medicine (not sent: ");
    expect(stdout).toMatch(/content hash [0-9a-f]{64}\n/);
    const [, command = ""] = stdout.split("How to repeat it\n");
    expect(command.replace(/\s+\\?\s*/g, " ")).toBe(
      ` ratebook explain ca outpatient --release FILE billing_code=99213 npi=${H1} date_of_service=2025-10-01 `,
    );
  });

  it("says why there is no price and what would help", async () => {
    const { code, stdout } = await explain([...QUESTION.slice(0, 2), "date_of_service=2019-10-01"]);
    expect(code).toBe(0);
    expect(stdout).toContain("No rate\n99213 (HCPCS), on 2019-10-01\n");
    expect(stdout).toContain("Nearest published period: 2025-07-01 onward.");
    expect(stdout).toContain("What would help\n  date_of_service=2025-07-01: ");
  });
});

describe("the record", () => {
  it("is one line of JSON that names the release and the engine", async () => {
    const { code, stdout } = await explain([...QUESTION, "--json"]);
    const record = JSON.parse(stdout) as Explanation;
    expect(code).toBe(0);
    expect(record.release).toMatchObject({ name: "test", version: "1" });
    expect(record.engine_version).toBe((await ratebook(["--version"])).stdout.trim());
    expect(record.explanations[0]).toMatchObject({ payment: "s4", result: { payment_rate: "27.60" } });
  });

  it("assumes the day that was not sent; a parameter without a value was not", async () => {
    const { stdout } = await explain([`npi=${H1}`, "billing_code=99213", "date_of_service=", "--json"]);
    const { request, assumptions } = JSON.parse(stdout) as Explanation;
    expect(assumptions[0]).toEqual({
      parameter: "date_of_service",
      value: request.date_of_service,
      reason: "not sent: today",
    });
  });
});

describe("the page", () => {
  it("is printed with an option", async () => {
    const { code, stdout } = await explain([...QUESTION, "--html"]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>[\s\S]*<span class="price">\$27\.60<\/span>[\s\S]*<\/html>\n/);
  });
});

describe("what is wrong is said, and nothing is printed", () => {
  it.each([
    ["faults of the request", ["npi=12", "billing_code=99213"], 1, 'npi "12" is not valid'],
    ["a parameter that there is not", [...QUESTION, "colour=red"], 1, '"colour" is not a parameter'],
    ["both forms at once", [...QUESTION, "--json", "--html"], 2, "Use --json or --html, not both."],
    ["what is no parameter", ["99213"], 2, '"99213" is not a parameter: write it as name=value'],
  ])("%s", async (_what, options, wanted, message) => {
    const { code, stdout, stderr } = await explain(options);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([wanted, ""]);
  });

  it.each([
    ["a state", ["explain", "zz", "outpatient", "--release", release], 2, '"zz" is not a state of Ratebook'],
    ["a setting", ["explain", "ca", "dental", "--release", release], 2, '"dental" is not a setting'],
    ["a release", ["explain", "ca", "outpatient", "--release", `${release}.none`, ...QUESTION], 1, "rates.db.none"],
  ])("%s that there is not", async (_what, args, wanted, message) => {
    const { code, stdout, stderr } = await ratebook(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([wanted, ""]);
  });
});
