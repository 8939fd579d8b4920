import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coverage } from "../../src/answers/coverage/schema.ts";
import type { Explanation } from "../../src/answers/explanation/schema.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { H1, workedExampleRows } from "../states/ca/worked-example-rows.ts";
import { workedExampleRows as georgia, OCMULGEE } from "../states/ga/worked-example-rows.ts";
import { writeDataset } from "../support/release.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook } from "./support/ratebook.ts";

describe("explain", () => {
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
      expect(stdout).toContain("Medi-Cal, outpatient\n\n$27.60, fee schedule, per unit, 2025-07-01 onward\n");
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
      [
        "a state of the release",
        ["explain", "ga", "outpatient", "--release", release, ...QUESTION],
        1,
        "does not hold Georgia (ga); it holds ca.",
      ],
    ])("%s that there is not", async (_what, args, wanted, message) => {
      const { code, stdout, stderr } = await ratebook(args);
      expect(stderr).toContain(message);
      expect([code, stdout]).toEqual([wanted, ""]);
    });
  });
});

describe("coverage", () => {
  const folder = temporaryFolder();
  const release = join(folder.path, "rates.db");
  const inPart = join(folder.path, "in-part.db");

  beforeAll(async () => {
    const sources = [{ table: "ca/outpatient_rates", publication: "Rates", edition: "2023-03-15" }];
    const manifest = JSON.stringify({ name: "test", version: "1", sources });
    const dataset = writeDataset(join(folder.path, "dataset"), { ...workedExampleRows, "dataset.json": manifest });
    await releaseAt(release, dataset);
    const { "ga/medicare_clfs.csv": _, ...withoutMedicare } = georgia;
    await releaseAt(inPart, writeDataset(join(folder.path, "in part"), withoutMedicare));
  });

  afterAll(() => folder.remove());

  describe("ratebook coverage", () => {
    it("is a table of who can be priced, and one of what is loaded", async () => {
      const { code, stdout, stderr } = await ratebook(["coverage", release, "--date", "2026-06-01"]);
      expect([code, stderr]).toEqual([0, ""]);
      const [head, kinds, tables] = stdout.split("\n\n");
      expect(head).toBe("test, version 1, on 2026-06-01");
      expect(kinds).toMatch(/\nca +outpatient +Hospitals +yes /);
      expect(tables).toMatch(
        /\nca +yes +ca\/outpatient_rates +outpatient +12 +no +2025-07-01 +12 +.+ +2023-03-15 +2023-03-15 +38 +yes +none\n/,
      );
      expect(tables).toMatch(/\nca +yes +ca\/parameters +0 +yes +0 +no\n/);
    });

    it("is the same as JSON; the limit is a setting", async () => {
      const { stdout } = await ratebook(["coverage", release, "--date", "2026-06-01", "--json"], {
        RATEBOOK_STALE_AFTER: "4y",
      });
      const { date, stale_after_months, states } = JSON.parse(stdout) as Coverage;
      expect([date, stale_after_months]).toEqual(["2026-06-01", 48]);
      expect(states[0]?.settings[0]).toMatchObject({ setting: "outpatient", stale_tables: [] });
    });

    it("refuses what is no day", async () => {
      const { code, stderr } = await ratebook(["coverage", release, "--date", "today"]);
      expect(code).toBe(2);
      expect(stderr).toContain("Expected a calendar day as YYYY-MM-DD.");
    });
  });

  it.each([
    ["history", []],
    ["compare", ["date_of_service=2025-10-01"]],
    ["options", ["date_of_service=2025-10-01"]],
    ["what-if", ["date_of_service=2025-10-01"]],
  ])("%s reports old rates beside its answer", async (command, day) => {
    const question = [command, "ca", "outpatient", "--release", release, `npi=${H1}`, "billing_code=99213", ...day];
    const notices = await ratebook([...question, "--json"]);
    expect([notices.code, notices.stderr]).toEqual([
      0,
      expect.stringMatching(
        /^note: ca\/outpatient_rates is of the publication of 2023-03-15, \d\d months before the day/,
      ),
    ]);
    expect((await ratebook([...question, "--json", "--stale-after", "9y"])).stderr).toBe("");
  });

  it.each([
    ["history", []],
    ["compare", ["date_of_service=2025-09-15"]],
    ["options", ["date_of_service=2025-09-15"]],
    ["what-if", ["date_of_service=2025-09-15"]],
  ])("%s reports tables without a row beside its answer", async (command, day) => {
    const question = ["ga", "outpatient", "--release", inPart, `npi=${OCMULGEE}`, "billing_code=80053", ...day];
    const notices = await ratebook([command, ...question, "--json", "--stale-after", "off"]);
    expect([notices.code, notices.stderr]).toEqual([
      0,
      expect.stringMatching(/^note: ga\/medicare_clfs has no rows in the loaded data: /),
    ]);
  });

  it("price reports old rates beside its answer, and explain in its text", async () => {
    const question = ["ca", "outpatient", "--release", release, `npi=${H1}`, "billing_code=99213"];
    const day = "date_of_service=2025-10-01";
    const priced = await ratebook(["price", ...question, day, "--json"]);
    expect(priced.stderr).toBe(
      "note: ca/outpatient_rates is of the publication of 2023-03-15, 30 months before the day that is priced. A newer publication may pay something else: import it, or make sure that there is none.\n",
    );
    expect((await ratebook(["price", ...question, day, "--json", "--stale-after", "off"])).stderr).toBe("");
    const explained = await ratebook(["explain", ...question, day]);
    expect(explained.stdout).toContain(
      "\n\nOld rates\n  ca/outpatient_rates is of the publication of 2023-03-15, 30 months",
    );
    expect(explained.stderr).toBe("");
  });
});
