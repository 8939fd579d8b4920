import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { goTo } from "../address.ts";
import { AnswerView } from "../answer/answer-view.tsx";
import { ElsewhereSection } from "../answer/elsewhere/elsewhere-section.tsx";
import { CompareSection } from "../beside-others/compare-section.tsx";
import { HistorySection } from "../over-time/history-section.tsx";
import { Boundary } from "../parts/boundary.tsx";
import { WithOutside } from "../parts/with-outside.tsx";
import type { ViewProps } from "../view.ts";
import { useKnownOfAnswer } from "./known-of-answer.ts";
import { Lacking, useLackingFaults } from "./lacking.tsx";
import "./look-up.css";
import { type AskedLookup, addressOfLookup, isSameLookup, type Lookup, lookupIn, withFields } from "./lookup.ts";
import { NotUnderstood } from "./not-understood.tsx";
import { lackingIn, PROVIDER_NAME } from "./parts-of-question.ts";
import { QuestionForm } from "./question-form.tsx";
import { questionText } from "./question-text.ts";
import { Unasked, useUnasked } from "./unasked.ts";
import { useNamedProvider } from "./use-provider-search.ts";
import { useFocusOnWanted } from "./wanted-field.ts";

/** The question on the left, the answer on the right. */
export function LookUpView({ query, states, release }: ViewProps) {
  const asked = lookupIn(query, states);
  if (asked === null) return <h1>This key is enabled for no state</h1>;
  return <LookUp {...asked} states={states} release={release} />;
}

type LookUpProps = Pick<ViewProps, "states" | "release"> & AskedLookup;

function LookUp({ lookup, notUnderstood, states, release }: LookUpProps) {
  const isUnderstood = notUnderstood.length === 0;
  const ofAnswer = useKnownOfAnswer(lookup, isUnderstood);
  const lacking = lackingIn(lookup);
  const { faults: lackingFaults, refuse } = useLackingFaults(lacking);
  const known = { ...ofAnswer, faults: { ...ofAnswer.faults, ...lackingFaults } };
  const unasked = useUnasked();
  const named = useNamedProvider(lookup);
  const answer = useRef<HTMLElement>(null);
  const address = addressOfLookup(lookup);
  const isFaulty = Object.keys(known.faults).length > 0;
  const { isOpen, setIsOpen, isByQuestion } = useFold(address, isFaulty, answer);
  useFocusOnWanted(lookup.setting, () => setIsOpen(true));
  const { understood } = known;
  const dayUsed = understood[lookup.setting.day_parameter];
  const text = questionText(lookup, named.choice?.name ?? null, dayUsed === undefined ? dayUsed : String(dayUsed));
  const place = `${lookup.state.name} ${lookup.setting.setting}`;
  useTitle(isUnderstood ? `${text} · ${place}` : "The address is not understood");

  /** What the address says now: two fields may be left before the page is drawn again. */
  function current(): Lookup {
    return lookupIn(new URLSearchParams(location.search), states)?.lookup ?? lookup;
  }
  function show(next: Lookup) {
    if (!isSameLookup(next, current())) goTo(addressOfLookup(next));
  }
  function change(fields: Readonly<Record<string, string | null>>) {
    show(withFields(current(), fields));
    // As by a link: the reader goes on at the price, which stands above what was pressed.
    scrollTo(0, 0);
  }
  const byQuestion = (next: Lookup) => {
    isByQuestion.current = true;
    show(next);
  };

  function answered() {
    if (!isUnderstood) return <NotUnderstood faults={notUnderstood} lookup={lookup} />;
    if (lacking.length > 0) return <Lacking lacking={lacking} faults={lackingFaults} />;
    return (
      <>
        <Boundary what="The price" of={address}>
          <AnswerView lookup={lookup} isUnasked={unasked.isAny} onChange={change} />
        </Boundary>
        <Boundary what="The price over time" of={address}>
          <HistorySection lookup={lookup} />
        </Boundary>
        <Boundary what="The comparison with others" of={address}>
          <CompareSection lookup={lookup} />
        </Boundary>
        {isFaulty ? null : (
          <Boundary what="The same lookup elsewhere" of={address}>
            <ElsewhereSection lookup={lookup} />
          </Boundary>
        )}
      </>
    );
  }

  return (
    <div class="look-up">
      <h1 class="unseen">Look up a rate</h1>
      <section class={isOpen ? "question" : "question question-folded"} aria-label="Question">
        <div class="question-line">
          <p>
            <span class="question-place">{place}</span>{" "}
            <WithOutside text={text} outside={named.choice?.name ?? lookup.fields[PROVIDER_NAME] ?? null} />
          </p>
          <button type="button" aria-expanded={isOpen} aria-controls="question" onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? "Close" : "Change"}
            <span class="unseen"> the question</span>
          </button>
        </div>
        <div id="question" class="question-fields">
          <Unasked.Provider value={unasked.tell}>
            <QuestionForm
              lookup={lookup}
              states={states}
              release={release}
              known={known}
              named={named}
              isPriced={isUnderstood}
              onChange={(fields) => byQuestion(withFields(current(), fields))}
              onLookup={byQuestion}
              onSubmit={() => {
                if (refuse(lackingIn(current()))) return;
                setIsOpen(false);
                answer.current?.focus();
              }}
            />
          </Unasked.Provider>
        </div>
      </section>
      <section class="answer-place" aria-label="Answer" ref={answer} tabIndex={-1}>
        {answered()}
      </section>
    </div>
  );
}

/**
 * On a narrow screen the question is folded into a line. It opens on request and where something is wrong with it, and folds
 * again when another lookup is shown than by its own fields: an example, a remedy, going back. The reader then goes on at the
 * answer: what was pressed there is gone with the answer before.
 */
function useFold(address: string, isFaulty: boolean, answer: RefObject<HTMLElement | null>) {
  const [isOpen, setIsOpen] = useState(false);
  const isByQuestion = useRef(false);
  const shown = useRef(address);
  useEffect(() => {
    if (shown.current !== address && !isByQuestion.current) {
      setIsOpen(false);
      const { activeElement } = document;
      const isLost = activeElement === document.body || answer.current?.contains(activeElement) === true;
      if (isLost) answer.current?.focus({ preventScroll: true });
    }
    shown.current = address;
    isByQuestion.current = false;
  }, [address]);
  useEffect(() => {
    // Whoever pressed something that is folded away now, such as an example.
    const { activeElement } = document;
    if (!isOpen && activeElement?.checkVisibility() === false) answer.current?.focus({ preventScroll: true });
  }, [isOpen]);
  useEffect(() => {
    if (isFaulty) setIsOpen(true);
  }, [isFaulty]);
  return { isOpen, setIsOpen, isByQuestion };
}

/** Longer ones are cut by nobody else, and a name may be as long as someone made it. */
const TITLE_CHARACTERS_MAX = 120;

/** For bookmarks, tabs and the list of pages to go back to. */
function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    const isLong = title.length > TITLE_CHARACTERS_MAX;
    document.title = `${isLong ? `${title.slice(0, TITLE_CHARACTERS_MAX)}…` : title} · Ratebook`;
    return () => {
      document.title = before;
    };
  }, [title]);
}
