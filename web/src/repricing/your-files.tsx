import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import type { ListedJob, ListedJobs } from "../../../src/reprice/jobs/repricing-job.ts";
import { addressText } from "../address.ts";
import { ask, type Problem } from "../api/ask.ts";
import type { CatalogueState } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
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
        <DataTable
          caption="List of your files"
          columns={columnsOf(states, remove)}
          rows={shown}
          keyOf={({ id }) => id}
          areCards
          hasCsv={false}
        />
      )}
      {shown.length === jobs.length ? null : (
        <button type="button" class="quiet" onClick={() => setIsWhole(true)}>
          Show all {jobs.length} files
        </button>
      )}
    </section>
  );
}

function columnsOf(
  states: readonly CatalogueState[],
  onDelete: (job: ListedJob) => void,
): readonly TableColumn<ListedJob>[] {
  const placeOf = ({ state, setting }: ListedJob) =>
    [states.find(({ code }) => code === state)?.name ?? state ?? "", labelOf(setting ?? "").toLowerCase()]
      .filter((part) => part !== "")
      .join(", ");
  const moment = (at: string | null) => (at === null ? "" : <time dateTime={at}>{momentText(at)}</time>);
  return [
    {
      title: "File",
      value: nameOf,
      cell: (job) => (
        <span class="listed-file">
          <Link to={addressText("/reprice", { job: job.id })}>{nameOf(job)}</Link>
        </span>
      ),
    },
    { title: "State", value: placeOf, cell: placeOf },
    { title: "Sent", value: ({ created_at }) => created_at, cell: ({ created_at }) => moment(created_at) },
    {
      title: "Lines",
      value: ({ lines_done }) => lines_done,
      cell: (job) => statusText(job) ?? job.lines_done.toLocaleString("en-US"),
      isFigure: true,
    },
    {
      title: "Variance",
      value: ({ variance }) => variance,
      cell: ({ variance }) => (variance === null ? "" : differenceText(variance)),
      isFigure: true,
    },
    { title: "Kept until", value: ({ deleted_at }) => deleted_at, cell: ({ deleted_at }) => moment(deleted_at) },
    { title: "Download", isControl: true, value: () => null, cell: (job) => <Downloads job={job} /> },
    {
      title: "Delete",
      isControl: true,
      value: () => null,
      cell: (job) => (
        <button type="button" class="quiet" onClick={() => onDelete(job)}>
          {isUnderWay(job) ? "Stop" : "Delete"}
          <span class="unseen"> {nameOf(job)}</span>
        </button>
      ),
    },
  ];
}

function Downloads({ job }: { readonly job: ListedJob }) {
  const files = [
    [job.workbook, "Workbook"],
    [job.results, "CSV"],
  ] as const;
  return (
    <span class="file-downloads">
      {files.map(([path, what]) =>
        path === null ? null : (
          <a key={what} href={path} download>
            {what}
            <span class="unseen"> of {nameOf(job)}</span>
          </a>
        ),
      )}
    </span>
  );
}

function nameOf({ file_name, created_at }: ListedJob): string {
  return file_name ?? `File of ${momentText(created_at)}`;
}

/** What stands in place of the number of lines while there is none; null for a file that is done. */
function statusText({ status, lines_done }: Pick<ListedJob, "status" | "lines_done">): string | null {
  if (status === "done") return null;
  if (status === "failed") return "Not repriced";
  return status === "running" ? `${countText(lines_done, "line")} so far` : "Waiting";
}
