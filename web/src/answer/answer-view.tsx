import { useEffect, useState } from "preact/hooks";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { Answer } from "../api/ask.ts";
import { useAnswer } from "../api/use-answer.ts";
import { type Lookup, ratePath } from "../look-up/lookup.ts";
import { controlId } from "../look-up/parts-of-question.ts";
import { ProblemNotice } from "../parts/notice.tsx";
import { Waiting } from "../parts/waiting.tsx";
import { AnswerBody } from "./answer-body.tsx";
import "./answer.css";

interface AnswerViewProps {
  readonly lookup: Lookup;
  /** Whether the question says something by now that was not asked. */
  readonly isUnasked: boolean;
  /** Looks up again with some facts changed; null takes one away. */
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** An answer with the lookup that it answers: the two are never shown apart. */
interface Answered {
  readonly lookup: Lookup;
  readonly path: string;
  readonly answer: Answer<Explanation>;
}

/** The price, and why. What answers another question than the one beside it stays, marked as such, until the next answer is there. */
export function AnswerView({ lookup, isUnasked, onChange }: AnswerViewProps) {
  const [answered, setAnswered] = useState<Answered | null>(null);
  const path = ratePath(lookup, "/explain");
  const asked = useAnswer<Explanation>(path);
  const answer = asked.state === "answered" ? asked.answer : null;
  useEffect(() => {
    if (answer !== null) setAnswered({ lookup, path, answer });
  }, [answer]);

  const isCurrent = answered?.path === path;
  return (
    <div class="answer-view">
      {answer === null ? <Waiting of={asked} what="Looking the price up" /> : null}
      {answer === null ? null : (
        <p class="unasked" role="status">
          {isUnasked ? "This answers the question as it was before your change." : ""}
        </p>
      )}
      {answered === null ? null : (
        <div class={classOf(isCurrent, isUnasked)} aria-busy={!isCurrent}>
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
              {...(answered.answer.problem.errors === undefined ? { onAgain: asked.again } : {})}
            />
          )}
        </div>
      )}
    </div>
  );
}

function classOf(isCurrent: boolean, isUnasked: boolean): string {
  if (!isCurrent) return "answer-now outdated";
  return isUnasked ? "answer-now earlier" : "answer-now appears";
}
