import { useEffect, useRef, useState } from "preact/hooks";
import { dayText, parseDay } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import { goTo } from "../address.ts";
import { exactIdentifiers, identifiersIn, isComplete } from "../api/ready.ts";
import { medicareField } from "../charts/medicare.ts";
import { addressOfLookup, type Lookup, ratePath, withFields } from "../look-up/lookup.ts";
import { Link } from "../parts/buttons.tsx";
import { ChartFrame, useSeen } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { QuietProblem, Waiting } from "../parts/notice.tsx";
import { periodText, todayHere } from "../words/day.ts";
import { figureName, labelOf, listText, type Result, ratesText } from "../words/names.ts";
import { priceWords, shownPrice } from "../words/price.ts";
import {
  ChangedFigures,
  kindText,
  noRateText,
  otherFields,
  priceChangeText,
  publicationsOf,
} from "./changed-figures.tsx";
import { kindsOf, stepOf } from "./chart-steps.ts";
import { medicareColumns, medicareOn, medicareSteps } from "./medicare-line.ts";
import { type Point, pointsOf, seriesOf } from "./series.ts";
import { StepChart } from "./step-chart.tsx";
import "../charts/charts.css";
import "./over-time.css";
import type { History, ResultChange } from "../../../src/answers/history/schema.ts";
import { useAnswer } from "../api/use-answer.ts";

/** The lookup in every published period. Requested when the reader scrolls near it. */
export function HistorySection({ lookup }: { readonly lookup: Lookup }) {
  const { place, isSeen } = useSeen<HTMLElement>();
  if (!isComplete(lookup)) return null;
  const isOfOne = Object.keys(identifiersIn(lookup)).length > 0;
  return (
    <section ref={place} class="over-time" aria-labelledby="over-time" data-requested={isSeen || !isOfOne}>
      <h2 id="over-time">Over time</h2>
      {isOfOne ? null : (
        <p>
          A history is of one provider. Choose one, or enter its{" "}
          {listText(exactIdentifiers(lookup).map(labelOf)).replace(/ and ([^,]*)$/, " or $1")}.
        </p>
      )}
      {isOfOne && isSeen ? <HistoryOfPrice key={historyPath(lookup, "")} lookup={lookup} /> : null}
    </section>
  );
}

function HistoryOfPrice({ lookup }: { readonly lookup: Lookup }) {
  const { periods, request, release, earlier } = useHistory(lookup);
  const [chosenSeries, setChosenSeries] = useState(0);
  const problem = request.state === "answered" && !request.answer.ok ? request.answer.problem : null;
  const refused =
    problem === null ? null : <QuietProblem problem={problem} what="There is no history" onAgain={request.again} />;
  if (periods.length === 0) {
    return refused ?? <div class="chart-room">{<Waiting of={request} what="Reading every published period" />}</div>;
  }

  const series = seriesOf(periods);
  const followed = series[Math.min(chosenSeries, series.length - 1)];
  const points = followed === undefined ? [] : pointsOf(periods, followed);
  const chosen = chosenDay(lookup);
  const isOfTheDay = ({ period }: Point) => isWithin(chosen.day, period);
  const kinds = kindsOf(points);
  const kind = kindsOf(points.filter(isOfTheDay))[0] ?? kinds[0] ?? "";
  const unit = points.flatMap(({ result }) => shownPrice(result)?.unit ?? [])[0] ?? "dollars";
  const medicare = medicareOn(points, chosen.day);
  const title =
    followed === undefined || followed.name === "" ? "Price by period" : `Price by period: ${followed.name}`;
  const sources = publicationsOf(points.flatMap(({ change }) => (change === null ? [] : [change])));
  return (
    <>
      {series.length < 2 ? null : (
        <div class="field series-field">
          <label for="history-series">Which of the {series.length} results</label>
          <select
            id="history-series"
            value={chosenSeries}
            onChange={({ currentTarget }) => setChosenSeries(Number(currentTarget.value))}
          >
            {series.map(({ name }, place) => (
              <option key={name} value={place}>
                {name}
              </option>
            ))}
          </select>
        </div>
      )}
      {/* Without any price there is nothing to draw: the list says so. */}
      {kinds.length === 0 ? null : (
        <ChartFrame
          title={title}
          chart={
            <>
              <StepChart
                title={title}
                periods={points.map((point) => stepOf(point, kind))}
                beside={unit === "dollars" ? medicareSteps(points) : []}
                unit={unit}
                chosen={chosen}
                onChoose={(place) => {
                  const period = points[place]?.period;
                  if (period !== undefined)
                    goTo(addressOfLookup(withFields(lookup, { [lookup.setting.day_parameter]: dayIn(period) })));
                }}
              />
              {medicare === "" ? null : <p class="medicare-line">{medicare}</p>}
              {kinds.length < 2 ? null : (
                <p class="hint">
                  The chart has prices of one kind ({kindText(kind)}); those of{" "}
                  {listText(kinds.filter((each) => each !== kind).map(kindText))} stand in the list.
                </p>
              )}
            </>
          }
          table={
            <DataTable
              caption={`${title}, the newest first`}
              columns={[...columnsFor(lookup), ...medicareColumns(points)]}
              rows={points}
            />
          }
          source={[
            ...(sources === "" ? [] : [`Source: ${sources}`]),
            ...(release === null ? [] : [ratesText(release)]),
          ].join(" \u00b7 ")}
        />
      )}
      <PeriodList
        lookup={lookup}
        points={points}
        isChosen={isOfTheDay}
        onEarlier={request.state === "answered" && request.answer.ok ? earlier : null}
      />
      {refused}
      {request.state === "waiting" ? <Waiting of={request} what="Reading earlier periods" /> : null}
    </>
  );
}

