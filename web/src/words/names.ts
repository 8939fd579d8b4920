import { tellingFields } from "../../../src/answers/telling-fields.ts";
import type { Catalogue } from "../../../src/serve/http/catalogue.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { moneyText } from "./amount.ts";

/** What the trade calls a parameter otherwise than its name. */
const CALLED: Readonly<Record<string, string>> = { state_provider_id: "Medicaid provider ID" };

/** A parameter or field of the API as a label: `date_of_service` is "Date of service". */
export function labelOf(name: string): string {
  const called = Object.hasOwn(CALLED, name) ? CALLED[name] : undefined;
  if (called !== undefined) return called;
  const words = name
    .split("_")
    .join(" ")
    .replaceAll(/\b[a-z]+\b/g, (word) => (isAcronym(word) ? word.toUpperCase() : word));
  return capital(words);
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Words joined as in a sentence: "a, b and c". */
export function listText(words: readonly string[]): string {
  if (words.length <= 1) return words.join("");
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1)}`;
}

/** "1 line", "12 lines", with groups. */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;
}

/* Which words of names are written in capitals. What a state abbreviates is read off its own declarations, never listed here. */

/** Those of the contract, which every state has. */
const OF_THE_CONTRACT = ["NPI", "ID"];

let known: ReadonlySet<string> = new Set(OF_THE_CONTRACT);

function isAcronym(word: string): boolean {
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

const UNGROUPED_DOLLARS = /\$([0-9]{4,}(?:\.[0-9]+)?)(?![0-9,])/g;

/** A text of the API with the names of its parameters in words (`date_of_service`) and its dollars in groups of three digits. */
export function plainWords(text: string): string {
  return text
    .replaceAll(/\b[a-z]+(?:_[a-z0-9]+)+\b/g, (name) => uncapital(labelOf(name)))
    .replaceAll(/\bnpi\b/g, "NPI")
    .replaceAll(UNGROUPED_DOLLARS, (_, digits: string) => moneyText(digits));
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
  const described = figures[name];
  if (described === undefined) return name.includes("_") ? uncapital(labelOf(name)) : name;
  return uncapital(described.replace(FOR_WHICH, "").replace(ASIDE, "").replace(/^the /i, "").replaceAll("_", " "));
}

/** The name of a figure at the beginning of a line. */
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
  if (typeof value === "string" && /[a-z-]/i.test(value)) return value;
  const label = name.includes("_") ? labelOf(name) : name.toUpperCase();
  if (value === null) return `no ${label}`;
  return typeof value === "boolean" ? `${label}: ${value ? "yes" : "no"}` : `${label} ${value}`;
}
