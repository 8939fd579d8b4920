import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { countText, plural } from "../../../src/core/text/plural.ts";
import { REPRICE_PATH } from "../../../src/pricing/state/api-paths.ts";
import { goTo } from "../address.ts";
import { ask, type Problem } from "../api/ask.ts";
import type { CatalogueState, ReleaseInService } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { Notice, ProblemNotice } from "../parts/notice.tsx";
import { momentText } from "../words/day.ts";
import { labelOf } from "../words/names.ts";
import { noteWords } from "./columns-table.tsx";
import { FirstNoticeView } from "./first-notice.tsx";
import { LargestDifferences } from "./largest-differences.tsx";
import { MissingNpis } from "./missing-npis.tsx";
import { fileWords, repricingWords } from "./problem-words.ts";
import { Progress, timeLeftText, useLeaveWarning } from "./progress.tsx";
import { AtAlternative, Defaults, NotCompared, NotOwed, NotPriced, RejectedLines } from "./reasons.tsx";
import { RemittanceView } from "./remittance.tsx";
import { addressOfResult, resultIn, type ShownResult } from "./result-address.ts";
import { ComparedTotals, Totals } from "./totals.tsx";
import { isUnderWay, type Job, type RepricingSummary, useJob } from "./use-job.ts";
import { LimitsOfAmounts, VerdictFigures } from "./verdict-figures.tsx";

interface JobViewProps {
  readonly id: string;
  /** The address, which holds what is shown of a finished file. */
  readonly query: URLSearchParams;
  readonly states: readonly CatalogueState[];
  /** The release in service; null until it is known. */
  readonly release: ReleaseInService | null;
}

/** What becomes of a file: how far it is, then what it came to. */
export function JobView({ id, query, states, release }: JobViewProps) {
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
      {deletion === null ? null : <ProblemNotice problem={deletion} inWords={repricingWords} />}
      {problem === null ? null : (
        <>
          <ProblemNotice problem={problem} inWords={repricingWords} />
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
            <p class="reason">{fileWords(job.reason ?? "")}</p>
          </Notice>
          <AnotherFile />
        </>
      )}
      {job?.status !== "done" || job.summary === null ? null : (
        <JobAnswer
          job={job}
          summary={job.summary}
          query={query}
          states={states}
          inService={release}
          onDelete={remove}
        />
      )}
    </>
  );
}

function titleOf(job: Job | null, states: readonly CatalogueState[]): string {
  if (job === null || job.state === null || job.setting === null) return "Reprice a file";
  const state = states.find(({ code }) => code === job.state)?.name ?? job.state;
  const where = `${state}, ${labelOf(job.setting).toLowerCase()}`;
  if (job.file_name !== null) return `${job.file_name}: ${where}`;
  return `${job.status === "done" ? "Repriced" : "Repricing"}: ${where}`;
}

function AnotherFile() {
  return (
    <p class="another-file">
      <Link to="/reprice">Reprice another file, or see your files</Link>
    </p>
  );
}

function Work({ job, workedMilliseconds }: { readonly job: Job; readonly workedMilliseconds: number }) {
  const { status, lines_done, bytes_done, bytes_total } = job;
  if (status !== "running")
    return <Progress what="Waiting for its turn" done={bytes_done} total={bytes_total} detail="" />;
  const phase = phaseOf(job);
  if (phase !== null) return <Progress {...phase} done={null} total={bytes_total} />;
  const left = timeLeftText(workedMilliseconds, bytes_done, bytes_total);
  const lines = `${countText(lines_done, "line")} done`;
  return (
    <Progress
      what="Pricing the lines"
      done={bytes_done}
      total={bytes_total}
      detail={[lines, ...(left === "" ? [] : [left])].join(", ")}
    />
  );
}

/** What is done before the first line is priced, and after the last: both take a while for a long file. Null in between. */
function phaseOf({ lines_done, bytes_done, bytes_total }: Pick<Job, "lines_done" | "bytes_done" | "bytes_total">) {
  if (lines_done === 0) {
    return {
      what: "Reading the file",
      detail: "Where payments are compared, the whole file is searched for takebacks before its lines are priced.",
    };
  }
  if (bytes_done < bytes_total) return null;
  return { what: "Making the report", detail: `${countText(lines_done, "line")} done. They are added up and listed.` };
}

interface JobAnswerProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly query: URLSearchParams;
  readonly states: readonly CatalogueState[];
  readonly inService: ReleaseInService | null;
  readonly onDelete: () => void;
}

