import { useState } from "preact/hooks";
import type { LinesAndAmount } from "../../../src/reprice/pricing/payment-comparison.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { differenceText, moneyText } from "../words/amount.ts";
import { countText, labelOf } from "../words/names.ts";
import {
  type Compared,
  type ComparedRow,
  comparedOf,
  comparedRows,
  comparedWord,
  comparedWords,
  titled,
} from "./compared.ts";
import { chartedGroups, DifferenceChart } from "./difference-chart.tsx";
import type { Group, RepricingSummary } from "./use-job.ts";

/** The lines added up by the requested groupings, one at a time. */
export function Totals({ summary, source }: { readonly summary: RepricingSummary; readonly source: string }) {
  const { totals } = summary;
  const [chosen, setChosen] = useState(0);
  const total = totals[chosen];
  if (total === undefined) return null;
  const { by, groups, groups_total } = total;
  const isCompared = summary.underpaid !== undefined;
  const title = isCompared ? `Under- and overpaid by ${nameOf(by)}` : `Expected by ${nameOf(by)}`;
  const charted = isCompared ? chartedGroups(by, groups) : [];
  const table = (
    <DataTable
      key={by}
      caption={title}
      columns={columnsOf(by, groups, isCompared ? comparedWord(summary) : null)}
      rows={groups}
    />
  );
  const note =
    groups_total > groups.length
      ? ` The ${groups.length.toLocaleString("en-US")} groups where most is missing, of ${groups_total.toLocaleString("en-US")}: the workbook has all.`
      : "";
  const left =
    charted.length < groups.length
      ? ` ${charted.length} of ${countText(groups_total, "group")} drawn: the table has the others.`
      : "";
  return (
    <section class="step" aria-labelledby="totals-title">
      <h2 id="totals-title">Where it is</h2>
      {totals.length < 2 ? null : (
        <fieldset class="totals-choice">
          <legend class="unseen">Add up by</legend>
          {totals.map((each, place) => (
            <label key={each.by} class="box">
              <input type="radio" name="totals" checked={place === chosen} onChange={() => setChosen(place)} /> By{" "}
              {nameOf(each.by)}
            </label>
          ))}
        </fieldset>
      )}
      {charted.length === 0 ? (
        <>
          {table}
          <p class="source-line">{`${source}.${note}`}</p>
        </>
      ) : (
        <ChartFrame
          key={by}
          title={title}
          chart={<DifferenceChart groups={charted} />}
          table={table}
          source={`${source}.${left}${note}`}
        />
      )}
    </section>
  );
}

/** `code` is ours and stands in a sentence; a heading of the file is quoted as it is. */
function nameOf(by: string): string {
  return by === by.toLowerCase() ? by.replaceAll("_", " ") : by;
}

/** `word`: what was compared; null where nothing was. */
function columnsOf(
  by: string,
  groups: readonly Group[],
  word: "paid" | "allowed" | null,
): readonly TableColumn<Group>[] {
  const money = (title: string, of: (group: Group) => string | undefined): TableColumn<Group> => ({
    title,
    value: (group) => of(group) ?? null,
    cell: (group) => moneyText(of(group) ?? ""),
    isFigure: true,
  });
  const count = (title: string, of: (group: Group) => number | undefined): TableColumn<Group> => ({
    title,
    value: (group) => of(group) ?? null,
    cell: (group) => (of(group) ?? 0).toLocaleString("en-US"),
    isFigure: true,
  });
  const isLabelled = groups.some(({ label }) => label !== undefined);
  return [
    { title: labelOf(by), value: ({ key }) => key, cell: ({ key }) => <span class="code">{key}</span> },
    ...(isLabelled ? [{ title: "Name", value: named, cell: named }] : []),
    count("Lines", ({ lines }) => lines),
    count("Not priced", ({ not_priced }) => not_priced),
    money("Expected", ({ expected }) => expected),
    ...(word !== null
      ? [
          count("Compared", ({ compared }) => compared),
          money(titled(word), ({ paid }) => paid),
          money("Underpaid", ({ underpaid }) => underpaid?.amount),
          money(`${titled(word)} nothing, of the underpaid`, ({ paid_nothing }) => paid_nothing?.amount),
          money("Overpaid", ({ overpaid }) => overpaid?.amount),
          {
            ...money("Difference", ({ difference }) => difference),
            cell: ({ difference }: Group) => differenceText(difference ?? ""),
          },
          count("Lines taken back", ({ taken_back }) => taken_back?.lines),
          money("Taken back", ({ taken_back }) => taken_back?.amount),
        ]
      : []),
    ...(groups.some(({ modifier_not_priced }) => modifier_not_priced.lines > 0)
      ? [
          count("Lines, modifier not priced", ({ modifier_not_priced }) => modifier_not_priced.lines),
          money("Modifier not priced, at the rate", ({ modifier_not_priced }) => modifier_not_priced.amount),
        ]
      : []),
  ];
}

