import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Day, dayAt } from "../../src/calendar/day.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { importFile } from "../../src/imports/import-file.ts";
import { buildRelease } from "../../src/release/build.ts";
import { states } from "../../src/states/index.ts";
import { allPublications } from "../../src/states/publications.ts";
import { snapshot } from "../imports/support.ts";
import { temporaryFolder } from "../operations/support/running-server.ts";
import { releaseAt } from "../support/shared-release.ts";
import { type FaultKind, faulty, someOf, stepsOf } from "./support/faulty-command.ts";
import { ratebook, SAMPLE } from "./support/ratebook.ts";

/*
 * Commands that are killed with -9, or find the disk full, wherever they change something on it: every file is the old one or
 * the new one, whoever looks next sees a whole, and a second run succeeds and leaves nothing behind.
 */

/** Many commands are run one after the other, and the machine may be busy with others. */
const MINUTES = 10 * 60_000;

const folder = temporaryFolder();
afterAll(() => folder.remove());

function place(): string {
  return mkdtempSync(join(folder.path, "run-"));
}

/** Killed, or with exit code 1 and a last sentence that names what could not be written; no stack. */
function expectEndOf(fault: FaultKind, code: number | null, stderr: string, path: string): void {
  if (fault === "kill") {
    expect(code).toBe(null);
    return;
  }
  // Only the note about the owner of a lock can be done without.
  if (code === 0) return;
  expect(code).toBe(1);
  expect(stderr).not.toMatch(/^ +at /m);
  const sentence = stderr.trimEnd().split("\n").at(-1) as string;
  expect(sentence).toMatch(/^error: .* cannot be written.*ENOSPC/);
  expect(sentence).toContain(dirname(path));
}

describe("an import", () => {
  const base = join(folder.path, "base");
  const done = join(folder.path, "done");
  const first = join(folder.path, "first.csv");
  const second = join(folder.path, "second.csv");
  let publications: readonly Publication[];

  const command = (dataset: string) => [
    ...["import", "ga/laboratory", second, "--into", dataset],
    ...["--as-of", "2026-01-01"],
  ];

  function importing(file: string, dataset: string, asOf: string) {
    const publication = publications.find((each) => titleOfPublication(each) === "ga/laboratory") as Publication;
    return importFile({
      publications,
      publication,
      file,
      dataset,
      asOf: asOf as Day,
      dryRun: false,
      today: dayAt(new Date()),
    });
  }

  /** What a dataset holds for those who read it. */
  function tablesOf(dataset: string): Record<string, string> {
    const files = existsSync(dataset) ? snapshot(dataset) : {};
    return Object.fromEntries(Object.entries(files).filter(([path]) => !path.startsWith(".")));
  }

  beforeAll(async () => {
    publications = await allPublications();
    writeFileSync(first, "Procedure Code,Fee\n80048,8.46\n80053,10.56\n");
    writeFileSync(second, "Procedure Code,Fee\n80048,9.00\n80061,13.39\n");
    await importing(first, base, "2025-07-01");
    cpSync(base, done, { recursive: true });
    await importing(second, done, "2026-01-01");
  });

  test.each<[string, FaultKind, boolean, number]>([
    ["that is killed", "kill", true, 79],
    ["that is killed, the first into its dataset", "kill", false, 131],
    ["that finds the disk full", "full", true, 131],
  ])("%s is as good as never begun, or is completed", { timeout: MINUTES }, async (_what, fault, isSecond, stride) => {
    const begin = () => {
      const dataset = join(place(), "dataset");
      if (isSecond) cpSync(base, dataset, { recursive: true });
      return dataset;
    };
    const whole = begin();
    const steps = await stepsOf(command(whole), fault);
    const after = tablesOf(whole);
    const before = isSecond ? tablesOf(base) : {};
    if (isSecond) expect(after).toEqual(tablesOf(done));

    for (const step of someOf(steps, stride)) {
      const dataset = begin();
      const { code, stderr } = await faulty(command(dataset), fault, step);
      expectEndOf(fault, code, stderr, dataset);
      const said: string[] = [];
      await checkDataset({ dataset, states, tell: (text) => said.push(text) });
      const found = tablesOf(dataset);
      expect([before, after], `after step ${step}`).toContainEqual(found);
      if (said.length > 0) expect(found).toEqual(after);
      await importing(second, dataset, "2026-01-01");
      expect(snapshot(dataset), `the second run after step ${step}`).toEqual(after);
      expect(readdirSync(dataset).filter((name) => name.startsWith("."))).toEqual([]);
    }
  });
});

