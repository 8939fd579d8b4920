import type { Lookup } from "../look-up/lookup.ts";

interface AnswerViewProps {
  readonly lookup: Lookup;
  /** Looks up again with some facts changed; null takes one away. */
  readonly onChange: (fields: Readonly<Record<string, string | null>>) => void;
}

/** The price, and why. */
export function AnswerView({ lookup }: AnswerViewProps) {
  return <p>{lookup.setting.summary}</p>;
}
