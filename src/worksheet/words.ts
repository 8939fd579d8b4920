import type { Term, Words } from "./calculation.ts";

/** Writes words with values in between: words`capped at ${cap}`. A text, such as a code, is one more of the words. */
export function words([first = "", ...others]: TemplateStringsArray, ...parts: readonly (Term | string)[]): Words {
  const texts = [first];
  const terms: Term[] = [];
  for (const [place, part] of parts.entries()) {
    const after = others[place] as string;
    if (typeof part === "string") texts.push(`${texts.pop()}${part}${after}`);
    else {
      terms.push(part);
      texts.push(after);
    }
  }
  return { texts, terms };
}
