import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, test } from "vitest";
import { ProgressReport } from "../../src/cli/progress.ts";
import { spooledStandardInput } from "../../src/cli/standard-input.ts";
import { xlsx } from "../imports/fixtures.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { californiaAt } from "../support/shared-release.ts";
import { createKey, launched, RATEBOOK, ratebook, run } from "./support/ratebook.ts";

function home(): string {
  const folder = temporaryFolder();
  onTestFinished(folder.remove);
  return join(folder.path, "home");
}

it("commands at the same time keep their output, exit codes and variables apart", async () => {
  const [one, other] = [home(), home()];
  const made = await Promise.all([createKey(one), createKey(other)]);
  const list = (variables: Record<string, string>, ...more: string[]) => ratebook(["keys", "list", ...more], variables);
  const [first, second, none, wrong] = await Promise.all([
    list({ RATEBOOK_HOME: one }, "--json"),
    list({ RATEBOOK_HOME: other }),
    list({ RATEBOOK_HOME: join(one, "none") }),
    list({ RATEBOOK_HOME: one, RATEBOOK_DATABASE_URL: "mysql://db" }),
  ]);
  expect(JSON.parse(first.stdout)).toMatchObject([{ id: made[0].id }]);
  expect(second.stdout).toContain(made[1].id);
  expect(second.stdout).not.toContain(made[0].id);
  expect([first, second, none, wrong].map(({ code }) => code)).toEqual([0, 0, 1, 2]);
  expect(none.stderr).toContain("There is no home");
  expect(wrong.stderr).toContain("RATEBOOK_DATABASE_URL is not valid");
});

it("a command leaves the exit code and the variables of the process as they are", async () => {
  const before = { ...process.env };
  const variables = process.env;
  expect((await ratebook(["keys", "list"], { RATEBOOK_HOME: join(home(), "none") })).code).toBe(1);
  expect((await ratebook(["frobnicate"])).code).toBe(2);
  expect(process.exitCode).toBeUndefined();
  expect(process.env).toBe(variables);
  expect({ ...process.env }).toEqual(before);
});

it("a command says the same and ends alike in a process of its own, where empty variables count as not set", async () => {
  const place = home();
  const { id } = await createKey(place);
  const command = ["keys", "list", "--home", place];
  const listed = await launched(command, { RATEBOOK_JSON: "" });
  expect(listed).toEqual(await ratebook(command));
  expect(listed.stdout).toContain(id);
  const unknown = ["keys", "revoke", "key_none", "--home", place];
  expect(await launched(unknown)).toEqual(await ratebook(unknown));
  expect(await launched(["keys"])).toEqual(await ratebook(["keys"]));
});

describe("progress", () => {
  function report(isTTY: boolean) {
    const written: string[] = [];
    const clock = { now: 0 };
    const stream = { isTTY, write: (text: string) => written.push(text) };
    return { written, clock, progress: new ProgressReport(stream, () => clock.now) };
  }

  test("on a terminal one line changes, with an estimate once there is something to go by", () => {
    const { written, clock, progress } = report(true);
    clock.now = 50;
    progress.notify({ stage: "reading ca/providers", done: 1, total: 100 });
    clock.now = 500;
    progress.notify({ stage: "reading ca/providers", done: 5, total: 100 });
    clock.now = 10_000;
    progress.notify({ stage: "reading ca/providers", done: 10, total: 100 });
    progress.end();
    expect(written).toEqual([
      "\r\u001b[K  5 %  reading ca/providers",
      "\r\u001b[K 10 %  reading ca/providers, about 1 min 30 s left",
      "\r\u001b[K",
    ]);
  });

  test("elsewhere there is a plain line now and then", () => {
    const { written, clock, progress } = report(false);
    for (clock.now = 0; clock.now <= 12_000; clock.now += 100) {
      progress.notify({ stage: "indexing", done: clock.now, total: 20_000 });
    }
    progress.end();
    expect(written).toEqual([" 25 %  indexing, about 15 s left\n", " 50 %  indexing, about 10 s left\n"]);
  });

  test("a stage that counts from zero is estimated by its own pace, and not by its first percent", () => {
    const { written, clock, progress } = report(true);
    for (const [now, stage, done] of [
      [60_000, "reading", 100],
      [60_100, "merging", 0],
      [64_000, "merging", 0.5],
      [65_100, "merging", 10],
    ] as const) {
      clock.now = now;
      progress.notify({ stage, done, total: 100 });
    }
    expect(written.map((line) => line.slice(4))).toEqual([
      "100 %  reading",
      "  0 %  merging",
      "  0 %  merging",
      " 10 %  merging, about 45 s left",
    ]);
  });

  test("work that is over at once says nothing", () => {
    const { written, progress } = report(true);
    progress.notify({ stage: "reading", done: 100, total: 100 });
    progress.end();
    expect(written).toEqual([]);
  });
});

describe("standard streams", () => {
  const folder = temporaryFolder();
  const path = (name: string) => join(folder.path, name);
  const release = path("sample.db");
  /** Where standard input is kept, so that what is left of it is seen. */
  const temporary = path("temporary");
  const book = path("claims.xlsx");
  /** Their results are more than a pipe holds at a time. */
  const ROWS = 1_000;

  beforeAll(async () => {
    mkdirSync(temporary);
    const rows = Array.from({ length: ROWS }, (_, number) => [`claim ${number}`, 1000700140, "99213", "2026-10-01"]);
    writeFileSync(book, xlsx({ Claims: [["claim", "NPI", "CPT", "DOS"], ...rows] }));
    await californiaAt(release);
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
      expect(lines[1]).toMatch(
        /^claim 0,1000700140,99213,2026-10-01,2,1,1,2026-10-01,priced,,1,24\.00,24\.00,,,24\.00,,billing_code=99213&/,
      );
      expect(stderr).toContain('standard input: workbook, sheet "Claims", 4 columns.\n');
      expect(stderr).toContain("standard output: 1,000 results of 1,000 lookups\n");
      expect(readdirSync(temporary)).toEqual([]);

      const piped = await ratebook(reprice("-", "--out", path("piped.csv")), {}, readFileSync(book));
      const filed = await ratebook(reprice(book, "--out", path("filed.csv")));
      expect([piped.code, filed.code]).toEqual([0, 0]);
      for (const name of ["piped.csv", "filed.csv"]) expect(readFileSync(path(name), "utf8") === stdout).toBe(true);
    });

    test("end quietly when the reader is gone", async () => {
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
});
