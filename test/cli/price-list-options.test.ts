import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const release = join(folder.path, "rates.db");
const out = join(folder.path, "list.csv");

beforeAll(() => releaseAt(release, SAMPLE));
afterAll(() => folder.remove());

async function list(state: string, npi: string, ...args: readonly string[]) {
  return await ratebook(["price-list", state, "--release", release, "--npi", npi, ...args]);
}

const HOSPITAL = "1000100010";
const UNKNOWN = "1999999992";
const ON = ["--on", "2026-10-01"];

describe("the list in words", () => {
  it("tells several results of a code apart", async () => {
    const { stdout } = await list("ga", "1200020018", ...ON, "text=045-1");
    const [, headings = "", ...lines] = stdout.trimEnd().split("\n");
    const which = headings.indexOf("WHICH");
    expect(which).toBeGreaterThan(0);
    const names = lines.map((line) => line.slice(which, headings.indexOf("PRICE")).trim());
    expect([names.length, new Set(names).size, names.includes("")]).toEqual([3, 3, false]);
  });

  it("has no such column where each code has one result", async () => {
    expect((await list("ca", HOSPITAL, ...ON, "limit=3")).stdout).not.toContain("WHICH");
  });
});

describe("plans in words", () => {
  it("have a column each, with the factor where the state has no amount", async () => {
    const plans = ["--factor", "Plan A=1.05", "--factor", "Plan B=0.9"];
    const line = async (text: string) => {
      const { stdout } = await list("ca", HOSPITAL, ...ON, "setting=outpatient", `text=${text}`, ...plans);
      const [, headings = "", first = ""] = stdout.trimEnd().split("\n");
      return [headings, first].map((row) => row.trim().split(/ {2,}/));
    };
    const [headings, cells] = await line("10060");
    expect(headings).toEqual(expect.arrayContaining(["PRICE", "Plan A", "Plan B", "PER"]));
    expect(cells).toEqual(expect.arrayContaining(["$48.70", "$51.14", "$43.83"]));
    expect((await line("01999"))[1]).toEqual(expect.arrayContaining(["by report", "x 1.05", "x 0.9"]));
  });
});

describe("the list as a file", () => {
  it("replaces a file with --force alone", async () => {
    const there = join(folder.path, "there.csv");
    writeFileSync(there, "mine");
    const refused = await list("ca", HOSPITAL, ...ON, "text=10060", "--out", there);
    expect([refused.code, readFileSync(there, "utf8")]).toEqual([1, "mine"]);
    expect(refused.stderr).toContain(`${there} exists. Choose another --out, or replace it with --force.`);
    expect((await list("ca", HOSPITAL, ...ON, "text=10060", "--out", there, "--force")).code).toBe(0);
    const checked = join(folder.path, "checked.csv");
    const check = (...more: readonly string[]) =>
      ratebook(["price-list", "check", there, "--release", release, ...ON, "--out", checked, ...more]);
    const codes = [(await check()).code, (await check()).code, (await check("--force")).code];
    expect(codes).toEqual([0, 1, 0]);
  });

  it.each([
    [["--on", "1999-01-01"], /None of \d+ codes has a rate at Golden Poppy Medical Center on 1999-01-01/],
    [["text=zzzz"], /The state lists no code for text=zzzz/],
  ])("is not written without a line: %s", async (args, why) => {
    const { code, stderr } = await list("ca", HOSPITAL, ...args, "--out", out);
    expect([code, existsSync(out)]).toEqual([1, false]);
    expect(stderr).toMatch(why);
  });
});

describe("what the list refuses", () => {
  it.each(["limit=5", "offset=5"])("%s with a file", async (page) => {
    const { code, stderr } = await list("ca", HOSPITAL, ...ON, page, "--out", out);
    expect([code, existsSync(out)]).toEqual([2, false]);
    expect(stderr).toContain("narrow the list with setting= or text=");
  });

  it.each([[["--out", out]], [["--json"]], [[]]])("an NPI that no provider has, with %s", async (args) => {
    expect((await list("ca", UNKNOWN, ...ON, ...args)).code).toBe(1);
    expect((await list("ca", HOSPITAL, ...ON, "text=10060", ...args)).code).toBe(0);
  });

  it("a plan with a comma in its name, with words that say so", async () => {
    const plans = ["--factor", "Sun Health, Inc=1.05", "--factor", "Plan B=0.9"];
    const { code, stderr } = await list("ca", HOSPITAL, ...ON, "text=10060", ...plans);
    expect(code).toBe(2);
    expect(stderr).toContain(
      '--factor "Sun Health, Inc=1.05" is not valid: expected one plan with a name without commas',
    );
  });
});
