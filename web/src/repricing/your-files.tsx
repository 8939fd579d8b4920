import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import type { ListedJob, ListedJobs } from "../../../src/reprice/jobs/repricing-job.ts";
import { addressText } from "../address.ts";
import { ask, type Problem } from "../api/ask.ts";
import type { CatalogueState } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { QuietProblem } from "../parts/notice.tsx";
import { differenceText } from "../words/amount.ts";
import { momentText } from "../words/day.ts";
import { labelOf } from "../words/names.ts";
import { repricingWords } from "./problem-words.ts";
import { isUnderWay } from "./use-job.ts";

/** While one of them is under way. Each request counts as one lookup towards the rate limit. */
const AGAIN_MILLISECONDS = 3_000;

/** Rows before the rest is shown on request. */
const SHOWN_MAX = 10;

/** The files of this key that are not deleted, the newest first: opened, downloaded and deleted from here. */
export function YourFiles({ states }: { readonly states: readonly CatalogueState[] }) {
  const [jobs, setJobs] = useState<readonly ListedJob[] | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [said, setSaid] = useState("");
  const [isWhole, setIsWhole] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);

  const load = useCallback(async (signal?: AbortSignal) => {
    const answer = await ask<ListedJobs>(REPRICE_PATH, { cache: "no-store", ...(signal ? { signal } : {}) });
    if (answer.ok) setJobs(answer.body.jobs);
    // When the session has ended, the page says so itself.
    setProblem(answer.ok || answer.problem.status === 401 ? null : answer.problem);
  }, []);
  const isOneUnderWay = jobs?.some(isUnderWay) ?? false;
  useEffect(() => {
    const leaving = new AbortController();
    const loadNow = () => load(leaving.signal).catch(() => {});
    loadNow();
    const timer = isOneUnderWay ? setInterval(loadNow, AGAIN_MILLISECONDS) : undefined;
    return () => {
      clearInterval(timer);
      leaving.abort();
    };
  }, [load, isOneUnderWay]);

  async function remove(job: ListedJob) {
    const answer = await ask(`${REPRICE_PATH}/${job.id}`, { method: "DELETE" });
    if (answer.ok || answer.problem.code === "no_such_job") setSaid(`${nameOf(job)} is deleted.`);
    else setProblem(answer.problem);
    await load();
    title.current?.focus();
  }

  if (problem !== null && jobs === null)
    return (
      <QuietProblem
        problem={problem}
        what="Your files cannot be listed"
        inWords={repricingWords}
        onAgain={() => load()}
      />
    );
  if (jobs === null || (jobs.length === 0 && said === "")) return null;
  const shown = isWhole ? jobs : jobs.slice(0, SHOWN_MAX);
  return (
    <section class="step your-files" aria-labelledby="your-files-title">
      <h2 id="your-files-title" ref={title} tabIndex={-1}>
        Your files
      </h2>
      <p role="status" class="hint">
        {said}
      </p>
      {problem === null ? null : (
        <QuietProblem problem={problem} what="The list may be old" inWords={repricingWords} onAgain={() => load()} />
      )}
      {jobs.length === 0 ? null : (
        <section class="table-scroll data-table" aria-label="List of your files" tabIndex={0}>
          <table>
            <caption class="unseen">Your files, the newest first</caption>
            <thead>
              <tr>
                <th scope="col">File</th>
                <th scope="col">State</th>
                <th scope="col">Sent</th>
                <th scope="col" class="figure">
                  Lines
                </th>
                <th scope="col" class="figure">
                  Variance
                </th>
                <th scope="col">Deleted at</th>
                <th scope="col">Download</th>
                <th scope="col">
                  <span class="unseen">Delete</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {shown.map((job) => (
                <Row key={job.id} job={job} states={states} onDelete={() => remove(job)} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {shown.length === jobs.length ? null : (
        <button type="button" class="quiet" onClick={() => setIsWhole(true)}>
          Show all {jobs.length} files
        </button>
      )}
    </section>
  );
}

interface RowProps {
  readonly job: ListedJob;
  readonly states: readonly CatalogueState[];
  readonly onDelete: () => void;
}

function Row({ job, states, onDelete }: RowProps) {
  const { id, state, setting, created_at, deleted_at, lines_done, variance, results, workbook } = job;
  const name = nameOf(job);
  const where = [states.find(({ code }) => code === state)?.name ?? state ?? "", labelOf(setting ?? "").toLowerCase()];
  return (
    <tr>
      <td class="file-cell">
        <Link to={addressText("/reprice", { job: id })}>{name}</Link>
      </td>
      <td>{where.filter((part) => part !== "").join(", ")}</td>
      <td>
        <time dateTime={created_at}>{momentText(created_at)}</time>
      </td>
      <td class="figure">{statusText(job) ?? lines_done.toLocaleString("en-US")}</td>
      <td class="figure">{variance === null ? "" : differenceText(variance)}</td>
      <td>{deleted_at === null ? "" : <time dateTime={deleted_at}>{momentText(deleted_at)}</time>}</td>
      <td>
        {workbook === null ? null : (
          <a href={workbook} download>
            Workbook<span class="unseen"> of {name}</span>
          </a>
        )}{" "}
        {results === null ? null : (
          <a href={results} download>
            CSV<span class="unseen"> of {name}</span>
          </a>
        )}
      </td>
      <td>
        <button type="button" class="quiet" onClick={onDelete}>
          {isUnderWay(job) ? "Stop" : "Delete"}
          <span class="unseen"> {name}</span>
        </button>
      </td>
    </tr>
  );
}

function nameOf({ file_name, created_at }: ListedJob): string {
  return file_name ?? `File of ${momentText(created_at)}`;
}

/** What stands in place of the number of lines while there is none; null for a file that is done. */
export function statusText({ status, lines_done }: Pick<ListedJob, "status" | "lines_done">): string | null {
  if (status === "done") return null;
  if (status === "failed") return "Not repriced";
  return status === "running" ? `${countText(lines_done, "line")} so far` : "Waiting";
}
