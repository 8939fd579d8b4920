import { advisoriesOf } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import type { Result } from "../../../src/pricing/result.ts";

interface AnswerNotesProps {
  readonly explanation: Explanation;
  readonly result: Result;
}

/** What to know before relying on the price: data in part, old editions, and what the state says of the amount. */
export function AnswerNotes({ explanation: { empty_tables: empty, stale }, result }: AnswerNotesProps) {
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
