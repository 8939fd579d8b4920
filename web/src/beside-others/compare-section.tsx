import { COMPARED_MAX } from "../../../src/answers/compare/limits.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { SearchAnswer } from "../../../src/pricing/provider-search.ts";
import { goTo } from "../address.ts";
import { identifiersIn, isComplete } from "../api/ready.ts";
import { type RequestState, useAnswer } from "../api/use-answer.ts";
import { medicareCell, ratioCell, ratioValue } from "../charts/medicare.ts";
import { addressOfLookup, type Lookup, ratePath } from "../look-up/lookup.ts";
import { useSeen } from "../parts/chart-frame.tsx";
import { QuietProblem, Waiting } from "../parts/notice.tsx";
import { Distribution } from "./distribution.tsx";
import { GroupForm } from "./group-form.tsx";
import { conditionsOf, firstGroups, type Group, type ProviderRecord } from "./groups.ts";
import { type ComparisonAnswer, comparePath, lookupAt, type Price, pricesOf, searchPath } from "./rate-comparison.ts";
import "../charts/charts.css";
import "./beside-others.css";
import type { Problem } from "../api/ask.ts";
import { Link } from "../parts/buttons.tsx";
import type { TableColumn } from "../parts/data-table.tsx";
import { differenceText, unbrokenText } from "../words/amount.ts";

/** The code at other providers. Requested when the reader scrolls near it. */
export function CompareSection({ lookup }: { readonly lookup: Lookup }) {
  const { place, isSeen } = useSeen<HTMLElement>();
  if (!isComplete(lookup)) return null;
  // Another provider has another group; another code or day of the same one has not.
  const { state, setting, fields } = lookup;
  const shared = conditionsOf(lookup).map(({ name }) => fields[name] ?? "");
  const ofProvider = JSON.stringify([state.code, setting.setting, identifiersIn(lookup), shared]);
  return (
    <section ref={place} class="beside-others" aria-labelledby="beside-others" data-requested={isSeen}>
      <h2 id="beside-others">Compare with other providers</h2>
      {isSeen ? <Grouped key={ofProvider} lookup={lookup} /> : null}
    </section>
  );
}

function Grouped({ lookup }: { readonly lookup: Lookup }) {
  const first = useFirstGroup(lookup);
  const group = lookup.compared ?? first.group;
  if (first.problem !== null) {
    return <QuietProblem problem={first.problem} what="There is no comparison" onAgain={first.again} />;
  }
  if (group === null) return <Waiting of={first.waiting} what="Finding providers like this one" />;
  return (
    <>
      <GroupForm
        conditions={conditionsOf(lookup)}
        group={group}
        record={first.records[0] ?? null}
        onChange={(compared) => goTo(addressOfLookup({ ...lookup, compared }))}
      />
      {Object.keys(group).length === 0 ? (
        <p role="status">Add a condition: it says which providers are compared.</p>
      ) : (
        <Compared lookup={lookup} group={group} records={first.records} />
      )}
    </>
  );
}

interface ComparedProps {
  readonly lookup: Lookup;
  readonly group: Group;
  /** Of the provider that was looked up; none for a lookup by name. */
  readonly records: readonly ProviderRecord[];
}

function Compared({ lookup, group, records }: ComparedProps) {
  const request = useAnswer<ComparisonAnswer>(comparePath(lookup, group));
  const found = useAnswer<SearchAnswer>(searchPath(lookup, group, COMPARED_MAX));
  if (request.state !== "answered") {
    return (
      <div class="strip-room">
        <Waiting of={request} what="Pricing the code at each of them" />
      </div>
    );
  }
  const { answer } = request;
  if (!answer.ok)
    return <QuietProblem problem={answer.problem} what="There is no comparison" onAgain={request.again} />;
  const { total_results, statistics, members } = answer.body;
  const prices = pricesOf(members, (identifiers) =>
    records.some((record) =>
      Object.entries(identifiers).every(([name, value]) => value === null || record[name] === value),
    ),
  );
  return (
    <Distribution
      key={ratePath(lookup, "/compare", group)}
      lookup={lookup}
      total={total_results}
      members={members.length}
      statistics={statistics}
      prices={prices}
      isOfOne={records.length > 0}
      cities={found.state === "answered" && found.answer.ok ? found.answer.body.providers : []}
      release={answer.headers.get("ratebook-release")}
    />
  );
}

/** Fewer say little about where a price stands: then the group is taken wider. */
const ENOUGH_PROVIDERS = 8;

/** More campuses and locations than any provider has under one number. */
const OWN_RECORDS_MAX = 50;

interface FirstGroup {
  /** Null until it is known. */
  readonly group: Group | null;
  /** What the search knows of the provider; empty for a lookup by name. */
  readonly records: readonly ProviderRecord[];
  /** What it waits for. */
  readonly waiting: RequestState<SearchAnswer>;
  readonly problem: Problem | null;
  readonly again: () => void;
}

