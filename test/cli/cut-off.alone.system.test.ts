import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Day, dayAt } from "../../src/core/calendar/day.ts";
import { programVersion } from "../../src/core/files/installation.ts";
import { isOutside } from "../../src/core/runtime/failure.ts";
import { checkDataset } from "../../src/dataset/check.ts";
import { type Publication, titleOfPublication } from "../../src/imports/declaring/publication.ts";
import { importFile } from "../../src/imports/import-file.ts";
import { STALE_AFTER_MONTHS } from "../../src/pricing/state/freshness.ts";
import { lookupOf, type State } from "../../src/pricing/state/state.ts";
import { buildRelease } from "../../src/release/build.ts";
import { describedFile } from "../../src/release/open.ts";
import { NO_TOLERANCE } from "../../src/reprice/pricing/payment-comparison.ts";
import { reprice } from "../../src/reprice/reprice.ts";
import type { Repricing, RepricingOutcome } from "../../src/reprice/repricing.ts";
import { chosenFields } from "../../src/reprice/writing/output-columns.ts";
import { states } from "../../src/states/index.ts";
import { allPublications } from "../../src/states/publications.ts";
import { snapshot } from "../imports/support.ts";
import { crewOfOne } from "../reprice/support/repriced.ts";
import { temporaryFolder } from "../serve/operations/support/running-server.ts";
import { TRIES_ALL } from "../support/property-runs.ts";
import { californiaAt } from "../support/shared-release.ts";
import { filled, killed, momentsOf } from "./support/faulty-command.ts";
import { SAMPLE } from "./support/ratebook.ts";

/*
 * Commands that are killed with -9, or find the disk full, where they change something on it: every file is the old one or the new one, whoever
 * looks next sees a whole, and a second run succeeds and leaves nothing behind. `npm run fire -- disk` tries every
 * moment and every step.
 */

const folder = temporaryFolder();
afterAll(() => folder.remove());

function place(): string {
  return mkdtempSync(join(folder.path, "run-"));
}

/** Puts everything into a folder that a kill of a command would have left there, one moment after the other, and has it judged. */
async function whereKilled(
  command: readonly string[],
  at: string,
  judge: (step: string) => Promise<void>,
): Promise<void> {
  const moments = differing(await momentsOf(command, at, join(place(), "moments")));
  expect(moments.length).toBeGreaterThan(MOMENTS_MIN);
  for (const moment of someOf(moments)) {
    rmSync(at, { recursive: true });
    renameSync(moment, at);
    await judge(`step ${basename(moment)}`);
  }
}

/** So that it is noticed when steps are no longer seen. */
const MOMENTS_MIN = 5;

/** Of some fifty of an import. */
const MIDDLE_STEP = 20;

/** Every fifth moment: all of them take five times as long. */
const MOMENTS_STRIDE = TRIES_ALL ? 1 : 5;

function someOf(moments: readonly string[]): readonly string[] {
  return moments.filter((_, index) => index % MOMENTS_STRIDE === 0 || index === moments.length - 1);
}

/** Those at which there was something else on the disk than at the step before. */
function differing(moments: readonly string[]): readonly string[] {
  let before: string | null = null;
  return moments.filter((moment) => {
    const now = JSON.stringify(snapshot(moment));
    const isNew = now !== before;
    before = now;
    return isNew;
  });
}

/** Has work find the disk full at the first and the last step of every kind, or at all; what is left on the disk is judged once where several leave the same. */
async function whereFull(
  work: (at: string) => Promise<unknown>,
  begin: () => string,
  judge: (at: string, isDone: boolean, step: string) => Promise<void>,
): Promise<void> {
  const whole = begin();
  const { failure, steps } = await filled(() => work(whole), 0);
  expect(failure).toBe(null);
  const judged = new Set<string>();
  for (const step of ofEveryKind(steps)) {
    const at = begin();
    const ended = await filled(() => work(at), step);
    const call = steps[step - 1] as string;
    const isDone = ended.failure === null;
    // Only the note about the owner of a lock can be done without.
    if (!isDone) expectSentence(ended.failure, call, at);
    const left = JSON.stringify([isDone, snapshot(dirname(at))]);
    if (judged.has(left)) continue;
    judged.add(left);
    await judge(at, isDone, `step ${step}, ${call}`);
  }
}