/** What the file came to, the most important first. */
function JobAnswer({ job, summary, query, states, inService, onDelete }: JobAnswerProps) {
  const top = useRef<HTMLParagraphElement>(null);
  const { shown, notUnderstood } = useMemo(() => resultIn(query, summary), [query.toString(), summary]);
  const show = (changes: Partial<ShownResult>) => goTo(addressOfResult(job.id, { ...shown, ...changes }, summary));
  // Another choice of lines begins with its first page.
  const onFilter = (filter: ShownResult["filter"]) => show({ filter, list: { ...shown.list, page: 1 } });
  // The focus moves here, so that a screen reader announces the result.
  useEffect(() => top.current?.focus(), []);
  const { release } = summary;
  const source = `Priced with ${release.name} ${release.version}`;
  return (
    <div class="appears answer">
      <p ref={top} tabIndex={-1} class="hint">
        {countText(summary.lookups, "line")}. {source}.
      </p>
      <FirstNoticeView job={job} summary={summary} states={states} />
      <VerdictFigures summary={summary} />
      <RemittanceView summary={summary} />
      <Downloads job={job} onDelete={onDelete} />
      {notUnderstood.length > 0 ? (
        <NotUnderstood faults={notUnderstood} address={addressOfResult(job.id, shown, summary)} />
      ) : (
        <>
          <Totals
            summary={summary}
            source={source}
            chart={shown.chart}
            filter={shown.filter}
            onChart={(chart) => show({ chart })}
            onFilter={onFilter}
          />
          <LargestDifferences
            job={job}
            summary={summary}
            states={states}
            inService={inService}
            filter={shown.filter}
            view={shown.list}
            onFilter={onFilter}
            onView={(list) => show({ list })}
          />
        </>
      )}
      <MissingNpis job={job} summary={summary} states={states} />
      <NotOwed job={job} summary={summary} states={states} />
      <NotPriced job={job} summary={summary} states={states} />
      <AtAlternative job={job} summary={summary} states={states} />
      <NotCompared job={job} summary={summary} states={states} />
      <RejectedLines job={job} summary={summary} />
      <ComparedTotals summary={summary} />
      <LimitsOfAmounts summary={summary} />
      <Defaults summary={summary} />
      <Readings job={job} summary={summary} />
      <AnotherFile />
    </div>
  );
}

/** In place of the chart and the list: they would be of something else than the address says. */
function NotUnderstood({ faults, address }: { readonly faults: readonly string[]; readonly address: string }) {
  return (
    <div class="notice notice-fault" role="alert">
      <h2>The address is not understood</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault}>{fault}</li>
        ))}
      </ul>
      <p>The chart and the list of lines are left out: they would show something else than the address says.</p>
      <p>
        <Link to={address}>Leave {plural(faults.length, "it", "them")} out of the address</Link>
      </p>
    </div>
  );
}

/** How cells were read and what the columns were taken for: where it surprises, the rest stands on it. */
function Readings({ job, summary }: { readonly job: Job; readonly summary: RepricingSummary }) {
  const leftOut = (summary.left_out ?? []).map((text) => `Not in this summary, which would be too large: ${text}`);
  return (
    <section class="step" aria-labelledby="readings-title">
      <h2 id="readings-title">How the file was read</h2>
      <ul class="notes">
        {[...summary.noted_in_words, ...job.notes, ...leftOut].map((text) => (
          <li key={text}>{noteWords(text)}</li>
        ))}
      </ul>
    </section>
  );
}

/** The files of a job, for how long they are there, and the way to be rid of them at once. */
function Downloads({ job, onDelete }: { readonly job: Job; readonly onDelete: () => void }) {
  const { workbook, results, faults, deleted_at } = job;
  const files = [
    [workbook, "Workbook (XLSX)"],
    [results, "Results, line by line (CSV)"],
    [faults, "Rejected lines with reasons (CSV)"],
  ] as const;
  return (
    <section class="downloads" aria-labelledby="downloads-title">
      <h2 id="downloads-title">Download</h2>
      <ul class="files">
        {files.map(([path, name]) =>
          path === null ? null : (
            <li key={name}>
              <a href={path} download>
                {name}
              </a>
            </li>
          ),
        )}
      </ul>
      <p class="hint">
        These files have every column of your file, also names of patients if it has any. For a payer, use an appeal
        packet: you choose its columns.
      </p>
      <p class="kept">
        {deleted_at === null ? null : (
          <span>
            Kept until <time dateTime={deleted_at}>{momentText(deleted_at)}</time>, then deleted.
          </span>
        )}{" "}
        <button type="button" onClick={onDelete}>
          Delete now
        </button>
      </p>
    </section>
  );
}
