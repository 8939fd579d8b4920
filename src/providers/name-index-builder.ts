import { GrowingNumbers } from "../dataset/growing-numbers.ts";
import { eachFragment, FIRST_OF_THREE_SYMBOLS, FRAGMENT_COUNT, SPACE, symbolOf, tripleNumber } from "./fragments.ts";
import type { Ranks } from "./ranking.ts";
import { RowSet } from "./row-set.ts";
import type { ProviderIndexWriter } from "./store.ts";
import { type Lists, turnedAround, VocabularyBuilder } from "./vocabulary.ts";

/*
 * Names are compiled as sequences of numbered words. What a request asks for is found among the
 * words, of which there are far fewer than names, and from there in the rows. Only where a
 * fragment is so common that uniting the rows of its words would take long, its rows are
 * compiled as a set of their own.
 */

/** The rows of a fragment are compiled when one name in so many has it. */
const COMMON_SHARE = 16;

/** The names of the arrays of a name index. */
export const NAME_INDEX = {
  /** All words, each with a space before it and one at the very end. */
  text: "name_words",
  /** Where the space before each word stands in the text, and the one at the end. */
  textStarts: "name_word_starts",
  wordRowStarts: "name_word_row_starts",
  wordRows: "name_word_rows",
  rowWordStarts: "name_row_word_starts",
  rowWords: "name_row_words",
} as const;

export class NameIndexBuilder {
  readonly #vocabulary = new VocabularyBuilder();

  /** Adds the folded name of the next row. */
  add(folded: string): void {
    this.#vocabulary.add(folded);
  }

  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const words = this.#vocabulary.words();
    const rowWords = this.#vocabulary.rowWords(ranks);
    const wordRows = turnedAround(rowWords, words.length);
    writeText(words, writer);
    writer.writeIndex(NAME_INDEX.wordRowStarts, wordRows.starts);
    writer.writeIndex(NAME_INDEX.wordRows, wordRows.items);
    writer.writeIndex(NAME_INDEX.rowWordStarts, rowWords.starts);
    writer.writeIndex(NAME_INDEX.rowWords, rowWords.items);

    const wordFragments = fragmentsOf(words);
    const common = commonFragments(words, wordFragments, wordRows, rowWords, ranks.order.length / COMMON_SHARE);
    writeFragmentWords(turnedAround(wordFragments, FRAGMENT_COUNT), common, writer);
    writeFragmentRows(words, wordFragments, rowWords, common, writer);
  }
}

function writeText(words: readonly string[], writer: ProviderIndexWriter): void {
  const starts = new Uint32Array(words.length + 1);
  let length = 0;
  words.forEach((word, number) => {
    starts[number] = length;
    length += word.length + 1;
  });
  starts[words.length] = length;
  writer.writeIndex(NAME_INDEX.text, Buffer.from(` ${words.join(" ")} `, "latin1").subarray(0, length + 1));
  writer.writeIndex(NAME_INDEX.textStarts, starts);
}

/** The fragments of each word. */
function fragmentsOf(words: readonly string[]): Lists {
  const starts = new Uint32Array(words.length + 1);
  words.forEach((word, number) => {
    // A word of n symbols has n fragments of one symbol, n + 1 of two and n of three.
    starts[number + 1] = (starts[number] as number) + 3 * word.length + 1;
  });
  const items = new Uint32Array(starts[words.length] as number);
  let place = 0;
  for (const word of words) {
    eachFragment(word, (fragment) => {
      items[place] = fragment;
      place += 1;
    });
  }
  return { starts, items };
}

