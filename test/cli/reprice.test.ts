import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { type Ended, launched, RATEBOOK, ratebook, SAMPLE } from "./support/ratebook.ts";

const folder = temporaryFolder();
const path = (name: string) => join(folder.path, name);
const release = path("sample.db");
const claims = path("claims.csv");
const whole = path("whole.csv");
let uninterrupted: Ended;

const LINES = 5_000;

/** Claims of which some are faulty and some have no rate, a few with line ends inside a cell. They are wide: a dozen chunks of some hundred lines. */
function claimsCsv(): string {
  const note = "x".repeat(300);
  const lines = ["claim,npi,billing_code,date_of_service,paid,note"];
  for (let number = 0; number < LINES; number += 1) {
    const npi = number % 997 === 0 ? "12" : number % 2 === 0 ? "1000700140" : "1000100010";
    const code = ["99213", "71045", "ZZZZZ"][number % 3];
    const claim = number % 1_000 === 1 ? `"claim\n${number}"` : `claim ${number}`;
    lines.push(`${claim},${npi},${code},2026-10-01,${number % 90}.${10 + (number % 90)},${note}`);
  }
  return `${lines.join("\n")}\n`;
}

function command(out: string, ...options: string[]): string[] {
  const compared = ["--compare", "paid", "--json", ...options];
  return ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, ...compared];
}

beforeAll(async () => {
  writeFileSync(claims, claimsCsv());
  await releaseAt(release, SAMPLE);
  uninterrupted = await launched(command(whole, "--workers", "1"));
});

afterAll(() => folder.remove());

const SIGNAL_AT = join(import.meta.dirname, "support", "signal-at.ts");

/** Starts a run that gets a signal as soon as it has written down how far it is; what it said. */
async function interrupted(out: string, signal: NodeJS.Signals, workers: string): Promise<string> {
  const preload = `${SIGNAL_AT}?${new URLSearchParams({ file: `${out}.progress`, signal })}`;
  const child = spawn(RATEBOOK, command(out, "--workers", workers), {
    env: { ...process.env, NODE_OPTIONS: `--import=${preload}` },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let said = "";
  child.stderr.on("data", (text) => {
    said += text;
  });
  await once(child, "close");
  expect([child.signalCode, said]).toEqual([signal, expect.any(String)]);
  expect(existsSync(`${out}.progress`)).toBe(true);
  expect(existsSync(out)).toBe(false);
  return said;
}

/** Everything that a run leaves behind and says is what the uninterrupted one left and said. */
function expectTheSame(out: string, { code, stdout }: Ended): void {
  expect(code).toBe(uninterrupted.code);
  expect(stdout.replaceAll("resumed", "whole").replaceAll("stopped", "whole")).toBe(uninterrupted.stdout);
  expect(readFileSync(out).equals(readFileSync(whole))).toBe(true);
  const faults = readFileSync(out.replace(/csv$/, "faults.csv"), "utf8");
  expect(faults).toBe(readFileSync(path("whole.faults.csv"), "utf8"));
  for (const left of [".partial", ".progress"]) expect(existsSync(out + left)).toBe(false);
}

test("a file with faulty lines ends with 1, its results in the order of its lines", () => {
  expect(uninterrupted.code).toBe(1);
  const summary = JSON.parse(uninterrupted.stdout) as Record<string, unknown>;
  const faulty = Math.ceil(LINES / 997);
  expect(summary).toMatchObject({ file: whole, lookups: LINES, faulty, faults_file: path("whole.faults.csv") });
  expect(summary.largest_differences).toHaveLength(50);
  const claimNumbers = [...readFileSync(whole, "utf8").matchAll(/^"?claim[ \n]([0-9]+)/gm)].map(([, number]) => number);
  expect(claimNumbers).toEqual(
    Array.from({ length: LINES }, (_, number) => number).flatMap((number) =>
      number % 997 === 0 ? [] : String(number),
    ),
  );
});

describe("a run that was killed", () => {
  const out = path("resumed.csv");

  beforeAll(async () => {
    await interrupted(out, "SIGKILL", "2");
    // What was half written when the power went.
    appendFileSync(`${out}.partial`, "claim 1,1000700140,99213,2026-");
  });

  test("is neither overlooked nor replaced", async () => {
    const { code, stderr } = await ratebook(command(out));
    expect([code, stderr]).toEqual([
      1,
      `error: A run to ${out} was interrupted. Go on with --resume, or begin again with --force.\n`,
    ]);
  });

  test.each([
    [["--fields", "payment_rate"], "--fields was rate_found,payment_rate,"],
    [["--compare", "claim"], "the reading of the columns was Columns: npi, "],
  ])("is not resumed as another one: %j", async (options, reason) => {
    const { code, stderr } = await ratebook(command(out, "--resume", ...options));
    expect(code).toBe(1);
    expect(stderr).toContain(`error: The run of ${out} cannot be resumed: ${reason}`);
    expect(stderr).toContain("Begin again with --force.");
  });

  test("is not resumed with another input", async () => {
    const other = path("other-claims.csv");
    writeFileSync(other, `${readFileSync(claims, "utf8")}claim,1000700140,99213,2026-10-01,1.00,\n`);
    const args = command(out, "--resume").map((each) => (each === claims ? other : each));
    const { stderr } = await ratebook(args);
    expect(stderr).toMatch(/cannot be resumed: the input was [0-9]+ bytes, .* and is now [0-9]+ bytes, /);
  });

  test("goes on to the same bytes and the same summary as one that was not", async () => {
    const { place } = JSON.parse(readFileSync(`${out}.progress`, "utf8")) as { place: { line: number } };
    expect(place.line).toBeGreaterThan(2);
    expect(place.line).toBeLessThan(LINES);
    expectTheSame(out, await launched(command(out, "--resume", "--workers", "2")));
  });
});

describe("a run that was told to stop", () => {
  const out = path("stopped.csv");

  test("says how to go on, and goes on", async () => {
    const said = await interrupted(out, "SIGINT", "1");
    expect(said).toMatch(/Interrupted before line [0-9]+\. Go on with --resume\.\n$/);
    expectTheSame(out, await launched(command(out, "--resume", "--workers", "1")));
  });

  test("has nothing to go on with once it is complete", async () => {
    const { code, stderr } = await ratebook(command(out, "--resume"));
    expect([code, stderr]).toEqual([1, `error: ${out} exists. Choose another --out, or replace it with --force.\n`]);
  });
});

describe("what is asked for wrongly is refused before any work", () => {
  test.each([
    [["--fields", "payment_rat"], 2, 'and "payment_rat" is none; did you mean payment_rate?'],
    [["--fields", "a,,b"], 2, "Expected names separated by commas."],
    [["--resume", "--force"], 2, "--resume goes on and --force begins again: give one of them."],
    [["--workers", "0"], 2, "Expected a whole number from 1 to 64."],
    [["--compare", "paidd"], 1, `${claims}:1: There is no column "paidd" for --compare; did you mean paid?`],
  ])("%j", async (options, exitCode, message) => {
    const out = path("never.csv");
    const args = ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, ...options];
    const { code, stdout, stderr } = await ratebook(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([exitCode, ""]);
    for (const made of [out, `${out}.partial`]) expect(existsSync(made)).toBe(false);
  });

  test("an input that does not exist", async () => {
    const args = ["reprice", "ca", "outpatient", path("none.csv"), "--release", release, "--out", path("never.csv")];
    const { code, stderr } = await ratebook(args);
    expect([code, stderr]).toEqual([1, `error: There is no file ${path("none.csv")}.\n`]);
  });
});
