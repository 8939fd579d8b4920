import type { RowNumbers } from "../../providers/directory.ts";
import { forEverybody } from "../../runtime/ending.ts";
import { inSlices } from "../in-slices.ts";
import { intersected, listed, type Rows } from "../row-set.ts";
import type { ProviderStore } from "../store.ts";
import { FRAGMENT_LENGTH_MAX, fragmentNumber } from "./fragments.ts";
import { ROWS_OF } from "./index-builder.ts";
import { MatchingWords } from "./matching-words.ts";
import { Phrase } from "./phrase.ts";
import { NameWords, WordIndex } from "./word-index.ts";

/** Up to this share of all rows is gathered and sorted; more are quicker united as a set. */
const GATHERED_SHARE = 256;

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

  /** Rows with a word that contains a text. */
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
    // Two single symbols and the space between them are all that a boundary is.
    if (parts.length === 2 && parts.every((part) => part.length === 1)) return candidates;

    const phrase = new Phrase(parts, await this.#loadWords(), await this.#loadNameWords());
    const rows = await listed(candidates);
    let count = 0;
    await inSlices(rows.length, (from, to) => {
      count = phrase.keepRows(rows, from, to, count);
    });
    return rows.subarray(0, count);
  }

  /** The rows that have what is rare about a phrase: one of its words, and a boundary between them. */
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
    this.#words ??= forEverybody(() => WordIndex.load(this.#store));
    return this.#words;
  }

  #loadNameWords(): Promise<NameWords> {
    this.#nameWords ??= forEverybody(() => NameWords.load(this.#store));
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