/** Which fragments are common: for each fragment its place among them, or -1. */
function commonFragments(
  words: readonly string[],
  wordFragments: Lists,
  wordRows: Lists,
  rowWords: Lists,
  occurrencesMin: number,
): Int32Array {
  const occurrences = new Uint32Array(FRAGMENT_COUNT);
  words.forEach((_, word) => {
    const rows = (wordRows.starts[word + 1] as number) - (wordRows.starts[word] as number);
    const end = wordFragments.starts[word + 1] as number;
    for (let place = wordFragments.starts[word] as number; place < end; place += 1) {
      const fragment = wordFragments.items[place] as number;
      occurrences[fragment] = (occurrences[fragment] as number) + rows;
    }
  });
  eachBoundary(words, rowWords, (fragment) => {
    occurrences[fragment] = (occurrences[fragment] as number) + 1;
  });

  let count = 0;
  const places = new Int32Array(FRAGMENT_COUNT).fill(-1);
  occurrences.forEach((occurring, fragment) => {
    if (occurring === 0 || occurring < occurrencesMin) return;
    places[fragment] = count;
    count += 1;
  });
  return places;
}

/** The fragment across every space of every name: the last symbol of a word, the space, the first of the next. */
function eachBoundary(
  words: readonly string[],
  { starts, items }: Lists,
  use: (fragment: number, row: number) => void,
): void {
  const first = Uint8Array.from(words, (word) => symbolOf(word.charCodeAt(0)));
  const last = Uint8Array.from(words, (word) => symbolOf(word.charCodeAt(word.length - 1)));
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const end = starts[row + 1] as number;
    for (let place = (starts[row] as number) + 1; place < end; place += 1) {
      const before = last[items[place - 1] as number] as number;
      use(tripleNumber(before, SPACE, first[items[place] as number] as number), row);
    }
  }
}

/** Words are looked for by three symbols, and by fewer only where that is all that is asked for. */
function writeFragmentWords({ starts, items }: Lists, common: Int32Array, writer: ProviderIndexWriter): void {
  for (let fragment = 0; fragment < FRAGMENT_COUNT; fragment += 1) {
    const from = starts[fragment] as number;
    const to = starts[fragment + 1] as number;
    const isAnsweredByRows = fragment < FIRST_OF_THREE_SYMBOLS && (common[fragment] as number) >= 0;
    if (to > from && !isAnsweredByRows) writer.writeFragmentWords(fragment, items.subarray(from, to));
  }
}

function writeFragmentRows(
  words: readonly string[],
  wordFragments: Lists,
  rowWords: Lists,
  common: Int32Array,
  writer: ProviderIndexWriter,
): void {
  const rowCount = rowWords.starts.length - 1;
  const fragments = [...common.keys()].filter((fragment) => (common[fragment] as number) >= 0);
  const sets = fragments.map(() => RowSet.none(rowCount));
  const commonOfWord = selected(wordFragments, common);
  for (let row = 0; row < rowCount; row += 1) {
    const end = rowWords.starts[row + 1] as number;
    for (let place = rowWords.starts[row] as number; place < end; place += 1) {
      const word = rowWords.items[place] as number;
      const lastOfWord = commonOfWord.starts[word + 1] as number;
      for (let item = commonOfWord.starts[word] as number; item < lastOfWord; item += 1) {
        (sets[commonOfWord.items[item] as number] as RowSet).add(row);
      }
    }
  }
  eachBoundary(words, rowWords, (fragment, row) => sets[common[fragment] as number]?.add(row));
  for (const [index, fragment] of fragments.entries()) {
    writer.writeFragmentRows(fragment, (sets[index] as RowSet).words);
  }
}

/** The common fragments of each word, by their places among the common ones. */
function selected({ starts, items }: Lists, common: Int32Array): Lists {
  const selectedStarts = new Uint32Array(starts.length);
  const selectedItems = new GrowingNumbers(Uint32Array);
  for (let word = 0; word + 1 < starts.length; word += 1) {
    for (let place = starts[word] as number; place < (starts[word + 1] as number); place += 1) {
      const commonPlace = common[items[place] as number] as number;
      if (commonPlace >= 0) selectedItems.push(commonPlace);
    }
    selectedStarts[word + 1] = selectedItems.length;
  }
  return { starts: selectedStarts, items: selectedItems.view() };
}
