import { useEffect, useRef, useState } from "preact/hooks";
import { addressOfLookup, type Lookup, withFields } from "../look-up/lookup.ts";
import { Link } from "../parts/link.tsx";
import { moneyText } from "../words/amount.ts";
import { dayText, periodText } from "../words/day.ts";
import { countText } from "../words/name.ts";
import { kindText, noRateText, otherFields, priceChangeText } from "./change-words.ts";
import { ChangedFigures } from "./changed-figures.tsx";
import type { Point } from "./series.ts";

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
  /** Asks for the periods before; null where there are none, or they are on their way. */
  readonly onEarlier: (() => void) | null;
}

/** Period by period, the newest first: the price, how it was before, and the figures that made the difference. */
export function PeriodList({ lookup, points, isChosen, onEarlier }: PeriodListProps) {
  const list = useRef<HTMLOListElement>(null);
  /** From which place on periods were asked for: the reader goes on there. */
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
  const price = result?.payment_rate ?? null;
  const inputs = price === null ? [] : (change?.inputs ?? []);
  const others = change === null || price === null ? [] : otherFields(change);
  const address = addressOfLookup(withFields(lookup, { [lookup.setting.day_parameter]: period.date }));
  const kind = kindText(result?.payment_rate_type ?? "");
  return (
    <li tabIndex={-1} class={isChosen ? "chosen" : undefined}>
      <div class="period-head">
        <h3>{sentenceCase(periodText(period.start_date, period.end_date))}</h3>
        {isChosen ? (
          <span class="period-day">the period of this lookup</span>
        ) : (
          <Link to={address} class="period-day">
            Look up {dayText(period.date)}
          </Link>
        )}
      </div>
      <p class="period-price">
        <b>{price === null ? "No rate" : moneyText(price)}</b>{" "}
        <span>
          {price === null
            ? noRateText(noRate)
            : [priceChangeText(point), kind].filter((words) => words !== "").join(" \u00b7 ")}
        </span>
      </p>
      {inputs.length === 0 ? null : (
        <ChangedFigures inputs={inputs} setting={lookup.setting} isFirst={change?.payment_rate.before === null} />
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
