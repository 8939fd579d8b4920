import { useState } from "preact/hooks";
import { type BesidePrice, medicareName, medicareSentence } from "../../../src/answers/benchmark/words.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { goTo } from "../address.ts";
import { useWidth } from "../charts/axes.ts";
import { ChartReader } from "../charts/chart-reader.tsx";
import { medicareNames } from "../charts/medicare.ts";
import { addressOfLookup, type Lookup } from "../look-up/lookup.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable } from "../parts/data-table.tsx";
import { moneyText } from "../words/amount.ts";
import { labelOf, ratesText } from "../words/names.ts";
import { priceWords, type ShownPrice } from "../words/price.ts";
import { extentText, memberColumns, standingText } from "./compare-section.tsx";
import type { ProviderRecord } from "./groups.ts";
import { lookupAt, type Price, type Statistics } from "./rate-comparison.ts";
import { DOT_RADIUS, type StripFigure, type StripFigures, type StripPrice, stripOf } from "./strip.ts";

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
  const ownKind = prices.find(({ isOwn, price }) => isOwn && price !== null)?.kind;
  const [chosenKind, setChosenKind] = useState<string | null>(null);
  const counts = countsOf(prices);
  const kind = chosenKind ?? ownKind ?? counts[0]?.kind ?? null;
  const priced = prices.filter((price): price is Priced => price.price !== null && price.kind === kind).sort(byPrice);
  const withoutRate = prices.filter(({ price }) => price === null);
  const own = priced.filter(({ isOwn }) => isOwn);
  const [lowest, highest] = [priced[0], priced.at(-1)];
  const extent = extentText(total, members, withoutRate.length);

  if (lowest === undefined || highest === undefined) {
    return (
      <p role="status">
        {members === 0 ? "No provider meets these conditions; take one away." : `None of them has a rate. ${extent}`}
      </p>
    );
  }
  const figures = statistics.find(({ payment_rate_type }) => payment_rate_type === kind);
  const areSame = lowest.price.digits === highest.price.digits;
  const mark = lowest.price.unit === "dollars" ? medicareMark(own, priced) : null;
  const title = `${labelOf(kind ?? "")}: ${countText(priced.length, "rate")}`;
  return (
    <>
      {counts.length < 2 ? null : (
        <div class="field kind-field">
          <label for="compare-kind">Kind of price</label>
          <select
            id="compare-kind"
            value={kind ?? ""}
            onChange={({ currentTarget }) => setChosenKind(currentTarget.value)}
          >
            {counts.map(({ kind: each, count }) => (
              <option key={each} value={each}>
                {labelOf(each)} ({count})
              </option>
            ))}
          </select>
        </div>
      )}
      <div role="status" class="standing">
        {areSame
          ? null
          : own.map((price) => (
              <p key={`${price.name} ${price.price.digits}`}>
                {standingText(price) || rangeText(price, lowest, highest, priced.length)}
              </p>
            ))}
        {own.length > 1 ? <p class="hint">{SEVERAL}</p> : null}
        {isOfOne && own.length === 0 ? <p>{ownMissing(prices, total)}</p> : null}
        {mark === null ? null : <p class="medicare-line">{medicareWords(mark, priced)}</p>}
        <p class="hint">{extent}</p>
      </div>
      <ChartFrame
        title={title}
        chart={
          areSame ? (
            <p class="all-same">
              {priced.length === 1 ? "One rate" : `All ${priced.length} are paid the same`}:{" "}
              <b>{priceWords(lowest.price)}</b>
            </p>
          ) : (
            <StripChart
              title={title}
              prices={priced}
              figures={figures === undefined ? endsOf(lowest, highest) : figuresOf(figures)}
              mark={
                mark === null ? null : { name: medicareName(mark), amount: mark.amount, text: moneyText(mark.amount) }
              }
              onChoose={({ identifiers }) => goTo(addressOfLookup(lookupAt(lookup, identifiers)))}
            />
          )
        }
        table={
          <DataTable
            caption={`${title}, the lowest first`}
            columns={memberColumns(
              lookup,
              cities,
              mark === null ? null : medicareNames(priced.flatMap(({ medicare }) => medicare ?? [])),
            )}
            rows={[...priced, ...withoutRate]}
          />
        }
        source={["The same claim at each provider", ...(release === null ? [] : [ratesText(release)])].join(" \u00b7 ")}
      />
    </>
  );
}

