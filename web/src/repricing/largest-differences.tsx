import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { countText, plural } from "../../../src/core/text/plural.ts";
import type { Variances } from "../../../src/reprice/report/summary.ts";
import type { CatalogueState, ReleaseInService } from "../api/ready.ts";
import { bodyOf, useAnswer } from "../api/use-answer.ts";
import { addressOfLookup } from "../look-up/lookup.ts";
import { Link } from "../parts/buttons.tsx";
import { DataTable, ROWS_PER_PAGE, type TableColumn, type TableView } from "../parts/data-table.tsx";
import { ProblemNotice, Waiting } from "../parts/notice.tsx";
import { Pages } from "../parts/pages.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import { faultWords, plainWords } from "../words/names.ts";
import { AppealPacket, NO_LINES, packetColumn, takebacksText } from "./appeal-packet.tsx";
import { type ComparedWord, comparedWord, titled } from "./compared.ts";
import {
  type Difference,
  filtered,
  filterText,
  type LineFilter,
  listedText,
  notesOf,
  reasonText,
  type VarianceLine,
  variancesPath,
} from "./line-filter.ts";
import { lookupOf } from "./order-state.ts";
import type { ExampleLine, Job, RepricingSummary } from "./use-job.ts";

interface LargestDifferencesProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
  readonly inService: ReleaseInService | null;
  readonly filter: LineFilter | null;
  /** Order and page of the list. */
  readonly view: TableView;
  readonly onFilter: (filter: LineFilter | null) => void;
  readonly onView: (view: TableView) => void;
}

type LinkedLine = Pick<ExampleLine, "lookup" | "units" | "billed" | "is_billed_below_rate">;

/** The address of the lookup of a line, with its units, and what was billed if that limits what is expected: the price there is that of the line. */
export function addressOfLine(
  { lookup, units, billed, is_billed_below_rate }: LinkedLine,
  job: Pick<Job, "state" | "setting">,
  states: readonly CatalogueState[],
): string {
  const target = lookupOf(job, states);
  if (target === null) return "/";
  return addressOfLookup({
    ...{ ...target, fields: lookup },
    units: units === null || units === "1" ? "" : units,
    billed: is_billed_below_rate ? (billed ?? "") : "",
  });
}

type FoundLine = Omit<ExampleLine, "groups" | "detail">;

/** Columns by which an analyst finds a line again: the claim, the provider and the code. */
const LINE_COLUMNS: readonly (TableColumn<FoundLine> & { readonly isLeftOutIfEmpty?: true })[] = [
  {
    title: "Claim",
    value: ({ claim }) => claim,
    cell: ({ claim }) => <span class="code">{claim ?? ""}</span>,
    isLeftOutIfEmpty: true,
  },
  {
    title: "Payer's claim",
    value: ({ payer_claim }) => payer_claim,
    cell: ({ payer_claim }) => <span class="code">{payer_claim ?? ""}</span>,
    isLeftOutIfEmpty: true,
  },
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
  {
    title: "Billed",
    value: ({ billed }) => billed,
    cell: ({ billed }) => (billed === null ? "" : moneyText(billed)),
    isFigure: true,
    isLeftOutIfEmpty: true,
  },
];

/** Those columns of a list; `lines`: that it has, null where it can have any. */
export function lineColumns(lines: readonly FoundLine[] | null): readonly TableColumn<FoundLine>[] {
  return LINE_COLUMNS.filter(
    ({ value, isLeftOutIfEmpty }) => !isLeftOutIfEmpty || (lines?.some((line) => value(line) !== null) ?? true),
  );
}

/** What was compared, what is expected, and the variance. */
function amountColumns(word: ComparedWord): readonly TableColumn<VarianceLine>[] {
  return [
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
  ];
}

const REASON = "Reason";

/** The titles by which the list of variances sorts; `lines`: that it has, null where it can have any. */
export function titlesOfList(lines: readonly FoundLine[] | null, word: ComparedWord): readonly string[] {
  return [...lineColumns(lines).map(({ title }) => title), ...amountColumns(word).map(({ title }) => title), REASON];
}

/** The lines with a variance, the largest first, filtered by what is chosen in the charts; how each was priced is behind a click. */
export function LargestDifferences(props: LargestDifferencesProps) {
  const { summary } = props;
  const largest = summary.largest_differences ?? [];
  const total = (summary.underpaid?.lines ?? 0) + (summary.overpaid?.lines ?? 0);
  if (largest.length === 0) return null;
  // A short list is in the summary, and a long one is paged from the results.
  return total > largest.length ? (
    <PagedVariances {...props} largest={largest} total={total} />
  ) : (
    <WholeVariances {...props} largest={largest} total={total} />
  );
}

interface VariancesProps extends LargestDifferencesProps {
  readonly largest: readonly Difference[];
  readonly total: number;
}

