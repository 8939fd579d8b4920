import { useState } from "preact/hooks";
import { useWidth } from "../charts/axes.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import { labelOf } from "../words/names.ts";
import { extentText, memberColumns, standingText } from "./compare-section.tsx";
import type { ProviderRecord } from "./group-form.tsx";
import type { Price, Statistics } from "./rate-comparison.ts";
import { DOT_RADIUS, type StripFigures, type StripPrice, stripOf } from "./strip.ts";

interface DistributionProps {
  readonly lookup: Lookup;
  /** Records that match, compared or not. */
  readonly total: number;
  readonly members: number;
  readonly statistics: readonly Statistics[];
  readonly prices: readonly Price[];
  /** One provider was looked up, rather than a name. */
  readonly isOfOne: boolean;
  /** What the search knows of those that are compared. */
  readonly cities: readonly ProviderRecord[];
  readonly release: string | null;
}

/** How the prices of a group are spread, and where this provider stands among them. */
export function Distribution(props: DistributionProps) {
  const { lookup, total, members, statistics, prices, isOfOne, cities, release } = props;
  const ownKind = prices.find(({ isOwn, amount }) => isOwn && amount !== null)?.kind;
  const [chosenKind, setChosenKind] = useState<string | null>(null);
  const kind = chosenKind ?? ownKind ?? mostFrequent(statistics);
  const figures = statistics.find(({ payment_rate_type }) => payment_rate_type === kind);
  const priced = prices.filter((price) => price.amount !== null && price.kind === kind).sort(byRank);
  const withoutRate = prices.filter(({ amount }) => amount === null);
  const own = priced.filter(({ isOwn }) => isOwn);
  const areSame = figures?.minimum === figures?.maximum;
  const extent = extentText(total, members, withoutRate.length);

  if (figures === undefined) {
    return (
      <p role="status">
        {members === 0 ? "No provider meets these conditions; take one away." : `None of them has a rate. ${extent}`}
      </p>
    );
  }
  const title = `${labelOf(kind ?? "")}: ${figures.priced} prices`;
  return (
    <>
      {statistics.length < 2 ? null : (
        <div class="field kind-field">
          <label for="compare-kind">Kind of price</label>
          <select
            id="compare-kind"
            value={kind ?? ""}
            onChange={({ currentTarget }) => setChosenKind(currentTarget.value)}
          >
            {statistics.map(({ payment_rate_type, priced: count }) => (
              <option key={payment_rate_type} value={payment_rate_type}>
                {labelOf(payment_rate_type)} ({count})
              </option>
            ))}
          </select>
        </div>
      )}
      <div role="status" class="standing">
        {areSame ? null : own.map((price) => <p key={`${price.name} ${price.amount}`}>{standingText(price)}</p>)}
        {own.length > 1 ? <p class="hint">{SEVERAL}</p> : null}
        {isOfOne && own.length === 0 ? <p>{ownMissing(prices, total)}</p> : null}
        <p class="hint">{extent}</p>
      </div>
      <ChartFrame
        title={title}
        chart={
          areSame ? (
            <p class="all-same">
              {priced.length === 1 ? "One price" : `All ${priced.length} are paid the same`}:{" "}
              <b>{moneyText(figures.minimum)}</b>
            </p>
          ) : (
            <StripChart prices={priced.map(stripPrice)} figures={figuresOf(figures)} />
          )
        }
        table={
          <DataTable
            caption={`${title}, the lowest first`}
            columns={memberColumns(lookup, cities)}
            rows={[...priced, ...withoutRate]}
          />
        }
        source={["The same lookup at each provider", ...(release === null ? [] : [`Release ${release}`])].join(
          " \u00b7 ",
        )}
      />
    </>
  );
}

/** Said where a provider has several prices. */
const SEVERAL =
  "Every result of every provider counts as one price. Where the question can name one of them, such as a severity, name it to compare like with like.";