function named({ label }: Group): string {
  return label ?? "";
}

const COLUMNS: readonly TableColumn<ComparedRow>[] = [
  { title: "What", value: ({ what }) => what, cell: ({ what }) => what },
  { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
  {
    title: "Dollars",
    value: ({ dollars }) => dollars,
    cell: ({ dollars, isDifference }) =>
      dollars === null ? "" : isDifference ? differenceText(dollars) : moneyText(dollars),
    isFigure: true,
  },
];

/** What was paid beside what should have been, all lines together: in words, and as a table to take along. */
export function ComparedTotals({ summary }: { readonly summary: RepricingSummary }) {
  const compared = comparedOf(summary);
  if (compared === null) return null;
  return (
    <section class="step" aria-labelledby="compared-title">
      <h2 id="compared-title">What was compared</h2>
      {comparedWords(compared).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <DataTable caption="What was paid and what is expected" columns={COLUMNS} rows={comparedRows(compared)} />
    </section>
  );
}

interface Verdict {
  readonly name: string;
  readonly kind: "under" | "over" | "plain";
  readonly figure: string;
  readonly lines: string;
}

/** The verdicts on the lines, in an analyst's order of questions. */
function verdictsOf(summary: RepricingSummary): readonly Verdict[] {
  const { not_priced, faulty, priced, total, modifier_not_priced: modifierNotPriced } = summary;
  const found = comparedOf(summary);
  const counted = (name: string, lines: number): Verdict => ({
    name,
    kind: "plain",
    figure: lines.toLocaleString("en-US"),
    lines: lines === 1 ? "line" : "lines",
  });
  const dollars = (name: string, { lines, amount }: LinesAndAmount): Verdict => ({
    name,
    kind: "plain",
    figure: moneyText(amount),
    lines: countText(lines, "line"),
  });
  const compared: readonly Verdict[] =
    found === null
      ? [{ name: "Expected in all", kind: "plain", figure: moneyText(total), lines: countText(priced, "line") }]
      : [
          {
            name: "+ Underpaid",
            kind: "under",
            figure: moneyText(found.underpaid.amount),
            lines: withPaidNothing(found),
          },
          {
            name: "\u2212 Overpaid",
            kind: "over",
            figure: moneyText(found.overpaid.amount),
            lines: countText(found.overpaid.lines, "line"),
          },
          counted("As expected", found.asExpected.lines),
          ...(found.takenBack.lines === 0 ? [] : [dollars("Taken back", found.takenBack)]),
          ...(found.notCompared === 0 ? [] : [counted("Not compared", found.notCompared)]),
        ];
  const unpriced = modifierNotPriced.lines === 0 ? [] : [dollars("Modifier not priced", modifierNotPriced)];
  return [...compared, ...unpriced, counted("Not priced", not_priced), counted("Faulty", faulty)];
}

/** A denial is another matter than a wrong rate. */
function withPaidNothing({ underpaid, paidNothing, word }: Compared): string {
  const lines = countText(underpaid.lines, "line");
  return paidNothing.lines === 0 ? lines : `${lines}, ${paidNothing.lines.toLocaleString("en-US")} ${word} nothing`;
}

/** Large, with words and signs: the colours say it once more. */
export function VerdictFigures({ summary }: { readonly summary: RepricingSummary }) {
  return (
    <dl class="verdicts">
      {verdictsOf(summary).map(({ name, kind, figure, lines }) => (
        <div key={name} class={`verdict verdict-${kind}`}>
          <dt>{name}</dt>
          <dd>
            <span class="verdict-figure">{figure}</span> <span class="hint">{lines}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