/**
 * What Medicare pays at this provider; without one, what it pays at all of them, if that is the same. A share is only of this
 * provider, and one price that includes the facility decides what the mark is called.
 */
function medicareMark(own: readonly Price[], prices: readonly Price[]): MedicareMark | null {
  const paidIn = (those: readonly Price[]) =>
    those.flatMap(({ medicare }) =>
      medicare?.payment_rate == null ? [] : { ...medicare, amount: medicare.payment_rate },
    );
  const [atOwn] = paidIn(own);
  if (atOwn !== undefined) return { ...atOwn, where: " at this provider" };
  const all = paidIn(prices);
  const everywhere = all.find(({ medicaid_includes_facility }) => medicaid_includes_facility) ?? all[0];
  if (everywhere === undefined || all.some(({ amount }) => amount !== everywhere.amount)) return null;
  return { ...everywhere, ratio: null, where: " at each of them" };
}

interface MedicareMark extends BesidePrice {
  readonly amount: string;
  readonly where: string;
}

/** "Medicare pays $89.24 at this provider; Medicaid pays 103.62 % of it." And the span of Medicare's prices where they differ. */
function medicareWords(mark: MedicareMark, prices: readonly Price[]): string {
  const sentence = medicareSentence(mark, moneyText(mark.amount), mark.where);
  const paid = prices.flatMap(({ medicare }) => medicare?.payment_rate ?? []).sort((a, b) => Number(a) - Number(b));
  const [least, most] = [paid[0] ?? mark.amount, paid.at(-1) ?? mark.amount];
  return least === most
    ? sentence
    : `${sentence} Its price depends on the place: ${moneyText(least)} to ${moneyText(most)}.`;
}

/** A result of the comparison that has a rate. */
type Priced = Price & { readonly price: ShownPrice };

/** The kinds of rates that there are, the most frequent first. */
function countsOf(prices: readonly Price[]): readonly { readonly kind: string; readonly count: number }[] {
  const kinds = prices.flatMap(({ kind, price }) => (kind === null || price === null ? [] : [kind]));
  return [...Map.groupBy(kinds, (kind) => kind)]
    .map(([kind, all]) => ({ kind, count: all.length }))
    .sort((one, other) => other.count - one.count);
}