function ownMissing(prices: readonly Price[], total: number): string {
  const own = prices.find(({ isOwn }) => isOwn);
  if (own !== undefined) return `This provider has no rate of this kind.${own.whyNot === null ? "" : ` ${own.whyNot}`}`;
  return total > prices.length
    ? "This provider is not among those that are compared; narrow the group until it is."
    : "This provider does not meet the conditions of the group.";
}

function mostFrequent(statistics: readonly Statistics[]): string | null {
  const [first] = [...statistics].sort((one, other) => other.priced - one.priced);
  return first?.payment_rate_type ?? null;
}

function byRank(one: Price, other: Price): number {
  return (one.standing?.rank ?? 0) - (other.standing?.rank ?? 0);
}

function stripPrice({ amount, isOwn, name }: Price) {
  const digits = amount ?? "0";
  const label = isOwn ? [name === "" ? "this provider" : name, moneyText(digits)].join(" ") : null;
  return { amount: digits, label };
}

function figuresOf({ minimum, lower_quartile, median, upper_quartile, maximum }: Statistics) {
  const figure = (name: string, amount: string) => ({ name, amount, text: moneyText(amount) });
  return [
    figure("lowest", minimum),
    figure("lower quartile", lower_quartile),
    figure("median", median),
    figure("upper quartile", upper_quartile),
    figure("highest", maximum),
  ] as const;
}

interface StripChartProps {
  readonly prices: readonly StripPrice[];
  readonly figures: StripFigures;
}

/** The price of the provider is a diamond, so that it is found without its colour. */
const DIAMOND_RADIUS = DOT_RADIUS + 3;

/** How prices are spread. It says nothing to screen readers: the table beside it does. */
function StripChart({ prices, figures }: StripChartProps) {
  const { place, width } = useWidth();
  return (
    <div ref={place} class="strip-chart">
      {width === null ? null : <Drawing prices={prices} figures={figures} width={width} />}
    </div>
  );
}

function Drawing({ prices, figures, width }: StripChartProps & { readonly width: number }) {
  const strip = stripOf(prices, figures, width);
  const { top, baseline, quartiles } = strip;
  const own = strip.dots.filter(({ isOwn }) => isOwn);
  return (
    <svg viewBox={`0 0 ${width} ${strip.height}`} aria-hidden="true" focusable="false">
      <rect
        class="quartiles"
        x={quartiles.left}
        width={quartiles.right - quartiles.left}
        y={top}
        height={baseline - top}
      />
      <line class="median" x1={strip.median} x2={strip.median} y1={top} y2={baseline} />
      <line class="rule" x1={0} x2={width} y1={baseline} y2={baseline} />
      {strip.figures.map(({ x, textX, y, names, text }) => (
        <g key={names}>
          <line class="rule" x1={x} x2={x} y1={baseline} y2={Math.max(baseline + 6, y - 14)} />
          <text class="axis-text halo" x={textX} y={y} text-anchor="middle">
            {names}
          </text>
          <text class="halo" x={textX} y={y + 15} text-anchor="middle">
            {text}
          </text>
        </g>
      ))}
      {strip.dots.map(({ x, y, isOwn }, index) =>
        isOwn ? null : <circle key={String(index)} class="dot" cx={x} cy={y} r={DOT_RADIUS} />,
      )}
      {strip.own.map(({ x, y, text }) => (
        <line key={text} class="own-line" x1={x} x2={x} y1={y + 4} y2={baseline - DIAMOND_RADIUS} />
      ))}
      {strip.own.map(({ textX, y, text }) => (
        <text key={text} class="own-text halo" x={textX} y={y} text-anchor="middle">
          {text}
        </text>
      ))}
      {own.map(({ x, y }) => (
        <path key={`${x} ${y}`} class="own" d={diamond(x, y)} />
      ))}
    </svg>
  );
}

function diamond(x: number, y: number): string {
  const r = DIAMOND_RADIUS;
  return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
}
