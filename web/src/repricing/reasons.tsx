import { countText, plural } from "../../../src/core/text/plural.ts";
import type { NotComparedCode } from "../../../src/reprice/pricing/reason.ts";
import type { CatalogueState } from "../api/ready.ts";
import { Link } from "../parts/buttons.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import { labelOf, plainWords } from "../words/names.ts";
import { alternativeWords, comparedOf, titled } from "./compared.ts";
import { shortFault } from "./first-notice.tsx";
import { addressOfLine, defaultWords, lineColumns } from "./largest-differences.tsx";
import { notOwedWords, notPricedAndOwed, reasonsNotOwed } from "./not-owed.ts";
import { linesMessage, type ReasonWords, wordsOfNotCompared, wordsOfNotPriced } from "./reason-words.ts";
import { type ExampleLine, type FaultyLine, type Job, type RepricingSummary, useFirstFaults } from "./use-job.ts";

interface ReasonsProps {
  readonly job: Job;
  readonly summary: RepricingSummary;
  readonly states: readonly CatalogueState[];
}

/** Why lines have no price, what to add or check, and the first of these lines; the most frequent reason first. */
export function NotPriced({ job, summary, states }: ReasonsProps) {
  const reasons = summary.not_priced_by_reason;
  if (reasons.length === 0) return null;
  const notOwed = summary.not_priced - notPricedAndOwed(summary);
  return (
    <section class="step" aria-labelledby="not-priced-title">
      <h2 id="not-priced-title">Not priced</h2>
      {notOwed === 0 ? null : (
        <p class="hint">{`${countText(notOwed, "line")} of these ${plural(notOwed, "was", "were")} not owed by Medicaid, and ${plural(notOwed, "is", "are")} counted there.`}</p>
      )}
      {reasons.flatMap((reason) =>
        reason.messages.map(({ message, lookups, add, examples }) => (
          <ReasonGroup
            key={`${reason.code} ${message} ${add.join()}`}
            lines={lookups}
            words={wordsOfNotPriced(reason, add)}
            note={linesMessage(message)}
            examples={examples}
            job={job}
            states={states}
          />
        )),
      )}
    </section>
  );
}

const PAID_AT_ALTERNATIVE = "paid_at_alternative" satisfies NotComparedCode;

/** Lines that were paid at another published rate: no variance, and no lack of the line either. */
export function AtAlternative({ job, summary, states }: ReasonsProps) {
  const reason = summary.not_compared_by_reason?.find(({ code }) => code === PAID_AT_ALTERNATIVE);
  const compared = comparedOf(summary);
  if (reason === undefined || compared === null) return null;
  return (
    <section class="step" aria-labelledby="alternative-title">
      <h2 id="alternative-title">{titled(compared.word)} at another published rate</h2>
      <p>{alternativeWords(compared.atAlternative, compared.word)}</p>
      <ReasonGroup
        lines={reason.lines}
        words={wordsOfNotCompared(reason, compared.column)}
        note=""
        examples={reason.examples}
        job={job}
        states={states}
      />
    </section>
  );
}

/** Why lines with a price are not compared, and the first of these lines. What was not owed stands apart. */
export function NotCompared({ job, summary, states }: ReasonsProps) {
  const apart = new Set<string>([PAID_AT_ALTERNATIVE, ...(summary.not_owed ?? []).map(({ code }) => code)]);
  const reasons = (summary.not_compared_by_reason ?? []).filter(({ code }) => !apart.has(code));
  if (reasons.length === 0) return null;
  return (
    <section class="step" aria-labelledby="not-compared-title">
      <h2 id="not-compared-title">Priced, not compared</h2>
      {reasons.map((reason) => (
        <ReasonGroup
          key={reason.code}
          lines={reason.lines}
          words={wordsOfNotCompared(reason, summary.compared_with?.column ?? "")}
          note=""
          examples={reason.examples}
          job={job}
          states={states}
        />
      ))}
    </section>
  );
}

/** Lines that were not owed stand apart from those that cannot be compared. */
export function NotOwed({ job, summary, states }: ReasonsProps) {
  const words = notOwedWords(summary);
  if (words === null) return null;
  const listed = summary.not_compared_by_reason ?? [];
  return (
    <section class="step" aria-labelledby="not-owed-title">
      <h2 id="not-owed-title">Not owed</h2>
      <p>{words}</p>
      {reasonsNotOwed(summary).map((reason) => (
        <ReasonGroup
          key={reason.code}
          lines={reason.lines}
          words={{ what: reason.words, remedy: `${reason.meaning} ${reason.remedy}` }}
          note={`Paid ${moneyText(reason.paid)}; ${moneyText(reason.expected)} at the rate.`}
          examples={listed.find(({ code }) => code === reason.code)?.examples ?? []}
          job={job}
          states={states}
        />
      ))}
    </section>
  );
}

interface ReasonGroupProps {
  readonly lines: number;
  readonly words: ReasonWords;
  readonly note: string;
  readonly examples: readonly ExampleLine[];
  readonly job: Job;
  readonly states: readonly CatalogueState[];
}