function ofEveryKind(steps: readonly string[]): readonly number[] {
  if (TRIES_ALL) return steps.map((_, index) => index + 1);
  const byKind = Object.groupBy([...steps.keys()], (index) => steps[index] as string);
  const some = Object.values(byKind).flatMap((all = []) => [all[0], all.at(-1)]);
  return [...new Set(some as number[])].sort((one, other) => one - other).map((index) => index + 1);
}

/** A failure, of which a command tells no stack, with a sentence that names what could not be written. */
function expectSentence(failure: unknown, call: string, path: string): void {
  expect(isOutside(failure), String(failure)).toBe(true);
  const { message } = failure as Error;
  // For some folders that cannot be created, the message is that of the system.
  expect(message).toMatch(call === "mkdirSync" ? /ENOSPC/ : / cannot be written.*ENOSPC/);
  expect(message).toContain(dirname(path));
}

describe("an import", () => {
  const base = join(folder.path, "base");
  const done = join(folder.path, "done");
  /** The second without the first. A dataset is called as its folder is. */
  const alone = join(folder.path, "alone", "dataset");
  const first = join(folder.path, "first.csv");
  const second = join(folder.path, "second.csv");
  let publications: readonly Publication[];

  const command = (dataset: string) => [
    ...["import", "ga/lab_rates", second, "--into", dataset],
    ...["--as-of", "2026-01-01"],
  ];

  function importing(file: string, dataset: string, asOf: string) {
    const publication = publications.find((each) => titleOfPublication(each) === "ga/lab_rates") as Publication;
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
    writeFileSync(first, "Procedure Code,Rate\n80048,8.46\n80053,10.56\n");
    writeFileSync(second, "Procedure Code,Rate\n80048,9.00\n80061,13.39\n");
    await importing(first, base, "2025-07-01");
    cpSync(base, done, { recursive: true });
    await importing(second, done, "2026-01-01");
    await importing(second, alone, "2026-01-01");
  });

  /** It is as good as never begun, or is completed. */
  async function expectOldOrNew(dataset: string, isSecond: boolean, step: string): Promise<void> {
    const [before, after] = [isSecond ? tablesOf(base) : {}, tablesOf(isSecond ? done : alone)];
    const said: string[] = [];
    await checkDataset({ dataset, states, notify: (text) => said.push(text) });
    const found = tablesOf(dataset);
    expect([before, after], step).toContainEqual(found);
    if (said.length > 0) expect(found).toEqual(after);
    await importing(second, dataset, "2026-01-01");
    expect(snapshot(dataset), `the second run after ${step}`).toEqual(after);
    expect(readdirSync(dataset).filter((name) => name.startsWith("."))).toEqual([]);
  }

  test.each([
    ["that is killed", true],
    ["that is killed, the first into its dataset", false],
  ])("%s is as good as never begun, or is completed", async (_what, isSecond) => {
    const at = place();
    const dataset = join(at, "dataset");
    if (isSecond) cpSync(base, dataset, { recursive: true });
    await whereKilled(command(dataset), at, (step) => expectOldOrNew(dataset, isSecond, step));
  });

  test("whose process is killed in the middle of it leaves no lock that keeps others out", async () => {
    const dataset = join(place(), "dataset");
    cpSync(base, dataset, { recursive: true });
    await killed(command(dataset), MIDDLE_STEP);
    expect(readdirSync(dataset)).toContain(".lock");
    await expectOldOrNew(dataset, true, "the kill");
  });

  test("that finds the disk full is as good as never begun, or is completed", async () => {
    const begin = () => {
      const dataset = join(place(), "dataset");
      cpSync(base, dataset, { recursive: true });
      return dataset;
    };
    const work = (dataset: string) => importing(second, dataset, "2026-01-01");
    await whereFull(work, begin, (dataset, _isDone, step) => expectOldOrNew(dataset, true, step));
  });
});

