import { showingInvisible } from "./invisible.ts";

/** Why a text is not a value of its kind: what was expected instead, as the end of a sentence. */
export class Refusal {
  readonly expected: string;

  constructor(expected: string) {
    this.expected = expected;
  }
}

const SHOWN_LENGTH_MAX = 60;

/** A refused value as messages quote it: short enough for one line. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return showingInvisible(
    JSON.stringify(text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}...` : text),
  );
}
