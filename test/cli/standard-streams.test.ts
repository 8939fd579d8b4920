import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { spooledStandardInput } from "../../src/cli/standard-input.ts";
import { xlsx } from "../imports/fixtures.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { launched, RATEBOOK, ratebook, run, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const release = path("sample.db");
/** Where standard input is kept, so that what is left of it is seen. */
const temporary = path("temporary");
const book = path("claims.xlsx");
/** Their results are more than a pipe holds at a time. */
const ROWS = 2_000;

beforeAll(async () => {
  mkdirSync(temporary);
  const rows = Array.from({ length: ROWS }, (_, number) => [`claim ${number}`, 1000700140, "99213", "2026-10-01"]);
  writeFileSync(book, xlsx({ Claims: [["claim", "NPI", "CPT", "DOS"], ...rows] }));
  await releaseAt(release, SAMPLE);
});
afterAll(() => folder.remove());

const shell = (script: string) => run("/bin/sh", ["-c", script], { TMPDIR: temporary });
const reprice = (input: string, ...options: string[]) => [
  ...["reprice", "ca", "outpatient", input, "--release", release, "--workers", "1", "--fields", "payment_rate"],
  ...options,
];
const command = (...options: string[]) => [RATEBOOK, ...reprice("-", ...options)].join(" ");

function started() {
  const args = ["reprice", "ca", "outpatient", "-", "--release", release, "--out", path("never.csv")];
  return spawn(RATEBOOK, args, { env: { ...process.env, TMPDIR: temporary }, stdio: ["pipe", "ignore", "ignore"] });
}

async function kept(): Promise<string> {
  for (;;) {
    const [name] = readdirSync(temporary);
    if (name !== undefined && existsSync(join(temporary, name, "input"))) return join(temporary, name);
    await wait(5);
  }
}

describe("standard input and output", () => {
  test("carry a workbook in and nothing but results out, which are the bytes that files give", async () => {
    const { code, stdout, stderr } = await shell(`cat ${book} | ${command("--out -")}`);
    expect(code).toBe(0);
    const lines = stdout.split("\n");
    expect(lines).toHaveLength(ROWS + 2);
    expect(lines[1]).toMatch(/^claim 0,1000700140,99213,2026-10-01,2,1,1,1,24\.00,24\.00,,,24\.00$/);
    expect(stderr).toContain('standard input: workbook, sheet "Claims", 4 columns.\n');
    expect(stderr).toContain("standard output: 2,000 results of 2,000 lookups\n");
    expect(readdirSync(temporary)).toEqual([]);

    const piped = await shell(`${command("--out", path("piped.csv"))} < ${book}`);
    const filed = await launched(reprice(book, "--out", path("filed.csv")));
    expect([piped.code, filed.code]).toEqual([0, 0]);
    for (const name of ["piped.csv", "filed.csv"]) expect(readFileSync(path(name), "utf8") === stdout).toBe(true);
  });

  test("end quietly when nobody reads on", async () => {
    const { stdout, stderr } = await shell(`cat ${book} | ${command("--out -")} | head -2`);
    expect(stdout.split("\n")).toHaveLength(3);
    expect(stderr).not.toContain("Error");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test.each([
    ["--workbook", "report.xlsx"],
    ["--by", "code"],
  ])("leave nothing to make %s from", async (...option) => {
    const { code, stdout, stderr } = await ratebook(reprice("-", "--out", "-", ...option));
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toContain("Totals and workbooks are made from the complete output");
  });

  test("cannot be resumed", async () => {
    const { code, stderr } = await ratebook(reprice("-", "--out", "-", "--resume"));
    expect(code).toBe(2);
    expect(stderr).toContain("What went to standard output cannot be gone on with");
  });
});

describe("what is kept of standard input", () => {
  test("is for its owner alone, and goes when the command is stopped", async () => {
    const child = started();
    child.stdin.write("npi,billing_code\n");
    const place = await kept();
    expect(statSync(place).mode & 0o777).toBe(0o700);
    expect(statSync(join(place, "input")).mode & 0o777).toBe(0o600);
    child.kill("SIGTERM");
    await once(child, "exit");
    expect(child.signalCode).toBe("SIGTERM");
    expect(readdirSync(temporary)).toEqual([]);
  });

  test("is taken away by the next command after a kill, and left alone while its own is running", async () => {
    const [killed, running] = [started(), started()];
    const stale = await kept();
    while (readdirSync(temporary).length < 2) await wait(5);
    const owner = [killed, running].find(({ pid }) => stale.includes(`-${pid}-`));
    const other = owner === killed ? running : killed;
    owner?.kill("SIGKILL");
    await once(owner as typeof killed, "exit");
    expect(existsSync(stale)).toBe(true);
    await shell(`echo npi | ${command("--out -")}`);
    expect(existsSync(stale)).toBe(false);
    expect(readdirSync(temporary)).toHaveLength(1);
    other.kill("SIGTERM");
    await once(other, "exit");
  });

  test("is bounded", async () => {
    async function* endless() {
      for (;;) yield Buffer.alloc(1_000, "x");
    }
    await expect(spooledStandardInput(endless(), 10_000)).rejects.toThrow(
      "Standard input has more than 10000 bytes. Cut it into parts, or name a file.",
    );
    async function* enough() {
      for (let count = 0; count < 10; count += 1) yield Buffer.alloc(1_000, "x");
    }
    const input = await spooledStandardInput(enough(), 10_000);
    expect(readFileSync(input.path, "utf8")).toBe("x".repeat(10_000));
    input.remove();
    expect(existsSync(input.path)).toBe(false);
  });
});
