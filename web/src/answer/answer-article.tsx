import { useState } from "preact/hooks";
import { outcomeText } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { CopyButton } from "../parts/copy-button.tsx";
import { WithOutside } from "../parts/with-outside.tsx";
import { AnswerNotes } from "./answer-notes.tsx";
import { AssumedSection } from "./assumed-section.tsx";
import { AvailableSection } from "./available-section.tsx";
import { GivenSection } from "./given-section.tsx";
import { NoRateSection } from "./no-rate/no-rate-section.tsx";
import { readableText } from "./receipt/amounts.ts";
import { ReceiptList } from "./receipt/receipt.tsx";
import { holdsOf, kindOf, sentenceOf } from "./sentence.ts";
import { isChangeable } from "./what-if/figures.ts";
import { canTryFigures, WhatIfSection } from "./what-if/what-if-section.tsx";

interface AnswerArticleProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** One result: the price, large, what it is the price of, and how it is made; or why there is none, in the same place. */
export function AnswerArticle({ lookup, explanation, explained, onChange }: AnswerArticleProps) {
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
