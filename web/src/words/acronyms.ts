import type { Catalogue } from "../../../src/serve/http/catalogue.ts";

/* Which words of names are written in capitals. What a state abbreviates is read off its own declarations, never listed here. */

/** Those of the contract, which every state has. */
const OF_THE_CONTRACT = ["NPI", "ID"];

let known: ReadonlySet<string> = new Set(OF_THE_CONTRACT);

export function isAcronym(word: string): boolean {
  return known.has(word.toUpperCase());
}

/** Takes the acronyms from what the service says of its states. */
export function learnAcronyms({ states }: Catalogue): void {
  const texts = states.flatMap(({ settings, search }) => [
    ...settings.flatMap(({ description, figures }) => [description, ...Object.values(figures)]),
    ...[...settings, search].flatMap(({ parameters }) => parameters.map((each) => each.description)),
  ]);
  known = new Set([...OF_THE_CONTRACT, ...acronymsIn(texts)]);
}

/** Longer words in capitals are values of lists, such as CHILD. */
const CHARACTERS_MAX = 4;

/** The short words that some texts write in capitals and never in small letters. */
export function acronymsIn(texts: readonly string[]): readonly string[] {
  const words = new Set(texts.flatMap((text) => text.match(/(?<![\w<])[A-Za-z]{2,}(?!\w)/g) ?? []));
  return [...words].filter(
    (word) => word.length <= CHARACTERS_MAX && word === word.toUpperCase() && !words.has(word.toLowerCase()),
  );
}
