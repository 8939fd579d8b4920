import { useState } from "preact/hooks";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { goTo } from "../address.ts";
import { ask } from "../api/ask.ts";
import type { CatalogueState } from "../api/catalogue.ts";
import type { Problem } from "../api/problem.ts";
import { Link } from "../parts/link.tsx";
import { Notice, ProblemNotice } from "../parts/notice.tsx";
import { countText, labelOf } from "../words/name.ts";
import { isUnderWay, type Job } from "./job.ts";
import { JobAnswer } from "./job-answer.tsx";
import { useLeaveWarning } from "./leave-warning.ts";
import { Progress } from "./progress.tsx";
import { timeLeftText } from "./time-left.ts";
import { useJob } from "./use-job.ts";

/** What becomes of a file: how far it is, then what it came to. */
export function JobView({ id, states }: { readonly id: string; readonly states: readonly CatalogueState[] }) {
  const { job, problem, workedMilliseconds } = useJob(id);
  const [deletion, setDeletion] = useState<Problem | null>(null);
  const isAtWork = job !== null && isUnderWay(job);
  useLeaveWarning(isAtWork);

  async function remove() {
    const answer = await ask(`${REPRICE_PATH}/${encodeURIComponent(id)}`, { method: "DELETE" });
    // One that is gone already is as deleted as can be.
    if (answer.ok || answer.problem.code === "no_such_job") goTo("/reprice");
    else setDeletion(answer.problem);
  }

  return (
    <>
      <h1>{titleOf(job, states)}</h1>
      {deletion === null ? null : <ProblemNotice problem={deletion} />}
      {problem === null ? null : (
        <>
          <ProblemNotice problem={problem} />
          {job === null ? <AnotherFile /> : null}
        </>
      )}
      {job === null || !isAtWork ? null : (
        <>
          <Work job={job} workedMilliseconds={workedMilliseconds} />
          <button type="button" onClick={remove}>
            Stop
          </button>
        </>
      )}
      {job?.status !== "failed" ? null : (
        <>
          <Notice kind="fault" title="The file was not repriced">
            <p class="reason">{job.reason}</p>
          </Notice>
          <AnotherFile />
        </>
      )}
      {job?.status !== "done" || job.summary === null ? null : (
        <JobAnswer job={job} summary={job.summary} states={states} onDelete={remove} />
      )}
    </>
  );
}

function titleOf(job: Job | null, states: readonly CatalogueState[]): string {
  if (job === null || job.state === null || job.setting === null) return "Reprice a file";
  const state = states.find(({ code }) => code === job.state)?.name ?? job.state;
  const done = job.status === "done" ? "Repriced" : "Repricing";
  return `${done}: ${state}, ${labelOf(job.setting).toLowerCase()}`;
}

function AnotherFile() {
  return (
    <p>
      <Link to="/reprice">Reprice another file</Link>
    </p>
  );
}

function Work({ job, workedMilliseconds }: { readonly job: Job; readonly workedMilliseconds: number }) {
  const { status, lines_done, bytes_done, bytes_total } = job;
  const left = timeLeftText(workedMilliseconds, bytes_done, bytes_total);
  const lines = `${countText(lines_done, "line")} done`;
  return (
    <Progress
      what={status === "running" ? "Pricing the lines" : "Waiting for its turn"}
      done={bytes_done}
      total={bytes_total}
      detail={[...(status === "running" ? [lines] : []), ...(left === "" ? [] : [left])].join(", ")}
    />
  );
}
