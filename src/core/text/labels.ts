/* Names of the API and of tables as people read them. The page, the workbook and the printed explanation share these words. */

/** Names that the trade calls otherwise. */
const CALLED: Readonly<Record<string, string>> = { state_provider_id: "Medicaid provider ID" };

/** Acronyms of the contract, which every state has. What a state abbreviates is read off its declarations (`acronymsIn`). */
export const CONTRACT_ACRONYMS: ReadonlySet<string> = new Set(["NPI", "ID"]);

/** A parameter or field as a label: `date_of_service` is "Date of service". */
export function labelOf(name: string, acronyms = CONTRACT_ACRONYMS): string {
  return capital(wordsOf(name, acronyms));
}

/** A parameter or field within a sentence: `date_of_service` is "date of service". */
export function wordsOf(name: string, acronyms = CONTRACT_ACRONYMS): string {
  const called = Object.hasOwn(CALLED, name) ? CALLED[name] : undefined;
  if (called !== undefined) return called;
  return name
    .replaceAll("_", " ")
    .replaceAll(/\b[a-z]+\b/g, (word) => (acronyms.has(word.toUpperCase()) ? word.toUpperCase() : word));
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const FLAGS: ReadonlyMap<string, string> = new Map([
  ["true", "yes"],
  ["false", "no"],
]);

/** A value of a parameter or field in words: a flag is yes or no, and a list's values have words in its declaration. */
export function valueWords(value: string, words: Readonly<Record<string, string>>): string {
  return FLAGS.get(value) ?? (Object.hasOwn(words, value) ? (words[value] ?? value) : value);
}

/** The words of some values of a list, such as those that a column has. */
export function wordsAmong<Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(values.map((value) => [value, words[value]]));
}

/** A text with the values of lists that it names in words: `mostly non_facility` is "mostly non-facility". */
export function withValueWords(text: string, words: Readonly<Record<string, string>>): string {
  return text.replaceAll(SNAKE, (name) => (Object.hasOwn(words, name) ? (words[name] ?? name) : name));
}

const SNAKE = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** A text with its parameters, fields and values in words, and its dollars in groups: `provider_type` is "provider type". */
export function plainWords(text: string, acronyms = CONTRACT_ACRONYMS): string {
  const inWords = text.replaceAll(SNAKE, (name) => wordsOf(name, acronyms)).replaceAll(/\bnpi\b/g, "NPI");
  return groupedDollars(inWords);
}

/** What a message cites: it stays as it is in the file. */
const CITED = /("(?:[^"\\]|\\.)*")/;

/** How declarations write a part of a value, such as `<drg>`. */
const PART = /<([a-z]+)>/g;

/** The parts of a value in capitals: `<drg>-<soi>` is "DRG-SOI". */
export function partsOf(text: string): string {
  return text.replaceAll(PART, (_, name: string) => name.toUpperCase());
}

const SEND_ONE_OF = "Send at least one of ";

/** The beginning of a sentence: `Send at least one of npi, state_provider_id`. */
export function sendOneOf(names: readonly string[]): string {
  return SEND_ONE_OF + names.join(", ");
}

/** An error in a line of a file for its reader: parameters and values in words, and what it cites as it is, with the heading at its beginning. */
export function faultWords(message: string, acronyms = CONTRACT_ACRONYMS, heading = ""): string {
  if (message.startsWith(SEND_ONE_OF)) {
    return `Add at least one of these: ${plainWords(message.slice(SEND_ONE_OF.length), acronyms)}`;
  }
  const kept = message.startsWith(heading) ? heading : "";
  const words = message
    .slice(kept.length)
    .split(CITED)
    .map((part, place) => (place % 2 === 1 ? part : partsOf(plainWords(whatToEnter(part), acronyms))));
  return kept + words.join("");
}

/** What a refusal says after the value: ` is not valid: expected 10 digits.` is " cannot be used. Enter 10 digits." */
function whatToEnter(refusal: string): string {
  return (
    refusal
      .replace(/ is not valid: expected /, " cannot be used. Enter ")
      .replace(/^: expected /, " cannot be used. Enter ")
      .replace(/ is empty: expected /, " is empty. Enter ")
      .replace(/ is required: /, " is needed: ")
      // How a program would answer: the reader has a list for it.
      .replace(/ \(the field [a-z_]+\)/, "")
      .replace(/(?<= Enter )(?:the JSON boolean )?true or false\b/, "yes or no")
  );
}

/** The whole dollars of an amount that has thousands. */
const THOUSANDS = /(?<=\$-?)[0-9]{4,}/g;

/** Dollars with thousands separators, `$20,730.24`, wherever they are in a text; digits stay. */
export function groupedDollars(text: string): string {
  return text.replaceAll(THOUSANDS, (digits) => digits.replaceAll(/(?<=[0-9])(?=(?:[0-9]{3})+$)/g, ","));
}

/** Longer words in capitals are values of lists, such as CHILD. */
const ACRONYM_CHARACTERS_MAX = 4;

/** The short words that some texts write in capitals and never in small letters, with those of the contract. */
export function acronymsIn(texts: readonly string[]): ReadonlySet<string> {
  const words = new Set(texts.flatMap((text) => text.match(/(?<![\w<])[A-Za-z]{2,}(?!\w)/g) ?? []));
  const found = [...words].filter(
    (word) => word.length <= ACRONYM_CHARACTERS_MAX && word === word.toUpperCase() && !words.has(word.toLowerCase()),
  );
  return new Set([...CONTRACT_ACRONYMS, ...found]);
}
