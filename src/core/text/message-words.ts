import { labelOf, partsOf, plainWords, wordsOf } from "./labels.ts";

/* Messages of rules and errors, in words for people. They are written for programs, which send parameters. */

/** Where a reader enters what is missing: in a field of a form, or in a column of a file. */
export type Entry = "field" | "column";

/** How a program would search for a provider; a reader has a field for it. */
const SEARCH_PATH = /(?: or)? use \/[a-z]{2}\/providers\/search\b/gi;

/** A table or a publication, such as `medicare/locality-counties`. */
const TABLE = /\b[a-z]{2,8}\/([a-z]+(?:[_-][a-z]+)*)\b/g;

const GROUP_CODE = /\bsend the (E?APG) (?:code|number)(?: with billing_code_type E?APG| instead)/gi;

const PARAMETER = /\b([Ss])end ([a-z]+(?:_[a-z]+)+)(?: instead)?\b/g;

/** A message of a lookup without a price, in words. */
export function messageWords(message: string, entry: Entry, acronyms?: ReadonlySet<string>): string {
  const isField = entry === "field";
  const entered = (name: string) => (isField ? wordsOf(name, acronyms) : `a column "${labelOf(name, acronyms)}"`);
  const verb = (first: string) => (isField ? `${first === "S" ? "E" : "e"}nter` : `${first === "S" ? "A" : "a"}dd`);
  const text = message
    .replaceAll(SEARCH_PATH, "")
    .replaceAll(GROUP_CODE, (_, system: string) =>
      isField ? `enter the ${system} code` : `put the ${system} into a column with the heading "${system}"`,
    )
    .replaceAll(PARAMETER, (_, first: string, name: string) => `${verb(first)} ${entered(name)}`)
    .replaceAll(/\b(S|s)end\b/g, (_, first: string) => `${first === "S" ? "E" : "e"}nter`)
    .replaceAll(/\bis required (?=for\b)/g, "is needed ")
    .replaceAll(/\bnot (?:sent|supplied)\b/g, "not entered")
    .replaceAll(TABLE, (_, name: string) => name.replaceAll(/[_-]/g, " "));
  return partsOf(plainWords(text, acronyms));
}
