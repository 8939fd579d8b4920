import { useEffect, useState } from "preact/hooks";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { dayText } from "../../../src/core/calendar/day.ts";
import type { Answer } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { knownOf, type Lookup, ratePath } from "../look-up/lookup.ts";
import { controlId, questionText } from "../look-up/question-form.tsx";
import { ProblemNotice, Waiting } from "../parts/notice.tsx";
import { Welcome } from "../parts/welcome.tsx";
import "./answer.css";
import { shareOfCharges } from "../../../src/answers/explanation/result-words.ts";
import type { CatalogueSetting, ReleaseInService } from "../api/ready.ts";
import { CopyButton } from "../parts/buttons.tsx";
import { availableIn, useAlternativePrices } from "./alternatives.ts";
import { AssumedSection, AvailableSection, GivenSection } from "./assumed-and-available.tsx";
import { canCompareWithMedicare, MedicareSection } from "./benchmark/medicare-section.tsx";
import { NoRateSection } from "./no-rate/no-rate-section.tsx";
import { PriceHead } from "./price-head.tsx";
import { ReceiptList } from "./receipt/receipt.tsx";
import type { DefaultUsed } from "./receipt/receipt-of.ts";
import { formulaWords } from "./receipt/receipt-text.ts";
import { Everything, narrowed, ResultsTable } from "./results-table.tsx";
import { canTryFigures, isChangeable, WhatIfSection } from "./what-if/what-if-section.tsx";

interface AnswerViewProps {
  readonly lookup: Lookup;
  /** Whether a field has a value that was not looked up yet. */
  readonly isUnsent: boolean;
  /** The release in service, whose sources say which publications are the newest; null until it is known. */
  readonly release: ReleaseInService | null;
  /** Looks up again with some facts changed; null removes one. */
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
  /** Units of the claim line were entered; empty: removed. */
  readonly onUnits: (units: string) => void;
}

/** An answer with its lookup: the two are never shown apart. */
interface Answered {
  readonly lookup: Lookup;
  readonly path: string;
  readonly answer: Answer<Explanation>;
}

/**
 * The price, and why. An answer to an earlier question keeps its place until the next one arrives, so that nothing jumps, but out of
 * reach: it cannot be read out, selected, copied or printed, and it is headed by the question that it answers.
 */
export function AnswerView({ lookup, isUnsent, release, onChange, onUnits }: AnswerViewProps) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const path = ratePath(lookup, "/explain");
  const request = useAnswer<Explanation>(path);
  const answer = request.state === "answered" ? request.answer : null;
  useEffect(() => {
    if (answer !== null) setAnswered({ lookup, path, answer });
  }, [answer]);

  const isCurrent = answered?.path === path;
  const isOfBefore = answered !== null && (!isCurrent || isUnsent);
  const ofBefore = isOfBefore ? `This is the answer to “${questionOf(answered)}”, not to what is entered.` : "";
  return (
    <div class="answer-view">
      {answer === null && answered === null ? <Welcome /> : null}
      {answer === null ? <Waiting of={request} what="Looking the price up" meanwhile={ofBefore} /> : null}
      {answer === null ? null : (
        <p class="unsent" role="status">
          {isUnsent && isOfBefore ? <span>{ofBefore}</span> : null}
        </p>
      )}
      {isOfBefore ? <p class="on-paper">What is entered was not looked up, so no rate is printed.</p> : null}
      {answered === null ? null : (
        <div class={classOf(isCurrent, isUnsent)} aria-busy={!isCurrent} inert={isOfBefore} aria-hidden={isOfBefore}>
          {answered.answer.ok ? (
            <AnswerBody
              key={answered.path}
              // The same question may have another group to compare with by now, which its link names.
              lookup={isCurrent ? lookup : answered.lookup}
              explanation={answered.answer.body}
              release={release}
              onChange={onChange}
              onUnits={onUnits}
            />
          ) : (
            <ProblemNotice
              problem={answered.answer.problem}
              controlOf={controlId}
              // A faulty request is corrected in its field; only what failed by itself is worth asking again.
              {...(answered.answer.problem.errors === undefined ? { onAgain: request.again } : {})}
            />
          )}
        </div>
      )}
    </div>
  );
}

/** The question that an answer is of, as far as the answer says it. */
function questionOf({ lookup, answer }: Answered): string {
  const { said, understood } = knownOf({ state: "answered", answer }, lookup);
  const day = understood[lookup.setting.day_parameter];
  return questionText(lookup, said("provider_name"), day === undefined ? day : String(day));
}

function classOf(isCurrent: boolean, isUnsent: boolean): string {
  if (!isCurrent) return "answer-now outdated";
  return isUnsent ? "answer-now earlier" : "answer-now appears";
}

