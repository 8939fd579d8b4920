import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { countText } from "../words/name.ts";
import type { Job, RepricingSummary } from "./job.ts";
import { type FaultyLine, useFirstFaults } from "./use-first-faults.ts";

const COLUMNS: readonly TableColumn<FaultyLine>[] = [
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
          columns={COLUMNS}
          rows={faults}
        />
      )}
    </section>
  );
}
