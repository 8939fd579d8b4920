import { Slices } from "../timing/slices.ts";
import { FRAGMENT_LENGTH_MAX, fragmentNumber } from "./fragments.ts";
import { NameWords, Words } from "./name-words.ts";
import { RowSet } from "./row-set.ts";
import type { ProviderStore } from "./store.ts";

/** With so few rows left, looking at their names is quicker than narrowing them down further. */
const FEW_ROWS = 2_000;

/** Finds the rows whose folded name contains a text, exactly. */
export class NameIndex {
  readonly #store: ProviderStore;
  #words: Promise<Words> | null = null;
  #nameWords: Promise<NameWords> | null = null;

  constructor(store: ProviderStore) {
    this.#store = store;
  }

  async rowsContaining(folded: string): Promise<RowSet> {
    if (folded === "") return RowSet.all(this.#store.rowCount);
    if (folded.length <= FRAGMENT_LENGTH_MAX) {
      const compiled = this.#compiledRows(folded);
      if (compiled !== null) return compiled;
    }
    return folded.includes(" ") ? await this.#rowsWithPhrase(folded.split(" ")) : await this.#rowsWithWord(folded);
  }

  /** The rows of a common fragment. */
  #compiledRows(fragment: string): RowSet | null {
    const rows = this.#store.readFragmentRows(fragmentNumber(fragment));
    return rows === null ? null : new RowSet(rows);
  }

  /** Rows in which the end of a word, whole words and the start of a word follow each other. */
  async #rowsWithPhrase(parts: readonly string[]): Promise<RowSet> {
    const candidates = await this.#phraseCandidates(parts);
    const nameWords = await this.#loadNameWords();
    const words = await this.#loadWords();
    const phrase = parts.map((part) => Buffer.from(part, "latin1"));
    const found = RowSet.none(this.#store.rowCount);
    const slices = new Slices();
    for (const row of await candidates.rows()) {
      if (slices.isOver()) await slices.next();
      if (nameWords.hasPhrase(row, phrase, words)) found.add(row);
    }
    return found;
  }

  /** Rows that have every part of a phrase, though perhaps not one after the other. */
  async #phraseCandidates(parts: readonly string[]): Promise<RowSet> {
    const last = parts.length - 1;
    const patterns = parts.map((part, index) => `${index > 0 ? " " : ""}${part}${index < last ? " " : ""}`);
    const boundaries = parts.slice(1).map((part, index) => `${parts[index]?.at(-1)} ${part[0]}`);
    const candidates = RowSet.all(this.#store.rowCount);
    for (const boundary of boundaries) {
      const rows = this.#compiledRows(boundary);
      if (rows !== null) candidates.intersect(rows);
    }
    // Longer parts are rarer.
    for (const pattern of patterns.toSorted((a, b) => b.length - a.length)) {
      candidates.intersect(await this.#rowsWithWord(pattern));
      if (candidates.size <= FEW_ROWS) break;
    }
    return candidates;
  }

  /** Rows with a word that contains a pattern; spaces in the pattern stand for the ends of the word. */
  async #rowsWithWord(pattern: string): Promise<RowSet> {
    if (pattern.length <= FRAGMENT_LENGTH_MAX) {
      const compiled = this.#compiledRows(pattern);
      if (compiled !== null) return compiled;
    }
    const words = await this.#loadWords();
    const rows = RowSet.none(this.#store.rowCount);
    const slices = new Slices();
    const bytes = Buffer.from(pattern, "latin1");
    const isCertain = pattern.length <= FRAGMENT_LENGTH_MAX;
    for (const word of this.#store.readFragmentWords(this.#rarestFragment(pattern))) {
      if (slices.isOver()) await slices.next();
      if (isCertain || words.contains(word, bytes)) words.addRows(word, rows);
    }
    return rows;
  }

  #rarestFragment(pattern: string): number {
    let rarest = fragmentNumber(pattern.slice(0, FRAGMENT_LENGTH_MAX));
    let fewest = this.#store.countFragmentWords(rarest);
    for (let start = 1; start + FRAGMENT_LENGTH_MAX <= pattern.length && fewest > 0; start += 1) {
      const fragment = fragmentNumber(pattern.slice(start, start + FRAGMENT_LENGTH_MAX));
      const count = this.#store.countFragmentWords(fragment);
      if (count >= fewest) continue;
      rarest = fragment;
      fewest = count;
    }
    return rarest;
  }

  /** Loaded when first needed: lookups by identifier need no words. */
  #loadWords(): Promise<Words> {
    this.#words ??= Words.load(this.#store);
    return this.#words;
  }

  #loadNameWords(): Promise<NameWords> {
    this.#nameWords ??= NameWords.load(this.#store);
    return this.#nameWords;
  }
}