function WholeVariances(props: VariancesProps) {
  const { largest, filter, total, summary } = props;
  const rows = filtered(largest, filter);
  const foundText = filter === null ? null : listedText(filter, comparedWord(summary), rows.length);
  const intro = `All ${countText(total, "line")} with a variance, the largest first.`;
  return <VarianceList {...props} rows={rows} intro={intro} found={foundText} />;
}

/** A page of the list, from the service. What was shown before stays until the next page is there. */
function PagedVariances(props: VariancesProps) {
  const { job, summary, filter, view, onView, largest, total } = props;
  const { page } = view;
  const request = useAnswer<Variances>(variancesPath(job, summary, filter, page));
  const answered = bodyOf(request);
  const known = new Map(largest.map((line) => [line.input_line, line]));
  const rows = (answered?.lines ?? []).map((line): VarianceLine => {
    const assumed = known.get(line.input_line)?.assumed;
    return assumed === undefined ? line : { ...line, assumed };
  });
  const found = answered?.total ?? 0;
  const left = answered?.left ?? 0;
  const beyond =
    left === 0
      ? ""
      : ` ${countText(left, "smaller one")} ${plural(left, "is", "are")} in the workbook and the results.`;
  const intro = `${countText(total, "line")} with a variance, the largest first.${beyond}`;
  const foundText = filter === null || answered === null ? null : listedText(filter, comparedWord(summary), found);
  const first = (page - 1) * ROWS_PER_PAGE + 1;
  const last = Math.min(page * ROWS_PER_PAGE, found);
  const isPaged = found > ROWS_PER_PAGE;
  return (
    <VarianceList
      {...props}
      rows={rows}
      intro={`${intro} A heading sorts the lines of its page.`}
      found={foundText}
      // The table has this page alone.
      view={{ ...view, page: 1 }}
      onView={({ sort }) => onView({ sort, page })}
    >
      {request.state === "answered" && !request.answer.ok ? <ProblemNotice problem={request.answer.problem} /> : null}
      {answered === null && request.state === "waiting" ? <Waiting of={request} what="Listing the lines" /> : null}
      {isPaged ? (
        <Pages
          label="Pages of the lines"
          shown={`Lines ${first.toLocaleString("en-US")} to ${last.toLocaleString("en-US")} of ${found.toLocaleString("en-US")}`}
          size={ROWS_PER_PAGE}
          previous={page === 1 ? null : () => onView({ ...view, page: page - 1 })}
          next={last >= found ? null : () => onView({ ...view, page: page + 1 })}
        />
      ) : null}
    </VarianceList>
  );
}

interface VarianceListProps extends VariancesProps {
  readonly rows: readonly VarianceLine[];
  readonly intro: string;
  /** How many lines the filter leaves; null without one. */
  readonly found: string | null;
  /** The pages; absent where the table has all. */
  readonly children?: ComponentChildren;
}

function VarianceList(props: VarianceListProps) {
  const { job, summary, states, inService, filter, view, onFilter, onView, rows, intro, found, children } = props;
  const [chosen, setChosen] = useState(NO_LINES);
  const word = comparedWord(summary);
  const columns: readonly TableColumn<VarianceLine>[] = [
    packetColumn(chosen, setChosen),
    ...lineColumns(rows),
    ...amountColumns(word),
    {
      title: REASON,
      value: (row) => reasonText(row, word),
      cell: (row) => (
        <div class="reason-cell">
          {plainWords(reasonText(row, word))}{" "}
          <Details row={row} notes={notesOf(row, word)} address={addressOfLine(row, job, states)} />
        </div>
      ),
    },
  ];
  return (
    <section class="step" aria-labelledby="largest-title">
      <h2 id="largest-title">Lines with a variance</h2>
      <p class="hint">{intro}</p>
      {filter === null ? null : (
        <p role="status" class="filter">
          {`${found ?? `Only ${filterText(filter, word)}`} `}
          <button type="button" onClick={() => onFilter(null)}>
            Show all
          </button>
        </p>
      )}
      <AppealPacket
        job={job}
        lines={rows}
        word={word}
        ofTakebacks={takebacksText(summary)}
        chosen={chosen}
        inService={inService}
        onChoose={setChosen}
      />
      {rows.length === 0 && children === undefined ? (
        <p>No line with a variance is among them.</p>
      ) : rows.length === 0 ? null : (
        <div class="variances">
          <DataTable
            caption="List of the lines with a variance"
            columns={columns}
            rows={rows}
            keyOf={({ input_line }) => input_line}
            view={view}
            onView={onView}
            areCards
          />
        </div>
      )}
      {children}
    </section>
  );
}

interface DetailsProps {
  readonly row: VarianceLine;
  readonly notes: readonly string[];
  readonly address: string;
}

function Details({ row, notes, address }: DetailsProps) {
  const { formula, assumed = [], input_line, provider } = row;
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
            <dd>{notes.map((note) => faultWords(note, [])).join(" ")}</dd>
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
