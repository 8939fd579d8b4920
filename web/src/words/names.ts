import { tellingFields } from "../../../src/answers/telling-fields.ts";
import {
  acronymsIn,
  CONTRACT_ACRONYMS,
  capital,
  faultWords as faultWordsWith,
  labelOf as labelWith,
  valueWords,
  withValueWords,
  wordsOf,
  plainWords as wordsWith,
} from "../../../src/core/text/labels.ts";
import { type Entry, messageWords as messageWordsWith } from "../../../src/core/text/message-words.ts";
import type { Catalogue } from "../../../src/serve/http/catalogue.ts";
import type { CatalogueSetting } from "../api/ready.ts";

/* The words of `src/core/text/labels.ts`, with the acronyms of the states that are served. */

let acronyms = CONTRACT_ACRONYMS;
let values: Readonly<Record<string, string>> = {};

/** Takes the acronyms and the words of values from what the service says of its states: the page lists none. */
export function learnWords({ states }: Pick<Catalogue, "states">): void {
  values = Object.assign({}, ...states.map(({ words }) => words));
  const texts = states.flatMap(({ settings, search }) => [
    ...settings.flatMap(({ description, figures }) => [description, ...Object.values(figures)]),
    ...[...settings, search].flatMap(({ parameters }) => parameters.map((each) => each.description)),
  ]);
  acronyms = acronymsIn(texts);
}

/** A parameter or field of the API as a label: `date_of_service` is "Date of service". */
export function labelOf(name: string): string {
  return labelWith(name, acronyms);
}

/** The same within a sentence: "date of service", "DRG base rate". */
export function nameWords(name: string): string {
  return wordsOf(name, acronyms);
}

/** A text of the API with the names of its parameters in words and its dollars in groups of three digits. */
export function plainWords(text: string): string {
  return wordsWith(withValueWords(text, values), acronyms);
}

/** A message of the service about a missing price, in words: what a reader can enter, in a field or in a column of a file. */
export function messageWords(message: string, entry: Entry): string {
  return messageWordsWith(withValueWords(message, values), entry, acronyms);
}

/** An error in a line of a file, in words; what it cites of the file stays, and the heading at its beginning. */
export function faultWords(message: string, headings: readonly string[]): string {
  const [longest = ""] = headings.filter((each) => message.startsWith(each)).sort((a, b) => b.length - a.length);
  return faultWordsWith(withValueWords(message, values), acronyms, longest);
}

/** A value of the API in words: `non_facility` is "non-facility", `true` is "yes"; what was typed stays as it is. */
export function valueText(value: string): string {
  return valueWords(value, values);
}

/** The values of several results, each in words. */
export function valuesText(several: string): string {
  return several.split("; ").map(valueText).join("; ");
}

/** Words joined as in a sentence: "a, b and c". */
export function listText(words: readonly string[], last: "and" | "or" = "and"): string {
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

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
  const described = Object.hasOwn(figures, name) ? figures[name] : undefined;
  if (described === undefined) return name.includes("_") ? wordsOf(name, acronyms) : name;
  return uncapital(described.replace(FOR_WHICH, "").replace(ASIDE, "").replace(/^the /i, "").replaceAll("_", " "));
}

/** The name of a figure at the beginning of a line. */
export function figureTitle(name: string, setting: Described): string {
  return capital(figureName(name, setting));
}

const MACHINE_NAME = /\b[a-z][a-z0-9]*(?:_[A-Za-z0-9]+)*\b/g;

/** A text of a calculation with its fields and columns in words. `names`: what its figures are called there. */
export function inWords(text: string, names: ReadonlySet<string>, setting: Described): string {
  return text.replaceAll(MACHINE_NAME, (word) =>
    word.includes("_") || (names.has(word) && Object.hasOwn(setting.figures, word)) ? figureName(word, setting) : word,
  );
}

/** Not what is capitals, such as APG, nor a name. */
function uncapital(words: string): string {
  return /^[A-Z][a-z]/.test(words) && !/^Medicaid\b/.test(words)
    ? words.charAt(0).toLowerCase() + words.slice(1)
    : words;
}

/** The release that answered, as its header names it, without its hash: "Rates 2026.11". */
export function ratesText(release: string): string {
  return `Rates ${release.replace(/ [0-9a-f]{12}$/, "")}`;
}

/** A reason of the API in the words of the page: what was not sent was not entered. */
export function reasonText(reason: string): string {
  return reason.replace(/^not sent: /, "").replaceAll(/\bnot (?:sent|supplied)\b/g, "not entered");
}

/** A result of a lookup, as far as the page reads it by itself. */
export type Result = Readonly<Record<string, unknown>> & {
  readonly payment_rate: string | null;
  readonly payment_rate_type: string | null;
  readonly error_message: string | null;
  readonly provider_name?: string | null;
};

/** What distinguishes results, in a few words each: the severity, the campus, the region ... */
export function namesOf(results: readonly Result[]): readonly string[] {
  const fields = tellingFields(results, FIELDS_MAX);
  if (results.length <= 1) return results.map(() => "");
  const names = results.map((each) => fields.map((name) => worded(name, each[name])).join(", "));
  return isDifferent(names) ? names : names.map((name, place) => `${place + 1}${name === "" ? "" : `: ${name}`}`);
}

/** More would be no name. */
const FIELDS_MAX = 2;

function isDifferent(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

/** A word speaks for itself; a number, a flag and a blank need the name of their field. */
function worded(name: string, value: unknown): string {
  if (typeof value === "string" && /[a-z-]/i.test(value)) return valueText(value);
  const label = name.includes("_") ? labelOf(name) : name.toUpperCase();
  if (value === null) return `no ${label}`;
  return typeof value === "boolean" ? `${label}: ${value ? "yes" : "no"}` : `${label} ${value}`;
}
