import { useEffect, useState } from "preact/hooks";
import { useAnswer } from "../api/use-answer.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { type HistoryAnswer, type HistoryPeriod, historyPath } from "./history.ts";

/** The history of one lookup, read from the newest page back. Whoever uses it for another lookup does so under another key. */
export function useHistory(lookup: Lookup) {
  const [pages, setPages] = useState<readonly HistoryAnswer[]>([]);
  const [to, setTo] = useState("");
  const asked = useAnswer<HistoryAnswer>(historyPath(lookup, to));
  const page = asked.state === "answered" && asked.answer.ok ? asked.answer.body : null;
  useEffect(() => {
    if (page !== null) setPages((before) => [...before, page]);
  }, [page]);

  const periods: readonly HistoryPeriod[] = pages.flatMap((each) => each.periods);
  const nextTo = pages.at(-1)?.next_to ?? null;
  return {
    periods,
    asked,
    /** The release that answered, as its header names it. */
    release: asked.state === "answered" && asked.answer.ok ? asked.answer.headers.get("ratebook-release") : null,
    /** Asks for the periods before; null where there are none. */
    earlier: nextTo === null ? null : () => setTo(nextTo),
  };
}
