import { sharedWork } from "../../core/runtime/ending.ts";
import type { RowNumbers } from "../directory.ts";
import { commonRows, firstRows, inSlices, intersected, listed, RowSet, type Rows } from "../row-set.ts";
import type { NarrowNumbers, ProviderStore } from "../store.ts";
import { FRAGMENT_LENGTH_MAX, fragmentNumber } from "./fragments.ts";
import { ROWS_OF, startOf } from "./index-builder.ts";
import { nearWords } from "./near-words.ts";
import { NameWords, WordIndex } from "./word-index.ts";

/** Fewer rows than this share are sorted; more are united as a set, which is faster. */
const GATHERED_SHARE = 256;

/** Another spelling of a searched text, and how many rows have its words in their names. */
interface Spelling {
  readonly text: string;
  readonly total: number;
}

/** Words of a text that are corrected together, near words that are tried for each, and spellings that are offered. */
const CORRECTED_MAX = 2;
const NEAR_WORDS_MAX = 3;
const SPELLINGS_MAX = 3;

/** Finds the rows whose folded name contains a text, exactly. */
export class NameIndex {
  readonly #store: ProviderStore;
  #words: Promise<WordIndex> | null = null;
  #nameWords: Promise<NameWords> | null = null;

  constructor(store: ProviderStore) {
    this.#store = store;
  }

  /** The text is not empty. */
  async rowsContaining(folded: string): Promise<Rows> {
    return folded.includes(" ") ? await this.#rowsWithPhrase(folded.split(" ")) : await this.#rowsWithWord(folded);
  }

  /** Rows whose names have a word for each of the texts that begins with it, in any order. The texts have no spaces. */
  async rowsWithAll(texts: readonly string[]): Promise<Rows> {
    let rows: Rows | null = null;
    // Long texts are rare ones.
    for (const text of texts.toSorted((one, other) => other.length - one.length)) {
      const found = await this.#rowsWithWord(` ${text}`);
      rows = rows === null ? found : commonRows(rows, found);
      if (firstRows(rows, 1).first.length === 0) break;
    }
    return rows ?? NO_ROWS;
  }

