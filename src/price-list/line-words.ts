import type { PriceLine } from "../answers/price-list/schema.ts";
import { labelOf, plainWords, valueWords, withValueWords } from "../core/text/labels.ts";

/** Parameters and values in a text as readers call them; what was not sent was not entered. */
export type InWords = (text: string) => string;

/** A default as notes have it: `assumed payer_class = FFS`. */
const ASSUMED = /^assumed (\S+) = /;

/** `words`: the state's words for values. */
export function inWordsOf(words: Readonly<Record<string, string>>): InWords {
  return (text) =>
    plainWords(withValueWords(text.replace(ASSUMED, "assumed $1: "), words)).replaceAll(
      /\bnot (?:sent|supplied)\b/g,
      "not entered",
    );
}

/** "Emergency room: yes" */
export function withText(parameters: PriceLine["parameters"], inWords: InWords): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${labelOf(name)}: ${inWords(valueWords(value, {}))}`)
    .join(", ");
}
