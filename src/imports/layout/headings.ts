import type { Spelling } from "../declaring/fields.ts";

/** A heading without what editions vary: case, spaces, punctuation, accents. */
export function foldHeading(heading: string): string {
  return heading
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "");
}

/** A heading for patterns: lower case, on one line, with spaces for the underscores of open data portals. */
function plainHeading(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[\s_]+/g, " ")
    .trim();
}

function isSpelled(heading: string, spelling: Spelling): boolean {
  if (heading === "") return false;
  return spelling instanceof RegExp
    ? spelling.test(plainHeading(heading))
    : foldHeading(heading) === foldHeading(spelling);
}

/** A row of headings, folded once: a layout with many fields searches all of them for each. */
export class FoldedHeadings {
  readonly #row: readonly string[];
  readonly #folded: readonly string[];
  /** Headings without the words that distinguish editions, computed on demand. */
  readonly #readings = new Map<number, readonly string[]>();
  /** Columns by these readings: a row may have thousands of columns, each compared with all others. */
  #byReading: ReadonlyMap<string, readonly number[]> | null = null;

  constructor(row: readonly string[]) {
    this.#row = row;
    this.#folded = row.map(foldHeading);
  }

  /** Columns with the same heading as this one. */
  sameAs(column: number): readonly number[] {
    const wanted = this.#folded[column];
    return this.#columns((each) => each !== column && this.#folded[each] === wanted && wanted !== "");
  }

  /** Columns with the same heading apart from words that distinguish editions. */
  otherEditionsOf(column: number): readonly number[] {
    this.#byReading ??= this.#columnsByReading();
    return this.#byReading.get(this.#folded[column] ?? "")?.filter((each) => each !== column) ?? [];
  }

  /** Columns that match any of the spellings, as they are or without words that distinguish editions. */
  fitting(spellings: readonly Spelling[]): readonly number[] {
    return this.#columns((column) =>
      [this.#row[column] ?? "", ...this.#readingsOf(column)].some((reading) =>
        spellings.some((spelling) => isSpelled(reading, spelling)),
      ),
    );
  }

  #columnsByReading(): ReadonlyMap<string, readonly number[]> {
    const columns = new Map<string, number[]>();
    for (const column of this.#row.keys()) {
      for (const reading of new Set(this.#readingsOf(column).map(foldHeading))) {
        const same = columns.get(reading);
        if (same === undefined) columns.set(reading, [column]);
        else same.push(column);
      }
    }
    return columns;
  }

  #readingsOf(column: number): readonly string[] {
    const known = this.#readings.get(column);
    if (known !== undefined) return known;
    const readings = withoutEditionWords(this.#row[column] ?? "");
    this.#readings.set(column, readings);
    return readings;
  }

  fits(spelling: Spelling, column: number): boolean {
    return isSpelled(this.#row[column] ?? "", spelling);
  }

  #columns(isMeant: (column: number) => boolean): readonly number[] {
    return this.#row.flatMap((_, column) => (isMeant(column) ? [column] : []));
  }

  /** The first unclaimed column with this heading; -1 when there is none. */
  columnOf(spelling: Spelling, claimed: ReadonlySet<number>): number {
    if (spelling instanceof RegExp) {
      return this.#row.findIndex(
        (heading, column) => heading !== "" && !claimed.has(column) && spelling.test(plainHeading(heading)),
      );
    }
    const wanted = foldHeading(spelling);
    return this.#folded.findIndex(
      (folded, column) => folded === wanted && this.#row[column] !== "" && !claimed.has(column),
    );
  }
}

const LETTER_A = 65;
const LETTERS = 26;

/** The index, from 0, of column `B` or `AC`. */
export function columnIndex(letters: string): number {
  let index = 0;
  for (const letter of letters.toUpperCase()) index = index * LETTERS + letter.charCodeAt(0) - LETTER_A + 1;
  return index - 1;
}

export function columnLetters(index: number): string {
  const last = String.fromCharCode(LETTER_A + (index % LETTERS));
  return index < LETTERS ? last : columnLetters(Math.floor(index / LETTERS) - 1) + last;
}

// Words that distinguish editions of one column: `New Rate`, `Rate Effective 1/1/2026` and `Q1 2026 Rate` are the rate of different
// days.

const WORDS =
  "current|new|old|previous|prev|prior|former|existing|proposed|pending|draft|revised|updated|amended|corrected|preliminary|final|original|future|upcoming|next|latest|increased|effective|eff|as of";
const WORD = new RegExp(`\\b(?:${WORDS})\\b\\.?`, "g");
/** These words in a heading without spaces, such as `NEWRATE`. */
const JOINED = new RegExp(`^(?:${WORDS})+|(?:${WORDS})+$`, "g");

const YEAR = "(?:19|20)[0-9]{2}";
/** `APR-DRG` is no April. */
const MONTH =
  "(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?(?![ -]?drg)|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";

/** Days first: the rest of a day would be read as a year. */
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
/** Replaces a date. */
const DATE = "\u0001";
/** A date with the words around it: `effective date 1/1/2026 and after`, `from 1/1/2026 to 3/31/2026`. */
const DATE_PHRASE = new RegExp(
  `(?:\\b(?:effective|eff|as of|dates?|from|begin(?:s|ning)?|start(?:s|ing)?|on|for|in|of|since|through|thru|until|till|to|end(?:s|ing)?|before|after|and|(?:(?:calendar|fiscal|rate) )?year)\\b[^0-9a-z]*)*${DATE}(?:[^0-9a-z]*(?:and|or|to|through|thru)? ?(?:later|after|forward|onwards?|present)\\b)?`,
  "g",
);

/** No publication has a longer heading. Each word is removed separately, so the time grows with the square of the length. */
const HEADING_CHARACTERS_MAX = 300;

/**
 * Readings of a heading without the words that distinguish editions: without dates, without each other word, without all of
 * them. Each separately, since a publication may have `New Rate` for a field: then `Updated New Rate` is the same column.
 */
function withoutEditionWords(heading: string): readonly string[] {
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

/** A text without its dates and the words around them; none when it has no date. */
function withoutDates(text: string): readonly string[] {
  const dated = DATES.reduce((left, date) => left.replace(date, DATE), text);
  return dated.includes(DATE) ? [dated.replaceAll(DATE, " "), dated.replace(DATE_PHRASE, " ")] : [];
}

/** Lower case, with spaces between words that underscores, capitals or the digits of a year separate. */
function spaced(heading: string): string {
  return heading
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .replace(/([a-z])((?:19|20)[0-9]{2})(?![0-9])/g, "$1 $2")
    .replace(/(?<![0-9])((?:19|20)[0-9]{2})([a-z])/g, "$1 $2")
    .replace(/[\s_]+/g, " ");
}

/** Without the brackets, dashes and commas that are left over. */
function tidy(text: string): string {
  return text
    .replace(/[([]\W{0,9}[)\]]/g, " ")
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:*\u2013-]+|[\s,;:*\u2013-]+$/g, "");
}
