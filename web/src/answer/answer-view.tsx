import { useEffect, useState } from "preact/hooks";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Answer } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { AddToBasket } from "../basket/add-to-basket.tsx";
import { type Lookup, ratePath } from "../look-up/lookup.ts";
import { controlId } from "../look-up/question-form.tsx";
import { ProblemNotice, Waiting } from "../parts/notice.tsx";
import "./answer.css";
import { advisoriesOf, outcomeText } from "../../../src/answers/explanation/result-words.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { CopyButton } from "../parts/buttons.tsx";
import { WithOutside } from "../parts/chart-frame.tsx";
import { dayText } from "../words/day.ts";
import { AssumedSection, AvailableSection, GivenSection } from "./assumed-and-available.tsx";
import { NoRateSection } from "./no-rate/no-rate-section.tsx";
import { readableText } from "./receipt/bars.tsx";
import { ReceiptList } from "./receipt/receipt.tsx";
import { Everything, narrowed, ResultsTable } from "./results-table.tsx";
import { holdsOf, kindOf, sentenceOf } from "./sentence.ts";
import { canTryFigures, isChangeable, WhatIfSection } from "./what-if/what-if-section.tsx";

interface AnswerViewProps {
  readonly lookup: Lookup;
  /** Whether a field has a value that was not looked up yet. */
  readonly isUnsent: boolean;
  /** Looks up again with some facts changed; null removes one. */
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** An answer with its lookup: the two are never shown apart. */
interface Answered {
  readonly lookup: Lookup;
  readonly path: string;
  readonly answer: Answer<Explanation>;
}

/** The price, and why. An answer to an earlier question stays, marked as such, until the next one arrives. */
export function AnswerView({ lookup, isUnsent, onChange }: AnswerViewProps) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const path = ratePath(lookup, "/explain");
  const request = useAnswer<Explanation>(path);
  const answer = request.state === "answered" ? request.answer : null;
  useEffect(() => {
    if (answer !== null) setAnswered({ lookup, path, answer });
  }, [answer]);

  const isCurrent = answered?.path === path;
  return (
    <div class="answer-view">
      {answer === null ? <Waiting of={request} what="Looking the price up" /> : null}
      {answer === null ? null : (
        <p class="unsent" role="status">
          {isUnsent ? "This answers the question as it was before your change." : ""}
        </p>
      )}
      {answered === null ? null : (
        <div class={classOf(isCurrent, isUnsent)} aria-busy={!isCurrent}>
          {answered.answer.ok ? (
            <AnswerBody
              key={answered.path}
              lookup={answered.lookup}
              explanation={answered.answer.body}
              onChange={onChange}
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

function classOf(isCurrent: boolean, isUnsent: boolean): string {
  if (!isCurrent) return "answer-now outdated";
  return isUnsent ? "answer-now earlier" : "answer-now appears";
}

interface AnswerArticleProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** One result: the price, its service, and its calculation; or why there is none, in the same place. */
function AnswerArticle({ lookup, explanation, explained, onChange }: AnswerArticleProps) {
  const { result, no_rate: noRate, steps } = explained;
  const about = [kindOf(explained), holdsOf(explained)].filter((part) => part !== null).join(", ");
  const [tried, setTried] = useState<{ readonly figure: string | null } | null>(null);
  const canTry = canTryFigures(lookup, explained);
  const tryOf = (figure: string) => (canTry && isChangeable(explained, figure) ? () => setTried({ figure }) : null);
  const method = result.calculation_method ? String(result.calculation_method) : null;
  return (
    <article class="answer">
      <h2 class="price">{readableText(outcomeText(result))}</h2>
      <p class="price-about">{about}</p>
      <p class="sentence">
        <WithOutside
          text={sentenceOf(explanation, explained, lookup)}
          outside={typeof result.provider_name === "string" ? result.provider_name : null}
        />
      </p>
      <AddToBasket lookup={lookup} explanation={explanation} explained={explained} />
      <AnswerNotes explanation={explanation} result={result} />
      {noRate === null ? null : <NoRateSection noRate={noRate} lookup={lookup} onChange={onChange} />}
      {steps.length === 0 && explained.payment === null ? null : (
        <section class="answer-part" aria-labelledby="receipt-title">
          <h3 id="receipt-title">{noRate === null ? "How it is made" : "What was found on the way"}</h3>
          <ReceiptList explained={explained} setting={lookup.setting} tryOf={tryOf} />
        </section>
      )}
      {method === null ? null : (
        <section class="answer-part" aria-labelledby="method-title">
          <h3 id="method-title">In one line</h3>
          <p class="method">{method}</p>
          <CopyButton text={method} what="the calculation in one line" />
        </section>
      )}
      {canTry ? (
        <WhatIfSection lookup={lookup} explained={explained} tried={tried} onOpen={() => setTried({ figure: null })} />
      ) : null}
      <GivenSection lookup={lookup} explanation={explanation} />
      <AssumedSection explanation={explanation} setting={lookup.setting} />
      <AvailableSection result={result} setting={lookup.setting} onChange={onChange} />
    </article>
  );
}

interface AnswerBodyProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** The answer to a lookup: its results to choose from when there are several, and the chosen one in full. */
function AnswerBody({ lookup, explanation, onChange }: AnswerBodyProps) {
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
            Look up this one alone
          </button>
        </p>
      )}
      <AnswerArticle key={chosen} lookup={lookup} explanation={explanation} explained={explained} onChange={onChange} />
      <Everything explanation={explanation} explained={explained} />
      <p class="on-paper printed-foot">
        {release.name} {release.version}, content hash {release.content_hash}
        {typeof day === "string" ? `. Rates of ${dayText(day)}` : ""}.
      </p>
    </>
  );
}

interface AnswerNotesProps {
  readonly explanation: Explanation;
  readonly result: Result;
}

/** What to know before relying on the price: incomplete data, old editions, and the state's remarks on the amount. */
function AnswerNotes({ explanation: { empty_tables: empty, stale }, result }: AnswerNotesProps) {
  const notes = [
    ...empty.map(({ message }) => ["Data in part", message] as const),
    ...stale.map(({ message }) => ["Old edition", message] as const),
    ...advisoriesOf(result).map((message) => ["Note", message] as const),
  ];
  if (notes.length === 0) return null;
  return (
    <ul class="answer-notes">
      {notes.map(([title, message]) => (
        <li key={message}>
          <strong>{title}.</strong> {message}
        </li>
      ))}
    </ul>
  );
}
