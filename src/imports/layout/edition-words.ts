/*
 * Words that tell the editions of one column apart: `New Rate`, `Rate Effective 1/1/2026` and `Q1 2026 Rate` are all the rate, of
 * different days.
 */

const WORDS =
  "current|new|old|previous|prev|prior|former|existing|proposed|pending|draft|revised|updated|amended|corrected|preliminary|final|original|future|upcoming|next|latest|increased|effective|eff|as of";
const WORD = new RegExp(`\\b(?:${WORDS})\\b\\.?`, "g");
/** The same in a heading without spaces, such as `NEWRATE`. */
const JOINED = new RegExp(`^(?:${WORDS})+|(?:${WORDS})+$`, "g");

const YEAR = "(?:19|20)[0-9]{2}";
/** `APR-DRG` is no April. */
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?(?![ -]?drg)|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

/** Days first: what is left of a day would be read as a year. */
const DATES: readonly RegExp[] = [
  /\b[0-9]{1,2}[-./][0-9]{1,2}[-./](?:[0-9]{4}|[0-9]{2})\b|\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b|\b(?:19|20)[0-9]{6}\b/g,
  new RegExp(`\\b${MONTH}\\b\\.? [0-9]{1,2}(?:,? ?${YEAR})?\\b`, "g"),
  new RegExp(`\\b(?:(?:cy|s?fy) ?)?${YEAR}[^0-9a-z]{0,3}q[1-4]\\b`, "g"),
  new RegExp(`\\bq[1-4]\\b(?:[^0-9a-z]{0,3}(?:(?:cy|s?fy) ?)?(?:${YEAR}|[0-9]{2})\\b)?`, "g"),
  /\b(?:1st|2nd|3rd|4th|first|second|third|fourth) (?:quarter|qtr)\b|\b(?:quarter|qtr) ?[1-4]\b|\b[1-4]q ?[0-9]{2,4}\b/g,
  new RegExp(`\\b${MONTH}\\b\\.?(?:[^0-9a-z]{0,2}(?:${YEAR}|[0-9]{2})\\b)?`, "g"),
  new RegExp(`\\b[0-9]{1,2}[-/]${YEAR}\\b`, "g"),
  new RegExp(`\\b(?:(?:cy|s?fy) ?)?${YEAR}(?: ?[-/\u2013] ?(?:${YEAR}|[0-9]{2}))?\\b`, "g"),
  /\b(?:cy|s?fy) ?'?[0-9]{2}(?: ?[-/] ?[0-9]{2})?\b/g,
];
/** Stands where a date was. */
const DATE = "\u0001";
/** A date with the words that lead to it and from it: `effective date 1/1/2026 and after`, `from 1/1/2026 to 3/31/2026`. */
const DATE_PHRASE = new RegExp(
  `(?:\\b(?:effective|eff|as of|dates?|from|begin(?:s|ning)?|start(?:s|ing)?|on|for|in|of|since|through|thru|until|till|to|end(?:s|ing)?|before|after|and|(?:(?:calendar|fiscal|rate) )?year)\\b[^0-9a-z]*)*${DATE}(?:[^0-9a-z]*(?:and|or|to|through|thru)? ?(?:later|after|forward|onwards?|present)\\b)?`,
  "g",
);

/** No publication has a longer heading; each word of one is taken out by itself, so that its time grows with the square of its length. */
const HEADING_CHARACTERS_MAX = 300;

/**
 * What a heading may be besides the words that tell its edition: without its dates, without each of the other words, without all of
 * them. Each one by itself, as a publication may have `New Rate` for a field: `Updated New Rate` is the same column then.
 */
export function withoutEditionWords(heading: string): readonly string[] {
  if (heading.length > HEADING_CHARACTERS_MAX) return [];
  const text = spaced(heading);
  const found = new Set<string>();
  for (const each of new Set([text, ...withoutDates(text)])) {
    found.add(tidy(each));
    for (const { index, 0: word } of each.matchAll(WORD)) {
      found.add(tidy(`${each.slice(0, index)} ${each.slice(index + word.length)}`));
    }
    found.add(tidy(each.replace(WORD, " ")));
  }
  for (const each of [...found]) if (!each.includes(" ")) found.add(each.replace(JOINED, ""));
  found.delete("");
  found.delete(tidy(text));
  return [...found];
}

/** A text without its dates, and without the words around them; none where it has no date. */
function withoutDates(text: string): readonly string[] {
  const dated = DATES.reduce((left, date) => left.replace(date, DATE), text);
  return dated.includes(DATE) ? [dated.replaceAll(DATE, " "), dated.replace(DATE_PHRASE, " ")] : [];
}

/** In lower case, with spaces between words that are told apart by underscores or capitals, or by the digits of a year. */
function spaced(heading: string): string {
  return heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/([a-z])((?:19|20)[0-9]{2})(?![0-9])/g, "$1 $2")
    .replace(/(?<![0-9])((?:19|20)[0-9]{2})([a-z])/g, "$1 $2")
    .replace(/[\s_]+/g, " ");
}

/** Without the brackets, dashes and commas that the words have left. */
function tidy(text: string): string {
  return text
    .replace(/[([]\W{0,9}[)\]]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:*\u2013-]+|[\s,;:*\u2013-]+$/g, "");
}