interface AnswerArticleProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
  /** Its place among the results. The prices of alternatives are of the first one. */
  readonly place: number;
  readonly release: ReleaseInService | null;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
  readonly onUnits: (units: string) => void;
}

/** One result: the price, its service, and its calculation; or why there is none, in the same place. */
function AnswerArticle(props: AnswerArticleProps) {
  const { lookup, explanation, explained, place, release, onChange, onUnits } = props;
  const { setting } = lookup;
  const { result, no_rate: noRate, steps } = explained;
  const available = availableIn(result, setting);
  const prices = useAlternativePrices(lookup, available, place === 0);
  const [tried, setTried] = useState<{ readonly figure: string | null } | null>(null);
  const canTry = canTryFigures(lookup, explained);
  const tryOf = (figure: string) => (canTry && isChangeable(explained, figure) ? () => setTried({ figure }) : null);
  const isRate = noRate === null || shareOfCharges(result) !== null;
  const formula = result.calculation_method
    ? formulaWords(String(result.calculation_method), explained, setting)
    : null;
  const defaults = numbersIn(explanation.assumptions, setting);
  return (
    <article class="answer">
      <PriceHead
        lookup={lookup}
        explanation={explanation}
        explained={explained}
        release={release}
        available={available}
        prices={prices}
        defaults={defaults}
        onUnits={onUnits}
      />
      {noRate === null ? null : <NoRateSection noRate={noRate} isShare={isRate} lookup={lookup} onChange={onChange} />}
      <div class="answer-columns">
        <div class="answer-main">
          {steps.length === 0 && explained.payment === null ? null : (
            <section class="answer-part" aria-labelledby="receipt-title">
              <h3 id="receipt-title">{isRate ? "Calculation" : "What was found on the way"}</h3>
              <ReceiptList explained={explained} setting={setting} defaults={defaults} tryOf={tryOf} />
            </section>
          )}
          {formula === null ? null : (
            <section class="answer-part" aria-labelledby="method-title">
              <h3 id="method-title">Formula</h3>
              <p class="method">{formula}</p>
              <CopyButton text={formula} what="the formula" />
            </section>
          )}
          {canTry ? (
            <WhatIfSection
              lookup={lookup}
              explained={explained}
              tried={tried}
              onOpen={() => setTried({ figure: null })}
            />
          ) : null}
          {canCompareWithMedicare(lookup, release) ? <MedicareSection lookup={lookup} place={place} /> : null}
        </div>
        <div class="answer-side">
          <AvailableSection available={available} prices={prices} onChange={onChange} />
          <GivenSection lookup={lookup} explanation={explanation} />
          <AssumedSection explanation={explanation} setting={setting} />
        </div>
      </div>
    </article>
  );
}

/** Defaults of counts and amounts: steps of the calculation compute them. */
function numbersIn(assumptions: Explanation["assumptions"], { parameters }: CatalogueSetting): readonly DefaultUsed[] {
  const kinds = new Map(parameters.map(({ name, kind }) => [name, kind]));
  return assumptions.filter(({ parameter }) => ["count", "dollars"].includes(kinds.get(parameter) ?? ""));
}

interface AnswerBodyProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly release: ReleaseInService | null;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
  readonly onUnits: (units: string) => void;
}

/** The answer to a lookup: its results to choose from when there are several, and the chosen one in full. */
function AnswerBody({ lookup, explanation, release: inService, onChange, onUnits }: AnswerBodyProps) {
  const { explanations, release, request } = explanation;
  const [chosen, setChosen] = useState(0);
  const explained = explanations[chosen] ?? explanations[0];
  if (explained === undefined) return null;
  const results = explanations.map(({ result }) => result);
  const alone = results.length === 1 ? null : narrowed(explained.result, results, lookup);
  const day = request[lookup.setting.day_parameter];
  return (
    <>
      {results.length === 1 ? null : (
        <ResultsTable lookup={lookup} explanations={explanations} chosen={chosen} onChoose={setChosen} />
      )}
      {alone === null ? null : (
        <p class="alone">
          <button type="button" onClick={() => onChange(alone)}>
            Show this one alone
          </button>
        </p>
      )}
      <AnswerArticle
        key={chosen}
        lookup={lookup}
        explanation={explanation}
        explained={explained}
        place={chosen}
        release={inService}
        onChange={onChange}
        onUnits={onUnits}
      />
      <Everything explanation={explanation} explained={explained} />
      <p class="on-paper printed-foot">
        {release.name} {release.version}
        {typeof day === "string" ? `. Rates of ${dayText(day)}` : ""}.
      </p>
    </>
  );
}