describe("a build", () => {
  const dataset = join(folder.path, "georgia");
  const command = (out: string) => ["build", dataset, "--out", out];

  beforeAll(() => {
    for (const name of ["dataset.json", "ga", "common"]) {
      cpSync(join(SAMPLE, name), join(dataset, name), { recursive: true });
    }
  });

  test.each<[string, FaultKind, number]>([
    ["that is killed", "kill", 47],
    ["that finds the disk full", "full", 41],
  ])("%s leaves the old release or the new one", { timeout: MINUTES }, async (_what, fault, stride) => {
    const whole = join(place(), "rates.db");
    const steps = await stepsOf(command(whole), fault);
    for (const step of someOf(steps, stride)) {
      const out = join(place(), "rates.db");
      writeFileSync(out, "the old one");
      const { code, stderr } = await faulty(command(out), fault, step);
      expectEndOf(fault, code, stderr, out);
      const found = readFileSync(out);
      expect(found.equals(readFileSync(whole)) || found.toString() === "the old one", `after step ${step}`).toBe(true);
      if (code === 1) expect(readdirSync(dirname(out))).toEqual(["rates.db"]);
      expect(await buildRelease({ dataset, out, states })).toMatchObject({ ok: true });
      expect(readdirSync(dirname(out)), `the second run after step ${step}`).toEqual(["rates.db"]);
      expect(readFileSync(out).equals(readFileSync(whole))).toBe(true);
    }
  });
});

describe("a repricing", () => {
  const release = join(folder.path, "sample.db");
  const claims = join(folder.path, "claims.csv");
  const command = (out: string, ...options: string[]) => [
    ...["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, "--workers", "1"],
    ...options,
  ];

  beforeAll(async () => {
    writeFileSync(claims, "npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n");
    await releaseAt(release, SAMPLE);
  });

  test.each<[string, FaultKind, number]>([
    ["that is killed", "kill", 97],
    ["that finds the disk full", "full", 145],
  ])("%s leaves whole results or none, and is gone on with", { timeout: MINUTES }, async (_what, fault, stride) => {
    const whole = join(place(), "out.csv");
    const steps = await stepsOf(command(whole), fault);
    for (const step of someOf(steps, stride)) {
      const out = join(place(), "out.csv");
      const { code, stderr } = await faulty(command(out), fault, step);
      expectEndOf(fault, code, stderr, out);
      const isThere = existsSync(out);
      if (isThere) expect(readFileSync(out, "utf8"), `after step ${step}`).toBe(readFileSync(whole, "utf8"));
      if (code === 1 && !existsSync(`${out}.progress`)) {
        expect(readdirSync(dirname(out))).toEqual(isThere ? ["out.csv"] : []);
      }
      // Results that are there with their checkpoint, or without, are whole: what is left to do is to tidy up.
      const isComplete = isThere && !existsSync(`${out}.progress`);
      const again = await ratebook(command(out, isComplete ? "--force" : "--resume"));
      expect(again.code, `the second run after step ${step}: ${again.stderr}`).toBe(0);
      expect(readFileSync(out, "utf8")).toBe(readFileSync(whole, "utf8"));
      expect(readdirSync(dirname(out))).toEqual(["out.csv"]);
    }
  });
});