/** The day of the lookup; where it has none the service takes today's, which this machine knows well enough for a line on a chart. */
function chosenDay({ setting, fields }: Lookup): { readonly day: string; readonly text: string } {
  const given = parseDay(fields[setting.day_parameter] ?? "");
  if (given !== null) return { day: given, text: dayText(given) };
  return { day: todayHere(), text: "today" };
}

function isWithin(day: string, { start_date, end_date }: Point["period"]): boolean {
  return (start_date ?? day) <= day && day <= (end_date ?? day);
}

function comparedText(point: Point): string {
  return shownPrice(point.result) === null ? noRateText(point.noRate) : priceChangeText(point);
}

function columnsFor(lookup: Lookup): readonly TableColumn<Point>[] {
  const { day_parameter } = lookup.setting;
  const changed = ({ change }: Point) =>
    listText([...new Set(change?.inputs.map(({ name }) => figureName(name, lookup.setting)) ?? [])]);
  return [
    {
      title: "Period",
      cell: ({ period }) => (
        <Link to={addressOfLookup(withFields(lookup, { [day_parameter]: dayIn(period) }))}>
          {periodText(period.start_date, period.end_date)}
        </Link>
      ),
      value: ({ period }) => period.start_date,
    },
    {
      title: "Price",
      cell: ({ result }) => shownPrice(result)?.text ?? "no rate",
      value: ({ result }) => shownPrice(result)?.digits ?? null,
      isFigure: true,
    },
    {
      title: "Against the period before",
      cell: comparedText,
      value: comparedText,
    },
    { title: "What changed", cell: changed, value: changed },
  ];
}

/** The history of one lookup, read from the newest page back. Use another key for another lookup. */
function useHistory(lookup: Lookup) {
  const [pages, setPages] = useState<readonly HistoryAnswer[]>([]);
  const [to, setTo] = useState("");
  const request = useAnswer<HistoryAnswer>(historyPath(lookup, to));
  const page = request.state === "answered" && request.answer.ok ? request.answer.body : null;
  useEffect(() => {
    if (page !== null) setPages((before) => [...before, page]);
  }, [page]);

  const periods: readonly HistoryPeriod[] = pages.flatMap((each) => each.periods);
  const nextTo = pages.at(-1)?.next_to ?? null;
  return {
    periods,
    request,
    /** The release that answered, as its header names it. */
    release: request.state === "answered" && request.answer.ok ? request.answer.headers.get("ratebook-release") : null,
    /** Requests the periods before; null when there are none. */
    earlier: nextTo === null ? null : () => setTo(nextTo),
  };
}

export type { ResultChange };

export type HistoryAnswer = History<Result>;
export type HistoryPeriod = HistoryAnswer["periods"][number];

/** Two decades of yearly rates. A history counts as so many lookups towards the key's rate limit. */
const PERIODS_AT_ONCE = 20;

