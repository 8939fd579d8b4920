import { useState } from "preact/hooks";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { Lookup } from "../look-up/lookup.ts";
import { dayText } from "../words/day.ts";
import { AnswerArticle } from "./answer-article.tsx";
import { Everything } from "./everything.tsx";
import { ResultsTable } from "./results-table.tsx";
import { narrowed } from "./tell-apart.ts";

interface AnswerBodyProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** All that the service says of a lookup: its results to choose from where there are several, and the chosen one in full. */
export function AnswerBody({ lookup, explanation, onChange }: AnswerBodyProps) {
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
