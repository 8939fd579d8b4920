import { useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import type { CatalogueState, ReleaseInService } from "../api/ready.ts";
import { addressOfLookup } from "../look-up/lookup.ts";
import { Link } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import { plainWords } from "../words/names.ts";
import { AppealPacket, NO_LINES, packetColumn } from "./appeal-packet.tsx";
import { comparedWord, titled } from "./compared.ts";
import {
  type Difference,
  filtered,
  filterText,
  type LineFilter,
  listedText,
  notesOf,
  reasonText,
} from "./line-filter.ts";
import { lookupOf } from "./order-state.ts";
import type { ExampleLine, Job, RepricingSummary } from "./use-job.ts";

interface LargestDifferencesProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
  readonly inService: ReleaseInService | null;
  readonly filter: LineFilter | null;
  readonly onFilter: (filter: LineFilter | null) => void;
}

/** The address of the lookup of a line. */
export function addressOfLine(
  { lookup }: Pick<ExampleLine, "lookup">,
  job: Job,
  states: readonly CatalogueState[],
): string {
  const target = lookupOf(job, states);
  return target === null ? "/" : addressOfLookup({ ...target, fields: lookup });
}

/** Columns by which an analyst finds a line again: the claim, the provider and the code. */
export function lineColumns<Line extends ExampleLine>(lines: readonly Line[]): readonly TableColumn<Line>[] {
  const hasClaims = lines.some(({ claim }) => claim !== null);
  const hasPayerClaims = lines.some(({ payer_claim }) => payer_claim !== null);
  return [
    ...(hasClaims
      ? [
          {
            title: "Claim",
            value: ({ claim }: Line) => claim,
            cell: ({ claim }: Line) => <span class="code">{claim ?? ""}</span>,
          },
        ]
      : []),
    ...(hasPayerClaims
      ? [
          {
            title: "Payer's claim",
            value: ({ payer_claim }: Line) => payer_claim,
            cell: ({ payer_claim }: Line) => <span class="code">{payer_claim ?? ""}</span>,
          },
        ]
      : []),
    {
      title: "Line",
      value: ({ input_line }) => input_line,
      cell: ({ input_line }) => input_line.toLocaleString("en-US"),
      isFigure: true,
    },
    {
      title: "Provider",
      value: ({ provider, provider_name }) => provider_name ?? provider,
      cell: ({ provider, provider_name }) => (
        <span class="provider-cell" title={provider ?? undefined}>
          {provider_name ?? provider ?? ""}
        </span>
      ),
    },
    {
      title: "Code",
      value: ({ billing_code }) => billing_code,
      cell: ({ billing_code }) => <span class="code">{billing_code}</span>,
    },
    ...(lines.some(({ billed }) => billed !== null)
      ? [
          {
            title: "Billed",
            value: ({ billed }: Line) => billed,
            cell: ({ billed }: Line) => (billed === null ? "" : moneyText(billed)),
            isFigure: true,
          },
        ]
      : []),
  ];
}

/** The lines with the largest variance either way, filtered by what is chosen in the charts; how each was priced is behind a click. */
export function LargestDifferences({ job, summary, states, inService, filter, onFilter }: LargestDifferencesProps) {
  const [chosen, setChosen] = useState(NO_LINES);
  const all = summary.largest_differences ?? [];
  if (all.length === 0) return null;
  const rows = filtered(all, filter);
  const word = comparedWord(summary);
  const columns: readonly TableColumn<Difference>[] = [
    packetColumn(chosen, setChosen),
    ...lineColumns(all),
    {
      title: titled(word),
      value: ({ paid }) => paid,
      cell: ({ paid }) => moneyText(paid),
      isFigure: true,
    },
    {
      title: "Expected",
      value: (row) => row.expected_amount,
      cell: (row) => moneyText(row.expected_amount),
      isFigure: true,
    },
    {
      title: "Variance",
      value: ({ difference }) => difference,
      cell: ({ difference }) => (
        <span class={difference.startsWith("-") ? "asked-back" : "owed"}>{differenceText(difference)}</span>
      ),
      isFigure: true,
    },
    {
      title: "Reason",
      value: (row) => reasonText(row, word),
      cell: (row) => (
        <>
          {plainWords(reasonText(row, word))}{" "}
          <Details row={row} notes={notesOf(row, word)} address={addressOfLine(row, job, states)} />
        </>
      ),
    },
  ];
  const total = (summary.underpaid?.lines ?? 0) + (summary.overpaid?.lines ?? 0);
  return (
    <section class="step" aria-labelledby="largest-title">
      <h2 id="largest-title">The largest variances</h2>
      <p class="hint">
        {total > all.length
          ? `The ${all.length} largest of ${countText(total, "line")} with a variance. All are in the workbook and the results.`
          : `All ${countText(total, "line")} with a variance.`}
      </p>
      {filter === null ? null : (
        <p role="status" class="filter">
          {`${listedText(filter, word, rows.length, all.length)} `}
          <button type="button" onClick={() => onFilter(null)}>
            Show all
          </button>
        </p>
      )}
      <AppealPacket job={job} lines={rows} chosen={chosen} inService={inService} onChoose={setChosen} />
      {rows.length === 0 ? (
        <p>
          None of the {countText(all.length, "line")} listed here {all.length === 1 ? "is" : "are"} among them. The
          workbook and the results have every line.
        </p>
      ) : (
        <DataTable
          key={filter === null ? "" : filterText(filter, word)}
          caption="Lines with the largest variances"
          columns={columns}
          rows={rows}
        />
      )}
    </section>
  );
}

interface DetailsProps {
  readonly row: Difference;
  readonly notes: readonly string[];
  readonly address: string;
}

function Details({ row, notes, address }: DetailsProps) {
  const { formula, assumed, input_line, provider } = row;
  return (
    <details class="line-details">
      <summary>
        Details<span class="unseen"> of line {input_line}</span>
      </summary>
      <dl>
        {formula === null ? null : (
          <div>
            <dt>Formula</dt>
            <dd>{plainWords(formula)}</dd>
          </div>
        )}
        {assumed.length === 0 ? null : (
          <div>
            <dt>Defaults, since they were not entered</dt>
            <dd>{assumed.map(defaultWords).join("; ")}</dd>
          </div>
        )}
        {notes.length === 0 ? null : (
          <div>
            <dt>Notes</dt>
            <dd>{notes.map(plainWords).join(" ")}</dd>
          </div>
        )}
        {provider === null ? null : (
          <div>
            <dt>Provider number</dt>
            <dd class="code">{provider}</dd>
          </div>
        )}
      </dl>
      <Link class="show-why" to={address}>
        Show why<span class="unseen"> for line {input_line}</span>
      </Link>
    </details>
  );
}

/** A default as the page says it: "place of service office (the most common)". */
export function defaultWords(text: string): string {
  return plainWords(text)
    .replace("(not sent: ", "(")
    .replaceAll(/\bnot (?:sent|supplied)\b/g, "not entered");
}