describe("a build", () => {
  const dataset = join(folder.path, "georgia");
  const command = (out: string) => ["build", dataset, "--out", out];

  const whole = join(folder.path, "whole.db");

  beforeAll(async () => {
    for (const name of ["dataset.json", "ga/lab_rates.csv", "ga/providers.csv"]) {
      cpSync(join(SAMPLE, name), join(dataset, name), { recursive: true });
    }
    expect(await buildRelease({ dataset, out: whole, states })).toMatchObject({ ok: true });
  });

  /** It leaves the old release or the new one. */
  async function expectOldOrNew(out: string, step: string): Promise<void> {
    const found = readFileSync(out);
    expect(found.equals(readFileSync(whole)) || found.toString() === "the old one", step).toBe(true);
    expect(await buildRelease({ dataset, out, states })).toMatchObject({ ok: true });
    expect(readdirSync(dirname(out)), `the second run after ${step}`).toEqual(["rates.db"]);
    expect(readFileSync(out).equals(readFileSync(whole))).toBe(true);
  }

  test("that is killed leaves the old release or the new one", async () => {
    const at = place();
    const out = join(at, "rates.db");
    writeFileSync(out, "the old one");
    await whereKilled(command(out), at, (step) => expectOldOrNew(out, step));
  });

  test("that finds the disk full leaves the old release or the new one", async () => {
    const begin = () => {
      const out = join(place(), "rates.db");
      writeFileSync(out, "the old one");
      return out;
    };
    const work = async (out: string) => {
      expect(await buildRelease({ dataset, out, states })).toMatchObject({ ok: true });
    };
    await whereFull(work, begin, async (out, isDone, step) => {
      if (!isDone) expect(readdirSync(dirname(out))).toEqual(["rates.db"]);
      await expectOldOrNew(out, step);
    });
  });
});

describe("a repricing", () => {
  const release = join(folder.path, "sample.db");
  const claims = join(folder.path, "claims.csv");
  const whole = join(folder.path, "whole.csv");
  const state = states.find(({ code }) => code === "ca") as State;
  let contentHash: string;

  beforeAll(async () => {
    writeFileSync(claims, "npi,billing_code,date_of_service\n1000700140,99213,2026-10-01\n");
    await californiaAt(release);
    ({ contentHash } = describedFile(release));
    await repricing(whole);
  });

  /** What the command does, in this thread. */
  async function repricing(out: string, options: Partial<Repricing> = {}): Promise<RepricingOutcome> {
    return await reprice(
      {
        ...{ state, setting: "outpatient", release: { file: release, contentHash }, input: claims, out },
        ...{ fields: chosenFields(lookupOf(state, "outpatient"), null) as readonly string[], decided: new Map() },
        ...{ compare: null, passThrough: [], tolerance: NO_TOLERANCE, explains: false },
        ...{ staleAfterMonths: STALE_AFTER_MONTHS, resume: false, force: false, today: dayAt(new Date()), ...options },
      },
      {
        program: programVersion(),
        startCrew: async (plan) => crewOfOne(plan),
        interruption: new AbortController().signal,
        onProgress: () => undefined,
        notify: () => undefined,
      },
    );
  }

  /** It leaves whole results or none, and is gone on with. */
  async function expectAllOrNothing(out: string, step: string): Promise<void> {
    const isThere = existsSync(out);
    if (isThere) expect(readFileSync(out, "utf8"), step).toBe(readFileSync(whole, "utf8"));
    // Results that are there with their checkpoint, or without, are whole: what is left to do is to tidy up.
    const isComplete = isThere && !existsSync(`${out}.progress`);
    const again = await repricing(out, isComplete ? { force: true } : { resume: true });
    expect(again.kind, `the second run after ${step}`).toBe("complete");
    expect(readFileSync(out, "utf8")).toBe(readFileSync(whole, "utf8"));
    expect(readdirSync(dirname(out))).toEqual(["out.csv"]);
  }

  test("that is killed leaves whole results or none, and is gone on with", async () => {
    const at = place();
    const out = join(at, "out.csv");
    const command = ["reprice", "ca", "outpatient", claims, "--release", release, "--out", out, "--workers", "1"];
    await whereKilled(command, at, (step) => expectAllOrNothing(out, step));
  });

  test("that finds the disk full leaves whole results or none, and is gone on with", async () => {
    const begin = () => join(place(), "out.csv");
    await whereFull(repricing, begin, async (out, isDone, step) => {
      if (!isDone && !existsSync(`${out}.progress`)) {
        expect(readdirSync(dirname(out))).toEqual(existsSync(out) ? ["out.csv"] : []);
      }
      await expectAllOrNothing(out, step);
    });
  });
});
