import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { countText, labelOf } from "../words/names.ts";
import { type FaultyLine, type Job, type RepricingSummary, useFirstFaults } from "./use-job.ts";

/** Why lines have no price, and what to do about it, the most frequent reason first. */
export function NotPriced({ summary }: { readonly summary: RepricingSummary }) {
  const reasons = summary.not_priced_by_reason;
  if (reasons.length === 0) return null;
  return (
    <section class="step" aria-labelledby="not-priced-title">
      <h2 id="not-priced-title">Not priced</h2>
      {reasons.map(({ code, meaning, remedy, lookups, messages }) => (
        <div key={code} class="reason-group">
          <h3>
            {countText(lookups, "line")}: {meaning}
          </h3>
          <p>{remedy}</p>
          <details>
            <summary>Notes on these lines</summary>
            <ul>
              {messages.map(({ message, lookups: lines }) => (
                <li key={message}>
                  {countText(lines, "line")}: {message}
                </li>
              ))}
            </ul>
          </details>
        </div>
      ))}
    </section>
  );
}

const FAULT_COLUMNS: readonly TableColumn<FaultyLine>[] = [
  { title: "Line", value: ({ line }) => line, cell: ({ line }) => line, isFigure: true },
  { title: "Column", value: ({ columns }) => columns, cell: ({ columns }) => columns.replaceAll("|", ", ") },
  { title: "What is wrong", value: ({ reasons }) => reasons, cell: ({ reasons }) => reasons },
];

/** The lines that could not be read or compared, with the reasons. */
export function FaultyLines({ job, summary }: { readonly job: Job; readonly summary: RepricingSummary }) {
  const faults = useFirstFaults(job.faults);
  if (job.faults === null) return null;
  return (
    <section class="step" aria-labelledby="faulty-title">
      <h2 id="faulty-title">Faulty lines</h2>
      <p>
        {countText(summary.faulty, "line")} could not be read as a claim.{" "}
        <a href={job.faults} download>
          Take the file of faults
        </a>
        , correct the lines where they stand, and reprice that file by itself. Lines that were priced and not compared
        are in it too.
      </p>
      {faults === null || faults.length === 0 ? null : (
        <DataTable
          caption={`The first ${countText(faults.length, "line")} with faults`}
          columns={FAULT_COLUMNS}
          rows={faults}
        />
      )}
    </section>
  );
}

type Assumption = RepricingSummary["assumed"][number];

const ASSUMED_COLUMNS: readonly TableColumn<Assumption>[] = [
  { title: "What", value: ({ parameter }) => parameter, cell: ({ parameter }) => labelOf(parameter) },
  { title: "Taken as", value: ({ value }) => value, cell: ({ value }) => value ?? "(differs by line)" },
  { title: "Why", value: ({ reason }) => reason, cell: ({ reason }) => reason },
  { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
];

/** Defaults that prices rest on: another value could be another price. */
export function Assumed({ summary: { assumed } }: { readonly summary: RepricingSummary }) {
  if (assumed.length === 0) return null;
  return (
    <section class="step" aria-labelledby="assumed-title">
      <h2 id="assumed-title">What was assumed</h2>
      <p>
        The prices rest on {countText(assumed.length, "default")}, since the lines do not say it. The largest
        differences name those of each line; a column for it in the file decides it.
      </p>
      <DataTable caption="Defaults that prices rest on" columns={ASSUMED_COLUMNS} rows={assumed} />
    </section>
  );
}
