import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import type { Day } from "../../../src/core/calendar/day.ts";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { openRelease } from "../../../src/release/open.ts";
import type { Release } from "../../../src/release/release.ts";
import { dryRun } from "../../../src/reprice/dry-run.ts";
import { FORM_ADVICE } from "../../../src/reprice/jobs/messages.ts";
import { NO_TOLERANCE } from "../../../src/reprice/pricing/payment-comparison.ts";
import { RepricingReport } from "../../../src/reprice/report/repricing-report.ts";
import { summaryJson } from "../../../src/reprice/report/summary-json.ts";
import { type Repricing, STANDARD_OUTPUT } from "../../../src/reprice/repricing.ts";
import { states } from "../../../src/states/index.ts";
import { SAMPLE } from "../../cli/support/ratebook.ts";
import { temporaryFolder } from "../../serve/operations/support/running-server.ts";
import { releaseAt } from "../../support/shared-release.ts";
import { repriced } from "./repriced.ts";

/** Columns as a caller decides them: a heading and its meaning; null: passed through. */
export type DecidedColumns = readonly (readonly [heading: string, meaning: string | null])[];

const today = "2026-11-15" as Day;

/** Small files of outpatient claims in one state, on the sample release: it stays open for the tests of one file. */
export function sampleClaims(code = "ca") {
  const state = states.find((each) => each.code === code) as State;
  const folder = temporaryFolder();
  let file: string;
  let release: Release;
  beforeAll(async () => {
    file = join(folder.path, "sample.db");
    await releaseAt(file, SAMPLE);
    release = openRelease(file, states);
  });
  afterAll(async () => {
    release.close();
    await folder.remove();
  });
  /** What every run of them is about. */
  const about = () => {
    const { contentHash } = release.description;
    return { state, setting: "outpatient", release: { file, contentHash } } as const;
  };
  /** A folder that no other run uses. */
  const newFolder = () => mkdtempSync(join(folder.path, "run-"));

  return {
    about,
    newFolder,

    /** Reprices a file, and gives the rows that were written. Text files are the rule; a workbook or another encoding are bytes. */
    async reprice(claims: string | Buffer, options: Partial<Repricing> = {}) {
      // The support writes whatever it is given.
      return await repriced(newFolder(), claims as string, { ...about(), ...options });
    },

    /** Reprices a file as a job of the service does, with all of its summary. */
    async summarise(csv: string, columns: DecidedColumns = []) {
      const folder = newFolder();
      const report = new RepricingReport({
        ...{ ...about(), lookup: lookupOf(state, "outpatient"), release: release.description, input: "claims" },
        ...{ out: STANDARD_OUTPUT, tolerance: NO_TOLERANCE, by: null, workbook: null, force: false },
        ...{ program: "test", day: today, command: "", advice: FORM_ADVICE },
        called: { out: "results", faults: "rejected" },
        refusedBy: (_, { expected }) => new Error(expected),
      });
      const { notices } = await repriced(
        folder,
        csv,
        {
          ...{ ...about(), fields: [], staleAfterMonths: null, advice: FORM_ADVICE },
          decided: new Map(columns.filter((entry): entry is readonly [string, string] => entry[1] !== null)),
          passThrough: columns.flatMap(([heading, meaning]) => (meaning === null ? [heading] : [])),
          onColumns: (names, understood) => report.prepare(names, understood),
        },
        { onComplete: (done, output) => report.make(done, output, new AbortController().signal, () => {}) },
      );
      const [results, rejected] = ["out.csv", "out.faults.csv"].map((name) => {
        const file = join(folder, name);
        return existsSync(file) ? readFileSync(file, "utf8") : "";
      });
      return { notes: notices, summary: summaryJson(report.facts), results, rejected };
    },

    /** Looks at a file before it is priced. */
    async look(csv: string, columns: DecidedColumns = []) {
      const input = join(newFolder(), "claims.csv");
      writeFileSync(input, csv);
      const notices: string[] = [];
      const decided = new Map(columns.filter((entry): entry is readonly [string, string] => entry[1] !== null));
      const looked = await dryRun(
        {
          ...{ ...about(), input, out: "", fields: [], decided, compare: null, tolerance: NO_TOLERANCE },
          ...{ explains: false, staleAfterMonths: null, passThrough: [], resume: false, force: false, today },
        },
        (text) => notices.push(text),
      );
      return { ...looked, notices };
    },
  };
}