  /**
   * Other spellings of texts that no name has words for, each with how many names have them. Texts that begin no word are replaced
   * by near words; where each begins one, one text at a time is.
   */
  async otherSpellings(texts: readonly string[]): Promise<readonly Spelling[]> {
    const unknown: number[] = [];
    for (const [place, text] of texts.entries()) {
      if (firstRows(await this.#rowsWithWord(` ${text}`), 1).first.length === 0) unknown.push(place);
    }
    if (unknown.length > CORRECTED_MAX) return [];
    let variants: readonly (readonly string[])[] = [];
    for (const place of unknown) variants = await this.#corrected(variants.length === 0 ? [texts] : variants, place);
    if (unknown.length === 0) {
      const one = await Promise.all(texts.map((_, place) => this.#corrected([texts], place)));
      variants = one.flat();
    }
    const found: Spelling[] = [];
    for (const variant of variants) {
      const { total } = firstRows(await this.rowsWithAll(variant), 0);
      if (total > 0) found.push({ text: variant.join(" "), total });
    }
    return found.toSorted((one, other) => other.total - one.total).slice(0, SPELLINGS_MAX);
  }

  /** The texts with near words in place of one of them. */
  async #corrected(variants: readonly (readonly string[])[], place: number): Promise<readonly (readonly string[])[]> {
    const near = await nearWords(await this.#loadWords(), variants[0]?.[place] ?? "", NEAR_WORDS_MAX);
    return variants.flatMap((texts) => near.map((word) => texts.with(place, word)));
  }

  /** Rows with a word that contains a text; a space before the text stands for the beginning of the word. */
  async #rowsWithWord(text: string): Promise<Rows> {
    if (text.length <= FRAGMENT_LENGTH_MAX) {
      const compiled = this.#store.readRows(ROWS_OF.fragment, fragmentNumber(text));
      if (compiled !== null) return compiled;
    }
    const words = await this.#matchingWords(text);
    return this.#areFew(words) ? words.gatheredRows() : await words.rowSet(this.#store.rowCount);
  }

  #areFew(words: MatchingWords): boolean {
    return words.rowCount <= this.#store.rowCount / GATHERED_SHARE;
  }

  /** Rows in which the end of a word, whole words and the start of a word follow each other. */
  async #rowsWithPhrase(parts: readonly string[]): Promise<Rows> {
    const candidates = await this.#phraseCandidates(parts);
    // A boundary is exactly two symbols and the space between them.
    if (parts.length === 2 && parts.every((part) => part.length === 1)) return candidates;

    const phrase = new Phrase(parts, await this.#loadWords(), await this.#loadNameWords());
    const rows = await listed(candidates);
    let count = 0;
    await inSlices(rows.length, (from, to) => {
      count = phrase.keepRows(rows, from, to, count);
    });
    return rows.subarray(0, count);
  }

  /** The rows that have the rarest parts of a phrase: one of its words, and a boundary. */
  async #phraseCandidates(parts: readonly string[]): Promise<Rows> {
    const words = await this.#rarestPart(parts);
    if (words !== null && this.#areFew(words)) return words.gatheredRows();

    const boundaries = parts.slice(1).map((part, index) => fragmentNumber(`${parts[index]?.at(-1)} ${part[0]}`));
    const rarest = rarestOf(boundaries, (boundary) => this.#store.countRows(ROWS_OF.boundary, boundary));
    const rows = this.#store.readRows(ROWS_OF.boundary, rarest) ?? NO_ROWS;
    return words === null ? rows : intersected(await words.rowSet(this.#store.rowCount), rows);
  }

  /** The words that fit the part of a phrase that the fewest rows have; null when all parts are short. */
  async #rarestPart(parts: readonly string[]): Promise<MatchingWords | null> {
    const last = parts.length - 1;
    let rarest: MatchingWords | null = null;
    for (const [index, part] of parts.entries()) {
      const pattern = `${index > 0 ? " " : ""}${part}${index < last ? " " : ""}`;
      if (pattern.length < FRAGMENT_LENGTH_MAX) continue;
      const words = await this.#matchingWords(pattern);
      if (rarest === null || words.rowCount < rarest.rowCount) rarest = words;
    }
    return rarest;
  }

  /** The words that contain a pattern; spaces in it stand for the ends of the word. */
  async #matchingWords(pattern: string): Promise<MatchingWords> {
    const words = await this.#loadWords();
    const candidates = this.#store.readFragmentWords(this.#rarestFragment(pattern));
    if (pattern.length <= FRAGMENT_LENGTH_MAX) return new MatchingWords(words, candidates);

    const bytes = Buffer.from(pattern, "latin1");
    let count = 0;
    await inSlices(candidates.length, (from, to) => {
      count = words.keepWords(candidates, from, to, count, bytes);
    });
    return new MatchingWords(words, candidates.subarray(0, count));
  }

  #rarestFragment(pattern: string): number {
    if (pattern.length <= FRAGMENT_LENGTH_MAX) return fragmentNumber(pattern);
    const fragments: number[] = [];
    for (let start = 0; start + FRAGMENT_LENGTH_MAX <= pattern.length; start += 1) {
      fragments.push(fragmentNumber(pattern.slice(start, start + FRAGMENT_LENGTH_MAX)));
    }
    return rarestOf(fragments, (fragment) => this.#store.countFragmentWords(fragment));
  }

  /** Loaded when first needed: lookups by identifier need no words. */
  #loadWords(): Promise<WordIndex> {
    this.#words ??= sharedWork(() => WordIndex.load(this.#store));
    return this.#words;
  }

  #loadNameWords(): Promise<NameWords> {
    this.#nameWords ??= sharedWork(() => NameWords.load(this.#store));
    return this.#nameWords;
  }
}

const NO_ROWS: RowNumbers = new Uint32Array();

/** The fragment with the lowest count; one that does not occur at all ends the search. */
function rarestOf(fragments: readonly number[], countOf: (fragment: number) => number): number {
  let rarest = fragments[0] as number;
  let fewest = countOf(rarest);
  for (let index = 1; index < fragments.length && fewest > 0; index += 1) {
    const count = countOf(fragments[index] as number);
    if (count >= fewest) continue;
    rarest = fragments[index] as number;
    fewest = count;
  }
  return rarest;
}

/** Some words of the vocabulary and, through them, the rows that have one of them. */
class MatchingWords {
  readonly #words: WordIndex;
  readonly #numbers: Uint32Array;
  /** How many rows there are at most; one with several of the words counts several times. */
  readonly rowCount: number;

