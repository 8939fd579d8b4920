import type { CatalogueSetting } from "../api/catalogue.ts";
import { capital, labelOf } from "./name.ts";

/* Figures of a calculation as people call them. */

/** How a declaration begins that says for which stays it is: "Acute: service intensity weight". */
const FOR_WHICH = /^[A-Z][\w -]*: /;

/** What follows says when a field is empty, or how it is counted. */
const ASIDE = /[.,;(].*$/;

type Described = Pick<CatalogueSetting, "figures">;

/**
 * The name of a figure in words. One that is a field of the result is called what the declaration of that field says; any
 * other has its name from the methodology, which is in words already, or is that of a column.
 */
export function figureName(name: string, { figures }: Described): string {
  const described = figures[name];
  if (described === undefined) return name.includes("_") ? uncapital(labelOf(name)) : name;
  return uncapital(described.replace(FOR_WHICH, "").replace(ASIDE, "").replace(/^the /i, "").replaceAll("_", " "));
}

/** The same at the beginning of a line. */
export function figureTitle(name: string, setting: Described): string {
  return capital(figureName(name, setting));
}

const MACHINE_NAME = /\b[a-z][a-z0-9]*(?:_[a-z0-9]+)*\b/g;

/** A text of a calculation with its fields and columns in words. `names`: what its figures are called there. */
export function inWords(text: string, names: ReadonlySet<string>, setting: Described): string {
  return text.replaceAll(MACHINE_NAME, (word) =>
    word.includes("_") || (names.has(word) && word in setting.figures) ? figureName(word, setting) : word,
  );
}

/** Not what is capitals, such as APG. */
function uncapital(words: string): string {
  return /^[A-Z][a-z]/.test(words) ? words.charAt(0).toLowerCase() + words.slice(1) : words;
}
