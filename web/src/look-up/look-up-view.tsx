import { useEffect, useRef, useState } from "preact/hooks";
import { goTo } from "../address.ts";
import { AnswerView } from "../answer/answer-view.tsx";
import { ElsewhereSection } from "../answer/elsewhere/elsewhere-section.tsx";
import { CompareSection } from "../beside-others/compare-section.tsx";
import { HistorySection } from "../over-time/history-section.tsx";
import type { ViewProps } from "../view.ts";
import { labelOf, listText } from "../words/name.ts";
import { useKnownOfAnswer } from "./known-of-answer.ts";
import "./look-up.css";
import { addressOfLookup, isSameLookup, type Lookup, lookupIn, withFields } from "./lookup.ts";
import { lackingIn } from "./parts-of-question.ts";
import { Question } from "./question.tsx";
import { questionText } from "./question-text.ts";
import { useNamedProvider } from "./use-provider-search.ts";
import { useFocusOnWanted } from "./wanted-field.ts";

/** The question on the left, the answer on the right. */
export function LookUpView({ query, states, release }: ViewProps) {
  const lookup = lookupIn(query, states);
  if (lookup === null) return <h1>This key is enabled for no state</h1>;
  return <LookUp lookup={lookup} states={states} release={release} />;
}

type LookUpProps = Pick<ViewProps, "states" | "release"> & { readonly lookup: Lookup };

function LookUp({ lookup, states, release }: LookUpProps) {
  const known = useKnownOfAnswer(lookup);
  const named = useNamedProvider(lookup);
  const answer = useRef<HTMLElement>(null);
  const isFaulty = Object.keys(known.faults).length > 0;
  const { isOpen, setIsOpen, isByQuestion } = useFold(addressOfLookup(lookup), isFaulty);
  useFocusOnWanted(lookup.setting, () => setIsOpen(true));
  const { understood } = known;
  const dayUsed = understood[lookup.setting.day_parameter];
  const text = questionText(lookup, named.choice?.name ?? null, dayUsed === undefined ? dayUsed : String(dayUsed));
  const place = `${lookup.state.name} ${lookup.setting.setting}`;
  useTitle(`${text} · ${place}`);
  const lacking = lackingIn(lookup);

  /** What the address says now: two fields may be left before the page is drawn again. */
  function current(): Lookup {
    return lookupIn(new URLSearchParams(location.search), states) ?? lookup;
  }
  function show(next: Lookup) {
    if (!isSameLookup(next, current())) goTo(addressOfLookup(next));
  }
  const change = (fields: Readonly<Record<string, string | null>>) => show(withFields(current(), fields));
  const byQuestion = (next: Lookup) => {
    isByQuestion.current = true;
    show(next);
  };

  return (
    <div class="look-up">
      <h1 class="unseen">Look up a rate</h1>
      <section class={isOpen ? "question" : "question question-folded"} aria-label="Question">
        <div class="question-line">
          <p>
            <span class="question-place">{place}</span> {text}
          </p>
          <button type="button" aria-expanded={isOpen} aria-controls="question" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Close" : "Change"}
            <span class="unseen"> the question</span>
          </button>
        </div>
        <div id="question" class="question-fields">
          <Question
            lookup={lookup}
            states={states}
            release={release}
            known={known}
            named={named}
            onChange={(fields) => byQuestion(withFields(current(), fields))}
            onLookup={byQuestion}
            onSubmit={() => {
              setIsOpen(false);
              answer.current?.focus();
            }}
          />
        </div>
      </section>
      <section class="answer-place" aria-label="Answer" ref={answer} tabIndex={-1}>
        {lacking.length > 0 ? (
          <p class="lacking" role="status">
            To look a rate up, give {listText(lacking.map(({ name }) => labelOf(name).toLowerCase()))}.
          </p>
        ) : (
          <>
            <AnswerView lookup={lookup} onChange={change} />
            <HistorySection lookup={lookup} />
            <CompareSection lookup={lookup} />
            {isFaulty ? null : <ElsewhereSection lookup={lookup} />}
          </>
        )}
      </section>
    </div>
  );
}

/**
 * On a narrow screen the question is folded into a line. It opens on request and where something is wrong with it, and folds
 * again when another lookup is shown than by its own fields: an example, a remedy, going back.
 */
function useFold(address: string, isFaulty: boolean) {
  const [isOpen, setIsOpen] = useState(false);
  const isByQuestion = useRef(false);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== address && !isByQuestion.current) setIsOpen(false);
    shown.current = address;
    isByQuestion.current = false;
  }, [address]);
  useEffect(() => {
    if (isFaulty) setIsOpen(true);
  }, [isFaulty]);
  return { isOpen, setIsOpen, isByQuestion };
}

/** For bookmarks, tabs and the list of pages to go back to. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Ratebook`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
