import { useState } from "preact/hooks";
import { exactIdentifiers, identifiersIn, isComplete } from "../api/identifiers.ts";
import { addressOfLookup, type Lookup, withFields } from "../look-up/lookup.ts";
import { ChartFrame } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { Link } from "../parts/link.tsx";
import { QuietProblem } from "../parts/quiet-problem.tsx";
import { useSeen } from "../parts/use-seen.ts";
import { Waiting } from "../parts/waiting.tsx";
import { moneyText } from "../words/amount.ts";
import { dayText, periodText } from "../words/day.ts";
import { figureName } from "../words/figure-name.ts";
import { labelOf, listText } from "../words/name.ts";
import { kindText, noRateText, priceChangeText } from "./change-words.ts";
import { publicationsOf } from "./figure-source.ts";
import { historyPath } from "./history.ts";
import { kindsOf, stepOf } from "./kinds.ts";
import { PeriodList } from "./period-list.tsx";
import { type Point, pointsOf, seriesOf } from "./series.ts";
import { StepChart } from "./step-chart.tsx";
import { useHistory } from "./use-history.ts";
import "../charts/charts.css";
import "./over-time.css";

/** The same lookup in every published period. It is asked for when the reader comes near it. */
export function HistorySection({ lookup }: { readonly lookup: Lookup }) {
  const { place, isSeen } = useSeen<HTMLElement>();
  if (!isComplete(lookup)) return null;
  const isOfOne = Object.keys(identifiersIn(lookup)).length > 0;
  return (
    <section ref={place} class="over-time" aria-labelledby="over-time" data-asked={isSeen || !isOfOne}>
      <h2 id="over-time">Over time</h2>
      {isOfOne ? null : (
        <p>
          A history is of one provider. Choose one, or give its{" "}
          {listText(exactIdentifiers(lookup).map(labelOf)).replace(/ and ([^,]*)$/, " or $1")}.
        </p>
      )}
      {isOfOne && isSeen ? <History key={historyPath(lookup, "")} lookup={lookup} /> : null}
    </section>
  );
}

function History({ lookup }: { readonly lookup: Lookup }) {
  const { periods, asked, release, earlier } = useHistory(lookup);
  const [chosenSeries, setChosenSeries] = useState(0);
  const problem = asked.state === "answered" && !asked.answer.ok ? asked.answer.problem : null;
  const refused =
    problem === null ? null : <QuietProblem problem={problem} what="There is no history" onAgain={asked.again} />;
  if (periods.length === 0) {
    return refused ?? <div class="chart-room">{<Waiting of={asked} what="Reading every published period" />}</div>;
  }

  const series = seriesOf(periods);
  const followed = series[Math.min(chosenSeries, series.length - 1)];
  const points = followed === undefined ? [] : pointsOf(periods, followed);
  const chosen = chosenDay(lookup);
  const isOfTheDay = ({ period }: Point) => isWithin(chosen.day, period);
  const kinds = kindsOf(points);
  const kind = kindsOf(points.filter(isOfTheDay))[0] ?? kinds[0] ?? "";
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
              <StepChart periods={points.map((point) => stepOf(point, kind))} chosen={chosen} />
              {kinds.length < 2 ? null : (
                <p class="hint">
                  The chart has prices of one kind ({kindText(kind)}); those of{" "}
                  {listText(kinds.filter((each) => each !== kind).map(kindText))} stand in the list.
                </p>
              )}
            </>
          }
          table={<DataTable caption={`${title}, the newest first`} columns={columnsFor(lookup)} rows={points} />}
          source={[
            ...(sources === "" ? [] : [`Source: ${sources}`]),
            ...(release === null ? [] : [`Release ${release}`]),
          ].join(" \u00b7 ")}
        />
      )}
      <PeriodList
        lookup={lookup}
        points={points}
        isChosen={isOfTheDay}
        onEarlier={asked.state === "answered" && asked.answer.ok ? earlier : null}
      />
      {refused}
      {asked.state === "waiting" ? <Waiting of={asked} what="Reading earlier periods" /> : null}
    </>
  );
}

/** The day of the lookup; where it has none the service takes today's, which this machine knows well enough for a line on a chart. */
function chosenDay({ setting, fields }: Lookup): { readonly day: string; readonly text: string } {
  const given = fields[setting.day_parameter];
  if (given !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(given)) return { day: given, text: dayText(given) };
  const now = new Date();
  const [month, date] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return { day: `${now.getFullYear()}-${month}-${date}`, text: "today" };
}

function isWithin(day: string, { start_date, end_date }: Point["period"]): boolean {
  return (start_date ?? day) <= day && day <= (end_date ?? day);
}

function columnsFor(lookup: Lookup): readonly TableColumn<Point>[] {
  const { day_parameter } = lookup.setting;
  const changed = ({ change }: Point) =>
    listText([...new Set(change?.inputs.map(({ name }) => figureName(name, lookup.setting)) ?? [])]);
  return [
    {
      title: "Period",
      cell: ({ period }) => (
        <Link to={addressOfLookup(withFields(lookup, { [day_parameter]: period.date }))}>
          {periodText(period.start_date, period.end_date)}
        </Link>
      ),
      value: ({ period }) => period.start_date,
    },
    {
      title: "Price",
      cell: ({ result }) => (result?.payment_rate == null ? "no rate" : moneyText(result.payment_rate)),
      value: ({ result }) => result?.payment_rate ?? null,
      isFigure: true,
    },
    {
      title: "Against the period before",
      cell: (point) => (point.result?.payment_rate == null ? noRateText(point.noRate) : priceChangeText(point)),
      value: (point) => (point.result?.payment_rate == null ? noRateText(point.noRate) : priceChangeText(point)),
    },
    { title: "What changed", cell: changed, value: changed },
  ];
}