/** Where the API answers the history of a lookup: the lookup without its day. `to`: the last day of the page; empty: no end. */
function historyPath(lookup: Lookup, to: string): string {
  const { day_parameter } = lookup.setting;
  return ratePath(withFields(lookup, { [day_parameter]: null }), "/history", {
    ...{ limit: String(PERIODS_AT_ONCE), to },
    ...medicareField(lookup),
  });
}

/** The day to look a period up by: its first, or its last where it has no beginning. The API's own day may be years before that. */
export function dayIn({ start_date, end_date, date }: Pick<HistoryPeriod, "start_date" | "end_date" | "date">): string {
  return start_date ?? end_date ?? date;
}

/** So many are read at a glance; the others are a button away. */
const SHOWN_AT_FIRST = 4;

/** A button that shows fewer than this is no gain. */
const WORTH_HIDING = 3;

interface PeriodListProps {
  readonly lookup: Lookup;
  /** The newest first. */
  readonly points: readonly Point[];
  /** Whether the day that is looked at lies in a period. */
  readonly isChosen: (point: Point) => boolean;
  /** Requests the periods before; null when there are none, or they are pending. */
  readonly onEarlier: (() => void) | null;
}

/** Period by period, the newest first: the price, how it was before, and the figures that made the difference. */
function PeriodList({ lookup, points, isChosen, onEarlier }: PeriodListProps) {
  const list = useRef<HTMLOListElement>(null);
  /** The first newly requested period: the reader continues there. */
  const [from, setFrom] = useState<number | null>(null);
  const glance = Math.max(SHOWN_AT_FIRST, points.findIndex(isChosen) + 1);
  const hidden = from !== null || points.length - glance < WORTH_HIDING ? 0 : points.length - glance;
  const shown = points.slice(0, points.length - hidden);
  useEffect(() => {
    const first = from === null ? undefined : list.current?.children[from];
    if (first instanceof HTMLElement) first.focus();
  }, [from, points.length]);

  return (
    <>
      <ol class="period-list" ref={list}>
        {shown.map((point) => (
          <PeriodItem key={point.period.date} lookup={lookup} point={point} isChosen={isChosen(point)} />
        ))}
      </ol>
      {hidden === 0 ? null : (
        <button type="button" onClick={() => setFrom(shown.length)}>
          Show {countText(hidden, "more period")}
        </button>
      )}
      {hidden > 0 || onEarlier === null ? null : (
        <button
          type="button"
          onClick={() => {
            setFrom(points.length);
            onEarlier();
          }}
        >
          Earlier periods
        </button>
      )}
    </>
  );
}

interface PeriodItemProps {
  readonly lookup: Lookup;
  readonly point: Point;
  readonly isChosen: boolean;
}

function PeriodItem({ lookup, point, isChosen }: PeriodItemProps) {
  const { period, result, noRate, change } = point;
  const price = shownPrice(result);
  const inputs = price === null ? [] : (change?.inputs ?? []);
  const others = change === null || price === null ? [] : otherFields(change);
  const address = addressOfLookup(withFields(lookup, { [lookup.setting.day_parameter]: dayIn(period) }));
  const kind = kindText(result?.payment_rate_type ?? "");
  return (
    <li tabIndex={-1} class={isChosen ? "chosen" : undefined}>
      <div class="period-head">
        <h3>{sentenceCase(periodText(period.start_date, period.end_date))}</h3>
        {isChosen ? (
          <span class="period-day">the period of this rate</span>
        ) : (
          <Link to={address} class="period-day">
            Show {dayText(dayIn(period))}
          </Link>
        )}
      </div>
      <p class="period-price">
        <b>{price === null ? "No rate" : priceWords(price)}</b>{" "}
        <span>
          {price === null
            ? noRateText(noRate)
            : [priceChangeText(point), price.unit === "percent" ? "" : kind]
                .filter((words) => words !== "")
                .join(" \u00b7 ")}
        </span>
      </p>
      {inputs.length === 0 ? null : (
        <ChangedFigures
          inputs={inputs}
          setting={lookup.setting}
          isFirst={change?.previous_result === null || change?.no_rate.before !== null}
        />
      )}
      {others.map((words) => (
        <p key={words} class="other-field">
          {words}
        </p>
      ))}
    </li>
  );
}

function sentenceCase(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
