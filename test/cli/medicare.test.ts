import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

/* A dataset that holds Medicare's schedules and no state. */

const folder = temporaryFolder();
const dataset = join(folder.path, "dataset");
const release = join(folder.path, "medicare.db");

beforeAll(() => {
  mkdirSync(dataset);
  cpSync(join(SAMPLE, "medicare"), join(dataset, "medicare"), { recursive: true });
  writeFileSync(join(dataset, "dataset.json"), '{"name":"Medicare alone","version":"1"}');
});
afterAll(() => folder.remove());

const VISIT = ["code=99213", "zip=94110", "date_of_service=2025-10-15"];

describe("Medicare without a state", () => {
  it("is built, and its status says what is loaded", async () => {
    const built = await ratebook(["build", dataset, "--out", release]);
    expect([built.code, built.stderr]).toEqual([0, ""]);
    expect(built.stdout).toContain("Loaded: medicare benchmark.");
    const { code, stdout } = await ratebook(["status", dataset]);
    expect(code).toBe(0);
    expect(stdout).toContain("Medicare benchmark: loaded\n  rows: physician_values");
    expect(stdout).toContain("medicare/physician-values");
    const { states, medicare } = JSON.parse((await ratebook(["status", dataset, "--json"])).stdout);
    expect([states, medicare.part, medicare.loaded]).toEqual([[], "benchmark", true]);
  });

  it("prices one code, as JSON with its explanation", async () => {
    const { code, stdout, stderr } = await ratebook(["medicare", "--release", release, "--json", ...VISIT]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(JSON.parse(stdout)).toMatchObject({
      code: "99213",
      payment_rate: "109.15",
      locality: "01112-05",
      explanation: { payment: "s1", rows_left_out: 0 },
    });
  });

  it("prices one code in words, with what was assumed, or says why there is no price", async () => {
    const { stdout } = await ratebook(["medicare", "--release", release, ...VISIT]);
    expect(stdout).toContain("Medicare, 99213 on 2025-10-15: $109.15 (locality 01112-05, ");
    expect(stdout).toContain("  place_of_service = non_facility (not sent: not at a facility)\n");
    const none = await ratebook(["medicare", "--release", release, "code=99213"]);
    expect([none.code, none.stdout]).toEqual([0, expect.stringContaining("no price. Medicare's price depends")]);
  });

  it.each([
    [["state=NY", "county=Kings"], "zip 94110 is in CA, and state is NY."],
    [["county=Los Angeles"], "zip 94110 is in locality 01112-05, and county Los Angeles in 01182-18."],
    [["locality=01182-18"], "zip 94110 is in locality 01112-05, and locality is 01182-18."],
  ])("refuses places that contradict the ZIP code: %s", async (places, message) => {
    const { code, stdout, stderr } = await ratebook(["medicare", "--release", release, ...VISIT, ...places]);
    const remedy = "Send a ZIP code, or a locality, or a state and a county.";
    expect([code, stdout, stderr]).toEqual([1, "", `error: ${message} ${remedy}\n`]);
  });

  it("takes places that agree", async () => {
    const places = ["state=CA", "county=San Francisco", "locality=01112-05"];
    const { stdout } = await ratebook(["medicare", "--release", release, ...VISIT, ...places]);
    expect(stdout).toContain("$109.15");
  });

  it("is not beside stays: the command says why", async () => {
    const { code, stderr } = await ratebook([
      "benchmark",
      "ca",
      "inpatient",
      "--release",
      "rates.db",
      "npi=1000100010",
    ]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/MS-DRG.*Request a procedure/)]);
  });

  it("refuses what it does not know", async () => {
    const misspelt = await ratebook(["medicare", "--release", release, "code=99213", "zipp=94110"]);
    expect([misspelt.code, misspelt.stdout]).toEqual([1, ""]);
    expect(misspelt.stderr).toContain("zip");
    const bad = await ratebook(["medicare", "--release", release, "zip=9411"]);
    expect(bad.stderr).toContain("a ZIP code of 5 or 9 digits");
    expect(bad.stderr).toContain("code");
  });
});

it("a dataset without any table is still refused", async () => {
  const empty = join(folder.path, "empty");
  mkdirSync(join(empty, "medicare"), { recursive: true });
  writeFileSync(join(empty, "dataset.json"), '{"name":"empty","version":"1"}');
  const { code, stdout, stderr } = await ratebook(["check", empty]);
  expect(code).toBe(1);
  expect(stdout + stderr).toContain("the dataset holds no state");
});
