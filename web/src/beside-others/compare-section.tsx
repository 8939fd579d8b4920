import { useState } from "preact/hooks";
import { COMPARED_MAX } from "../../../src/answers/compare/limits.ts";
import type { SearchAnswer } from "../../../src/pricing/provider-search.ts";
import { identifiersIn, isComplete } from "../api/identifiers.ts";
import { useAnswer } from "../api/use-answer.ts";
import { type Lookup, ratePath } from "../look-up/lookup.ts";
import { QuietProblem } from "../parts/quiet-problem.tsx";
import { useSeen } from "../parts/use-seen.ts";
import { Waiting } from "../parts/waiting.tsx";
import { Distribution } from "./distribution.tsx";
import { conditionsOf, type Group, type ProviderRecord } from "./group.ts";
import { GroupForm } from "./group-form.tsx";
import { type ComparisonAnswer, comparePath, pricesOf, searchPath } from "./rate-comparison.ts";
import { useFirstGroup } from "./use-first-group.ts";
import "../charts/charts.css";
import "./beside-others.css";

/** The same code at other providers. It is asked for when the reader comes near it. */
export function CompareSection({ lookup }: { readonly lookup: Lookup }) {
  const { place, isSeen } = useSeen<HTMLElement>();
  if (!isComplete(lookup)) return null;
  // Another provider has another group; another code or day of the same one has not.
  const { state, setting, fields } = lookup;
  const shared = conditionsOf(lookup).map(({ name }) => fields[name] ?? "");
  const ofProvider = JSON.stringify([state.code, setting.setting, identifiersIn(lookup), shared]);
  return (
    <section ref={place} class="beside-others" aria-labelledby="beside-others" data-asked={isSeen}>
      <h2 id="beside-others">Beside other providers</h2>
      {isSeen ? <Grouped key={ofProvider} lookup={lookup} /> : null}
    </section>
  );
}

function Grouped({ lookup }: { readonly lookup: Lookup }) {
  const first = useFirstGroup(lookup);
  const [chosen, setChosen] = useState<Group | null>(null);
  const group = chosen ?? first.group;
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
        onChange={setChosen}
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
  const asked = useAnswer<ComparisonAnswer>(comparePath(lookup, group));
  const found = useAnswer<SearchAnswer>(searchPath(lookup, group, COMPARED_MAX));
  if (asked.state !== "answered") {
    return (
      <div class="strip-room">
        <Waiting of={asked} what="Pricing the code at each of them" />
      </div>
    );
  }
  const { answer } = asked;
  if (!answer.ok) return <QuietProblem problem={answer.problem} what="There is no comparison" onAgain={asked.again} />;
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