  constructor(words: WordIndex, numbers: Uint32Array) {
    this.#words = words;
    this.#numbers = numbers;
    let rowCount = 0;
    for (const word of numbers) rowCount += words.rowsEnd(word) - words.rowsStart(word);
    this.rowCount = rowCount;
  }

  /** The rows in ascending order, by sorting them: for few. */
  gatheredRows(): RowNumbers {
    const rows = new Uint32Array(this.rowCount);
    let count = 0;
    for (const word of this.#numbers) {
      const ofWord = this.#words.rows.subarray(this.#words.rowsStart(word), this.#words.rowsEnd(word));
      rows.set(ofWord, count);
      count += ofWord.length;
    }
    if (this.#numbers.length < 2) return rows;
    rows.sort();
    return withoutRepetition(rows);
  }

  /** The rows as a set: for many. Works in slices. */
  async rowSet(rowCount: number): Promise<RowSet> {
    const set = RowSet.none(rowCount);
    await inSlices(this.#numbers.length, (from, to) => this.#addRows(set, from, to));
    return set;
  }

  #addRows(set: RowSet, from: number, to: number): void {
    for (let place = from; place < to; place += 1) {
      const word = this.#numbers[place] as number;
      set.addListed(this.#words.rows, this.#words.rowsStart(word), this.#words.rowsEnd(word));
    }
  }
}

function withoutRepetition(sorted: RowNumbers): RowNumbers {
  let count = 0;
  for (const row of sorted) {
    if (count > 0 && sorted[count - 1] === row) continue;
    sorted[count] = row;
    count += 1;
  }
  return sorted.subarray(0, count);
}

const UNKNOWN = 0;
const NO = 1;
const YES = 2;

/**
 * A search text with spaces: the end of a word, whole words, and the start of a word. Each word is compared with a part
 * once, however many names have it.
 */
class Phrase {
  readonly #parts: readonly Uint8Array[];
  readonly #words: WordIndex;
  readonly #nameWords: NameWords;
  /** By part: what is known about each word. */
  readonly #verdicts: readonly Uint8Array[];

  constructor(parts: readonly string[], words: WordIndex, nameWords: NameWords) {
    this.#parts = parts.map((part) => Buffer.from(part, "latin1"));
    this.#words = words;
    this.#nameWords = nameWords;
    this.#verdicts = parts.map(() => new Uint8Array(words.count));
  }

  /** Appends the rows at `from` to `to` whose name has the phrase to the `kept` ones; returns the new number. */
  keepRows(rows: RowNumbers, from: number, to: number, kept: number): number {
    const { starts, words } = this.#nameWords;
    const first = this.#verdicts[0] as Uint8Array;
    const second = this.#verdicts[1] as Uint8Array;
    let count = kept;
    for (let place = from; place < to; place += 1) {
      const row = rows[place] as number;
      const last = startOf(starts, row + 1) - this.#parts.length;
      for (let at = startOf(starts, row); at <= last; at += 1) {
        // Two words decide nearly every place, most of them from the cache.
        if (first[words[at] as number] === NO || second[words[at + 1] as number] === NO) continue;
        if (!this.#isAt(at, words)) continue;
        rows[count] = row;
        count += 1;
        break;
      }
    }
    return count;
  }

  #isAt(place: number, words: NarrowNumbers): boolean {
    for (let part = 0; part < this.#parts.length; part += 1) {
      const word = words[place + part] as number;
      const verdict = (this.#verdicts[part] as Uint8Array)[word] as number;
      if (verdict === NO || (verdict === UNKNOWN && !this.#fits(part, word))) return false;
    }
    return true;
  }

  #fits(part: number, word: number): boolean {
    const wanted = this.#parts[part] as Uint8Array;
    const fits =
      part === 0
        ? this.#words.endsWith(word, wanted)
        : part === this.#parts.length - 1
          ? this.#words.startsWith(word, wanted)
          : this.#words.is(word, wanted);
    (this.#verdicts[part] as Uint8Array)[word] = fits ? YES : NO;
    return fits;
  }
}
