import { useEffect, useState } from "preact/hooks";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import type { DryRunAnswer, RepricingJob } from "../../../src/reprice/jobs/repricing-job.ts";
import type { ExampleLine, GroupOfLines, RepricingSummary } from "../../../src/reprice/report/summary.ts";
import type { ShownTable } from "../../../src/reprice/shown-table.ts";
import { ask, type Problem } from "../api/ask.ts";
import { firstRecords } from "./first-records.ts";

/** Small files are done within the first of these; each request counts as one lookup towards the rate limit. */
const ASK_MILLISECONDS = [250, 500, 1_000] as const;
/** After an answer without the job: the service is busy or out of reach. */
const ASK_AGAIN_MILLISECONDS = 3_000;

interface FollowedJob {
  readonly job: RepricingJob | null;
  /** Why there is no answer at the moment, or none at all. */
  readonly problem: Problem | null;
  /** For how long it has been worked on, as far as the page has seen. */
  readonly workedMilliseconds: number;
}

/** Polls a job until it is done, failed or gone. */
export function useJob(id: string): FollowedJob {
  const [followed, setFollowed] = useState<FollowedJob>({ job: null, problem: null, workedMilliseconds: 0 });
  useEffect(() => {
    const question = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let polls = 0;
    let began: number | null = null;
    async function follow() {
      const answer = await ask<RepricingJob>(`${REPRICE_PATH}/${encodeURIComponent(id)}`, {
        signal: question.signal,
        cache: "no-store",
      });
      if (!answer.ok) {
        setFollowed(({ job, workedMilliseconds }) => ({ job, problem: answer.problem, workedMilliseconds }));
        const { status } = answer.problem;
        // After 401 another session may be opened; where none can be, this view is no longer shown.
        const mayCome = status === 0 || status === 401 || status === 429 || status >= 500;
        if (mayCome) timer = setTimeout(next, ASK_AGAIN_MILLISECONDS);
        return;
      }
      const job = answer.body;
      if (job.status === "running") began ??= performance.now();
      setFollowed({ job, problem: null, workedMilliseconds: began === null ? 0 : performance.now() - began });
      if (!isUnderWay(job)) return;
      timer = setTimeout(next, ASK_MILLISECONDS[Math.min(polls, ASK_MILLISECONDS.length - 1)]);
      polls += 1;
    }
    // Rejected only when the request was cancelled.
    const next = () => follow().catch(() => {});
    next();
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [id]);
  return followed;
}

export type { DryRunAnswer, ExampleLine, GroupOfLines as Group, RepricingJob as Job, RepricingSummary, ShownTable };

export function isUnderWay({ status }: Pick<RepricingJob, "status">): boolean {
  return status !== "done" && status !== "failed";
}

/** Enough to see what kind of faults there are; all of them are in the file. */
const FAULTS_SHOWN = 20;

/** So much of the file is read for them, however large it is. */
const BYTES_READ_MAX = 64 * 1024;

export interface FaultyLine {
  readonly line: string;
  readonly columns: string;
  readonly reasons: string;
}

/** The first lines of a file of faults. Null until they are there, and where they cannot be had: the file itself is linked. */
export function useFirstFaults(path: string | null): readonly FaultyLine[] | null {
  const [faults, setFaults] = useState<readonly FaultyLine[] | null>(null);
  useEffect(() => {
    if (path === null) return;
    const question = new AbortController();
    readHead(path, question.signal).then(
      ({ text, isWhole }) => {
        // The first record is the heading.
        const [, ...records] = firstRecords(text, FAULTS_SHOWN + 1, isWhole);
        setFaults(records.map(([line = "", columns = "", reasons = ""]) => ({ line, columns, reasons })));
      },
      () => {},
    );
    return () => question.abort();
  }, [path]);
  return faults;
}

async function readHead(
  path: string,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly isWhole: boolean }> {
  const response = await fetch(path, { signal, credentials: "same-origin", redirect: "error" });
  if (!response.ok || response.body === null) throw new Error(`status ${response.status}`);
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  while (bytes < BYTES_READ_MAX) {
    const { done, value } = await reader.read();
    if (done) return { text, isWhole: true };
    bytes += value.length;
    text += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  return { text, isWhole: false };
}