/** "34.03 % of billed charges; the 34 rates go from 29.21 % to 66.71 %." Percentages have no rank in the API's answer. */
export function rangeText(
  { name, price }: Pick<Priced, "name" | "price">,
  lowest: Pick<Priced, "price">,
  highest: Pick<Priced, "price">,
  count: number,
): string {
  const which = name === "" ? "" : `${name}: `;
  return `${which}${priceWords(price)}; the ${countText(count, "rate")} go from ${lowest.price.text} to ${highest.price.text}.`;
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

/** By the API's ranks; percentages, which have none, by their digits. */
function byPrice(one: Priced, other: Priced): number {
  if (one.standing !== null && other.standing !== null) return one.standing.rank - other.standing.rank;
  return Number(one.price.digits) - Number(other.price.digits);
}

function stripPrice({ price, isOwn, name }: Priced): StripPrice {
  const label = isOwn ? [name === "" ? "this provider" : name, price.text].join(" ") : null;
  return { amount: price.digits, label };
}

/** What a dot is: "Peach Blossom Regional Hospital: 34.03 % of billed charges", with its rank where it has one. */
function dotText({ provider, name, price, standing }: Priced): string {
  const rank = standing === null ? "" : `, rank ${standing.rank} of ${standing.of}`;
  return `${provider}${name === "" ? "" : `, ${name}`}: ${priceWords(price)}${rank}`;
}

function figuresOf({ minimum, lower_quartile, median, upper_quartile, maximum }: Statistics): StripFigures {
  const figure = (name: string, amount: string) => ({ name, amount, text: moneyText(amount) });
  return [
    figure("lowest", minimum),
    figure("lower quartile", lower_quartile),
    figure("median", median),
    figure("upper quartile", upper_quartile),
    figure("highest", maximum),
  ];
}

function endsOf(lowest: Priced, highest: Priced): StripFigures {
  const figure = (name: string, { price: { digits, text } }: Priced) => ({ name, amount: digits, text });
  return [figure("lowest", lowest), figure("highest", highest)];
}

interface StripChartProps {
  readonly title: string;
  /** The lowest first. */
  readonly prices: readonly Priced[];
  readonly figures: StripFigures;
  readonly mark: StripFigure | null;
  readonly onChoose: (price: Priced) => void;
}

/** The price of the provider is a diamond, so that it is found without its colour. */
const DIAMOND_RADIUS = DOT_RADIUS + 3;

/** How prices are spread: each dot answers to the pointer and to arrow keys. The table beside it has all of them. */
function StripChart({ title, prices, figures, mark, onChoose }: StripChartProps) {
  const { place, width } = useWidth();
  return (
    <div ref={place} class="strip-chart">
      {width === null ? null : (
        <ChartReader
          label={title}
          texts={prices.map(dotText)}
          hint="Point at a dot to read whose it is; click it to show that rate."
          onChoose={(index) => {
            const price = prices[index];
            if (price !== undefined) onChoose(price);
          }}
        >
          {({ active, onPoint }) => (
            <Drawing
              prices={prices.map(stripPrice)}
              figures={figures}
              mark={mark}
              width={width}
              active={active}
              onPoint={onPoint}
            />
          )}
        </ChartReader>
      )}
    </div>
  );
}

interface DrawingProps {
  readonly prices: readonly StripPrice[];
  readonly figures: StripFigures;
  readonly mark: StripFigure | null;
  readonly width: number;
  readonly active: number | null;
  readonly onPoint: (index: number) => void;
}

function Drawing({ prices, figures, mark, width, active, onPoint }: DrawingProps) {
  const strip = stripOf(prices, figures, width, mark);
  const { top, baseline, middle } = strip;
  const read = active === null ? undefined : strip.dots[active];
  const own = strip.dots.filter(({ isOwn }) => isOwn);
  return (
    <svg viewBox={`0 0 ${width} ${strip.height}`} aria-hidden="true" focusable="false">
      {middle === null ? null : (
        <>
          <rect class="quartiles" x={middle.left} width={middle.right - middle.left} y={top} height={baseline - top} />
          <line class="median" x1={middle.median} x2={middle.median} y1={top} y2={baseline} />
        </>
      )}
      <line class="rule" x1={0} x2={width} y1={baseline} y2={baseline} />
      {strip.mark === null ? null : (
        <line class="medicare-mark" x1={strip.mark} x2={strip.mark} y1={top} y2={baseline + 6} />
      )}
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
      {read === undefined ? null : <circle class="read-dot" cx={read.x} cy={read.y} r={DIAMOND_RADIUS + 2} />}
      {/* Wider than the dots, and over all else. */}
      {strip.dots.map(({ x, y }, index) => (
        <circle
          key={String(index)}
          class="pointed"
          cx={x}
          cy={y}
          r={DIAMOND_RADIUS}
          onPointerEnter={() => onPoint(index)}
        />
      ))}
    </svg>
  );
}

function diamond(x: number, y: number): string {
  const r = DIAMOND_RADIUS;
  return `M${x} ${y - r}L${x + r} ${y}L${x} ${y + r}L${x - r} ${y}Z`;
}