const DETAIL: TableColumn<ExampleLine> = {
  title: "Reason",
  value: ({ detail }) => detail,
  cell: ({ detail }) => plainWords(detail ?? ""),
};

function ReasonGroup({ lines, words, note, examples, job, states }: ReasonGroupProps) {
  const columns: readonly TableColumn<ExampleLine>[] = [
    ...lineColumns(examples),
    ...(examples.some(({ detail }) => detail !== null) ? [DETAIL] : []),
    {
      title: "Look up",
      value: (line) => addressOfLine(line, job, states),
      cell: (line) => (
        <Link class="show-why" to={addressOfLine(line, job, states)}>
          Show why<span class="unseen"> for line {line.input_line}</span>
        </Link>
      ),
    },
  ];
  return (
    <div class="reason-group">
      <h3>
        {countText(lines, "line")}: {words.what}
      </h3>
      <p>{words.remedy}</p>
      {note === "" ? null : <p class="hint">{note}</p>}
      {examples.length === 0 ? null : (
        <details>
          <summary>{examples.length < lines ? `The first ${examples.length} of these lines` : "These lines"}</summary>
          <DataTable caption={`${countText(lines, "line")}: ${words.what}`} columns={columns} rows={examples} />
        </details>
      )}
    </div>
  );
}

const FAULT_COLUMNS: readonly TableColumn<FaultyLine>[] = [
  { title: "Line", value: ({ line }) => line, cell: ({ line }) => line, isFigure: true },
  { title: "Column", value: ({ columns }) => columns, cell: ({ columns }) => columns.replaceAll("|", ", ") },
  { title: "What is wrong", value: ({ reasons }) => reasons, cell: ({ reasons }) => shortFault(reasons) },
];

type Unread = Pick<RepricingSummary, "faulty" | "doubtful">;

/** Lines that were read in part are not rejected, and to be corrected all the same. */
function unreadTitle({ faulty, doubtful }: Unread): string {
  if (doubtful === 0) return "Rejected lines";
  return faulty === 0 ? "Lines read in part" : "Rejected lines, and lines read in part";
}

/** Every line once: "5 lines were rejected: ... 2 more lines were read in part: ... These 7 lines are to be corrected." */
export function unreadWords({ faulty, doubtful }: Unread): string {
  const were = (lines: number) => plural(lines, "was", "were");
  const rejected =
    faulty === 0
      ? []
      : [`${countText(faulty, "line")} ${were(faulty)} rejected: not readable as a claim, in no amount.`];
  const inPart = `${countText(doubtful, faulty === 0 ? "line" : "more line")} ${were(doubtful)} read in part: the units, an amount or a denial code cannot be read. Above, ${plural(doubtful, "it counts", "they count")} as not compared, not priced or compared, and not as rejected.`;
  return [...rejected, ...(doubtful === 0 ? [] : [inPart])].join(" ");
}

/** The lines that could not be read or compared, with the reasons. */
export function RejectedLines({ job, summary }: Omit<ReasonsProps, "states">) {
  const faults = useFirstFaults(job.faults);
  if (job.faults === null) return null;
  const all = summary.faulty + summary.doubtful;
  return (
    <section class="step" aria-labelledby="rejected-title">
      <h2 id="rejected-title">{unreadTitle(summary)}</h2>
      <p>
        {unreadWords(summary)}{" "}
        <a href={job.faults} download>
          Download {all === 1 ? "the line" : `the ${countText(all, "line")}`}
        </a>
        , correct {plural(all, "it", "them")} there, and reprice that file by itself.
      </p>
      {(summary.other_states ?? []).map(({ state, in_words }) => (
        <p key={state}>{in_words}</p>
      ))}
      {faults === null || faults.length === 0 ? null : (
        <DataTable
          caption={
            faults.length < all
              ? `The first ${countText(faults.length, "line")} to correct, of ${all.toLocaleString("en-US")}`
              : `${countText(all, "line")} to correct`
          }
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
  { title: "Default", value: ({ value }) => value, cell: ({ value }) => valueWords(value) },
  { title: "Why", value: ({ reason }) => reason, cell: ({ reason }) => defaultWords(reason) },
  { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
];

function valueWords(value: Assumption["value"]): string {
  if (value === null) return "(differs by line)";
  if (value === "true" || value === "false") return value === "true" ? "yes" : "no";
  return plainWords(value);
}

/** Defaults that prices rest on: another value could be another price. */
export function Defaults({ summary: { assumed } }: { readonly summary: RepricingSummary }) {
  if (assumed.length === 0) return null;
  return (
    <section class="step" aria-labelledby="assumed-title">
      <h2 id="assumed-title">Defaults</h2>
      <p>
        {plural(assumed.length, "This was not entered, so a default was", "These were not entered, so defaults were")}{" "}
        used. Add a column for one to decide it line by line.
      </p>
      <DataTable caption="Defaults that prices rest on" columns={ASSUMED_COLUMNS} rows={assumed} />
    </section>
  );
}
