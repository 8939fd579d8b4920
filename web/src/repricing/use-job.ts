import { useEffect, useState } from "preact/hooks";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { ask } from "../api/ask.ts";
import type { Problem } from "../api/problem.ts";
import { isUnderWay, type Job } from "./job.ts";

/** Small files are done within the first of these; each question counts as one lookup towards the rate limit. */
const ASK_MILLISECONDS = [250, 500, 1_000] as const;
/** After an answer that says nothing of the job: the service is busy or out of reach. */
const ASK_AGAIN_MILLISECONDS = 3_000;

interface FollowedJob {
  readonly job: Job | null;
  /** Why there is no answer at the moment, or none at all. */
  readonly problem: Problem | null;
  /** For how long it has been worked on, as far as the page has seen. */
  readonly workedMilliseconds: number;
}

/** Asks for a job until it is done, failed or gone. */
export function useJob(id: string): FollowedJob {
  const [followed, setFollowed] = useState<FollowedJob>({ job: null, problem: null, workedMilliseconds: 0 });
  useEffect(() => {
    const question = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    let asked = 0;
    let began: number | null = null;
    async function follow() {
      const answer = await ask<Job>(`${REPRICE_PATH}/${encodeURIComponent(id)}`, {
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
      timer = setTimeout(next, ASK_MILLISECONDS[Math.min(asked, ASK_MILLISECONDS.length - 1)]);
      asked += 1;
    }
    // Rejected only when the question was withdrawn.
    const next = () => follow().catch(() => {});
    next();
    return () => {
      clearTimeout(timer);
      question.abort();
    };
  }, [id]);
  return followed;
}