/** The first group that a provider is compared with: from its own record, wide enough to be useful. */
function useFirstGroup(lookup: Lookup): FirstGroup {
  const identifiers = identifiersIn(lookup);
  const isByName = Object.keys(identifiers).length === 0;
  const own = useAnswer<SearchAnswer>(isByName ? null : searchPath(lookup, identifiers, OWN_RECORDS_MAX));
  const records = own.state === "answered" && own.answer.ok ? own.answer.body.providers : [];
  const isKnown = isByName || own.state === "answered";
  const [near, wider] = isKnown ? firstGroups(lookup, records[0] ?? null) : [];

  const isToCount = near !== undefined && wider !== undefined;
  const count = useAnswer<SearchAnswer>(isToCount ? searchPath(lookup, near, 1) : null);
  const waiting = own.state === "waiting" ? own : count;
  const problem = own.state === "answered" && !own.answer.ok ? own.answer.problem : null;
  const known = { records, waiting, problem, again: own.again };
  if (!isKnown || problem !== null) return { ...known, group: null };
  if (!isToCount) return { ...known, group: near ?? {} };
  if (count.state !== "answered") return { ...known, group: null };
  const isEnough = !count.answer.ok || count.answer.body.total_results >= ENOUGH_PROVIDERS;
  return { ...known, group: isEnough ? near : wider };
}

/** "$3,514.16 is rank 22 of 29, the lowest being 1: 75.0% of the others are lower. +$336.97 from the median." */
export function standingText({ price, standing, name }: Price): string {
  if (price === null || standing === null) return "";
  const { rank, of, percentile, difference_from_median: difference } = standing;
  const others = percentile === null ? "" : `: ${percentile}% of the others are lower`;
  const which = name === "" ? "" : `${name}: `;
  const from = /^[-0.]*$/.test(difference)
    ? "It is the median."
    : `${unbrokenText(differenceText(difference))} from the median.`;
  return `${which}${price.text} is rank ${rank} of ${of}, the lowest being 1${others}. ${from}`;
}

/** "32 providers, 3 of them without a rate", "the first 50 of 1,204 records" */
export function extentText(total: number, members: number, withoutRate: number): string {
  // The API compares the first 50 records of a search; those of one provider are one member.
  const compared =
    total > COMPARED_MAX
      ? `The first ${COMPARED_MAX} of ${countText(total, "record")} are compared, in the order of the search; narrow the group to compare all of it.`
      : `${countText(members, "provider")} compared.`;
  return withoutRate === 0 ? compared : `${compared} ${countText(withoutRate, "result")} without a rate.`;
}

const medicareColumns = (name: string): readonly TableColumn<Price>[] => [
  {
    title: name,
    cell: ({ medicare }) => medicareCell(medicare),
    value: ({ medicare }) => medicare?.payment_rate ?? null,
    isFigure: true,
  },
  {
    title: "Of Medicare",
    cell: ({ medicare }) => ratioCell(medicare),
    value: ({ medicare }) => ratioValue(medicare),
    isFigure: true,
  },
];

/** The columns of the table of a comparison; the city where the search knows it, and what Medicare's price is called. */
export function memberColumns(
  lookup: Lookup,
  records: readonly ProviderRecord[],
  medicare: string | null = null,
): readonly TableColumn<Price>[] {
  const cityOf = ({ identifiers }: Price): string | null => {
    const record = records.find((each) =>
      Object.entries(identifiers).every(([name, value]) => value === null || each[name] === value),
    );
    return typeof record?.city === "string" ? record.city : null;
  };
  return [
    {
      title: "Provider",
      cell: (price) => (
        <>
          <Link to={addressOfLookup(lookupAt(lookup, price.identifiers))}>{price.provider}</Link>
          {price.name === "" ? null : `, ${price.name}`}
          {price.isOwn ? <b> (this provider)</b> : null}
          {price.whyNot === null ? null : <span class="why-not">{price.whyNot}</span>}
        </>
      ),
      value: ({ provider, name }) => (name === "" ? provider : `${provider}, ${name}`),
    },
    { title: "City", cell: (price) => cityOf(price), value: cityOf },
    {
      title: "Price",
      cell: ({ price }) => (price === null ? "no rate" : price.text),
      value: ({ price }) => price?.digits ?? null,
      isFigure: true,
    },
    {
      title: "From the median",
      cell: ({ standing }) => (standing === null ? "" : differenceText(standing.difference_from_median)),
      value: ({ standing }) => standing?.difference_from_median ?? null,
      isFigure: true,
    },
    {
      title: "Rank",
      cell: ({ standing }) => standing?.rank ?? "",
      value: ({ standing }) => standing?.rank ?? null,
      isFigure: true,
    },
    ...(medicare === null ? [] : medicareColumns(medicare)),
  ];
}
