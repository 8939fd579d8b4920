import type { Job } from "./job.ts";

const CLOCK = new Intl.DateTimeFormat("en-US", { hour: "numeric", minute: "2-digit", timeZoneName: "short" });

/** The files of a job, for how long they are there, and the way to be rid of them at once. */
export function Downloads({ job, onDelete }: { readonly job: Job; readonly onDelete: () => void }) {
  const { workbook, results, faults, deleted_at } = job;
  const files = [
    [workbook, "Workbook (XLSX)"],
    [results, "Results, line by line (CSV)"],
    [faults, "Faulty lines with reasons (CSV)"],
  ] as const;
  return (
    <section class="downloads" aria-labelledby="downloads-title">
      <h2 id="downloads-title">Take it along</h2>
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
      <p class="kept">
        {deleted_at === null ? null : (
          <span>
            Kept until <time dateTime={deleted_at}>{CLOCK.format(new Date(deleted_at))}</time>, then deleted.
          </span>
        )}{" "}
        <button type="button" onClick={onDelete}>
          Delete now
        </button>
      </p>
    </section>
  );
}
