import { goTo } from "../address.ts";
import { AnswerView } from "../answer/answer-view.tsx";
import { CompareSection } from "../beside-others/compare-section.tsx";
import { HistorySection } from "../over-time/history-section.tsx";
import type { ViewProps } from "../view.ts";
import { addressOfLookup, lookupIn, withFields } from "./lookup.ts";

/** The question on the left, the answer on the right. */
export function LookUpView({ query, states }: ViewProps) {
  const lookup = lookupIn(query, states);
  if (lookup === null) return <h1>This key is enabled for no state</h1>;
  const change = (fields: Readonly<Record<string, string | null>>) => goTo(addressOfLookup(withFields(lookup, fields)));
  return (
    <>
      <h1 class="unseen">Look up a rate</h1>
      <AnswerView lookup={lookup} onChange={change} />
      <HistorySection lookup={lookup} />
      <CompareSection lookup={lookup} />
    </>
  );
}
