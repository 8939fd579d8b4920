import { sum } from "../../../src/core/money/arithmetic.ts";
import { factor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";
import { capital } from "../../../src/core/text/labels.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { differenceText, moneyText, unbrokenText } from "../words/amount.ts";
import { takebacksText } from "./appeal-packet.tsx";
import {
  type ComparedRow,
  type ComparedWord,
  comparedOf,
  comparedRows,
  comparedWord,
  comparedWords,
  deniedWords,
  titled,
} from "./compared.ts";
import { groupFilter, type LineFilter, nameOf, SCATTER, titleOf } from "./line-filter.ts";
import { byVariance, isSame, type Point, ScatterChart } from "./scatter-chart.tsx";
import type { Group, RepricingSummary } from "./use-job.ts";
import { VarianceChart } from "./variance-chart.tsx";
import { chartedGroups, MONTH, monthName } from "./variance-layout.ts";

interface TotalsProps {
  readonly summary: RepricingSummary;
  readonly source: string;
  /** What the chart is by. */
  readonly chart: string;
  readonly filter: LineFilter | null;
  readonly onChart: (chart: string) => void;
  readonly onFilter: (filter: LineFilter | null) => void;
}

/** The variance by code, provider, month or a column of the file, or paid against expected: one at a time. */
export function Totals({ summary, source, chart, filter, onChart, onFilter }: TotalsProps) {
  const { totals, points = [] } = summary;
  const isCompared = (summary.compared ?? 0) > 0;
  const choices = [...totals.map(({ by }) => by), ...(points.length === 0 ? [] : [SCATTER])];
  const place = totals.findIndex(({ by }) => by === chart);
  if (choices.length === 0 || summary.priced === 0) return null;
  return (
    <section class="step" aria-labelledby="totals-title">
      <h2 id="totals-title">{isCompared ? "Variance by" : "Expected by"}</h2>
      {choices.length < 2 ? null : (
        <fieldset class="totals-choice">
          <legend class="unseen">{isCompared ? "Variance by" : "Expected by"}</legend>
          {choices.map((by) => (
            <label key={by} class="box">
              <input type="radio" name="totals" checked={by === chart} onChange={() => onChart(by)} />{" "}
              {by === SCATTER ? `${titled(comparedWord(summary))} against expected` : titleOf(by)}
            </label>
          ))}
        </fieldset>
      )}
      {place < 0 ? (
        <Scatter summary={summary} points={points} source={source} filter={filter} onFilter={onFilter} />
      ) : (
        <GroupTotals key={chart} place={place} summary={summary} source={source} filter={filter} onFilter={onFilter} />
      )}
    </section>
  );
}

type ChartProps = Omit<TotalsProps, "chart" | "onChart">;

function GroupTotals({ place, summary, source, filter, onFilter }: ChartProps & { readonly place: number }) {
  const total = summary.totals[place];
  if (total === undefined) return null;
  const { by, groups, groups_total } = total;
  // Lines that were all left out of the comparison have no variance.
  const isCompared = (summary.compared ?? 0) > 0;
  const title = `${isCompared ? "Variance by" : "Expected by"} ${nameOf(by)}`;
  const charted = isCompared ? chartedGroups(by, groups) : [];
  const table = (
    <div class="totals-table">
      <DataTable
        caption={title}
        columns={columnsOf(by, groups, isCompared ? comparedWord(summary) : null)}
        rows={groups}
        areCards
      />
    </div>
  );
  const note =
    groups_total > groups.length
      ? ` The ${groups.length.toLocaleString("en-US")} groups where most is owed, of ${groups_total.toLocaleString("en-US")}: the workbook has all.`
      : "";
  const left =
    charted.length < groups.length
      ? ` ${charted.length} of ${countText(groups_total, "group")} drawn: the table has the others.`
      : "";
  if (charted.length === 0) {
    return (
      <>
        {table}
        <p class="source-line">{`${source}.${note}`}</p>
      </>
    );
  }
  const picked = filter?.kind === "group" && filter.place === place ? filter.key : null;
  const pick = (key: string) => onFilter(picked === key ? null : groupFilter(summary.totals, place, key));
  return (
    <ChartFrame
      title={title}
      chart={<VarianceChart title={title} by={by} groups={charted} picked={picked} onPick={pick} />}
      table={table}
      source={`${source}.${left}${note}`}
    />
  );
}

interface ScatterProps extends ChartProps {
  readonly points: readonly Point[];
}

function Scatter({ summary, points, source, filter, onFilter }: ScatterProps) {
  const word = comparedWord(summary);
  const title = `${titled(word)} against expected`;
  const left = summary.points_left ?? 0;
  const picked = filter?.kind === "point" ? filter.point : null;
  const pick = (point: Point) => onFilter(picked !== null && isSame(picked, point) ? null : { kind: "point", point });
  return (
    <ChartFrame
      title={title}
      chart={<ScatterChart title={title} word={word} points={points} picked={picked} onPick={pick} />}
      table={<DataTable caption={title} columns={pointColumns(word)} rows={byVariance(points)} />}
      source={`${source}. A larger dot is more lines.${left === 0 ? "" : ` ${countText(left, "line")} not drawn: the results have them.`}`}
    />
  );
}

function pointColumns(word: ComparedWord): readonly TableColumn<Point>[] {
  return [
    {
      title: titled(word),
      value: ({ paid }) => paid,
      cell: ({ paid }) => moneyText(paid),
      isFigure: true,
    },
    {
      title: "Expected",
      value: ({ expected }) => expected,
      cell: ({ expected }) => moneyText(expected),
      isFigure: true,
    },
    { title: "Lines", value: ({ lines }) => lines, cell: ({ lines }) => lines.toLocaleString("en-US"), isFigure: true },
  ];
}

/** `word`: what was compared; null where nothing was. */
export function columnsOf(
  by: string,
  groups: readonly Group[],
  word: ComparedWord | null,
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
  // A column of zeros says nothing.
  const where = (columns: readonly TableColumn<Group>[], of: (group: Group) => number | undefined) =>
    groups.some((group) => (of(group) ?? 0) > 0) ? columns : [];
  const isLabelled = groups.some(({ label }) => label !== undefined);
  return [
    {
      title: titleOf(by),
      value: ({ key }) => key,
      cell: ({ key }) => (by === MONTH && key !== "(none)" ? monthName(key) : <span class="code">{key}</span>),
    },
    ...(isLabelled ? [{ title: "Name", value: labelIn, cell: labelIn }] : []),
    count("Lines", ({ lines }) => lines),
    ...where([count("Not priced", ({ not_priced }) => not_priced)], ({ not_priced }) => not_priced),
    money(word === null ? "Expected" : "Expected, all lines", ({ expected }) => expected),
    ...(word !== null
      ? [
          count("Compared", ({ compared }) => compared),
          money("Expected of compared", expectedOfCompared),
          money(`${titled(word)} of compared`, ({ paid }) => paid),
          money("Owed to us", ({ underpaid }) => underpaid?.amount),
          ...where(
            [money(`${capital(deniedWords(word))}, of those owed`, ({ paid_nothing }) => paid_nothing?.amount)],
            ({ paid_nothing }) => paid_nothing?.lines,
          ),
          money("May be asked back", ({ overpaid }) => overpaid?.amount),
          {
            ...money("Variance", ({ difference }) => difference),
            cell: ({ difference }: Group) => differenceText(difference ?? ""),
          },
          ...where(
            [
              count("Lines of takebacks", ({ taken_back }) => taken_back?.lines),
              money("Takeback", ({ taken_back }) => taken_back?.amount),
            ],
            ({ taken_back }) => taken_back?.lines,
          ),
        ]
      : []),
    ...where(
      [
        count("Lines, modifier not priced", ({ modifier_not_priced }) => modifier_not_priced.lines),
        money("Modifier not priced, at the rate", ({ modifier_not_priced }) => modifier_not_priced.amount),
      ],
      ({ modifier_not_priced }) => modifier_not_priced.lines,
    ),
  ];
}

/** Expected minus paid is the variance: what is compared adds up across a row. */
function expectedOfCompared({ paid, difference }: Group): string | undefined {
  if (paid === undefined || difference === undefined) return undefined;
  return dollarText(sum(factor(paid), factor(difference)));
}

function labelIn({ label }: Group): string {
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

function paidWithTakebacksText({ paid_with_takebacks: found }: RepricingSummary): string | null {
  return found === undefined || found.lines === 0 ? null : found.in_words;
}

/** What was paid beside what is expected, all lines together: in words, and as a table. */
export function ComparedTotals({ summary }: { readonly summary: RepricingSummary }) {
  const compared = comparedOf(summary);
  if (compared === null || compared.lines === 0) return null;
  return (
    <section class="step" aria-labelledby="compared-title">
      <h2 id="compared-title">What was compared</h2>
      {[...comparedWords(compared), takebacksText(summary) ?? [], paidWithTakebacksText(summary) ?? []]
        .flat()
        .map((sentence) => (
          <p key={sentence}>{unbrokenText(sentence)}</p>
        ))}
      <DataTable
        caption={`What was ${compared.word} and what is expected`}
        columns={COLUMNS}
        rows={comparedRows(compared)}
      />
    </section>
  );
}
