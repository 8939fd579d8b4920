import { GrowingNumbers } from "../../core/text/text-tables.ts";
import type { Ranks } from "../ranking.ts";
import { compacted, RowSet } from "../row-set.ts";
import { type NarrowNumbers, narrowed, type ProviderIndexWriter } from "../store.ts";
import { eachFragment, FIRST_OF_THREE_SYMBOLS, FRAGMENT_COUNT, SPACE, symbolOf, tripleNumber } from "./fragments.ts";
import { type Lists, turnedAround, type Vocabulary, VocabularyBuilder } from "./vocabulary.ts";

/*
 * Names are compiled as sequences of numbered words. A search looks among the words, of which there are far fewer than
 * names, and goes from the words to the rows. For very common fragments, uniting the rows of all words would take long,
 * so their rows are compiled as a set.
 */

/** The rows of a fragment are compiled if at least one name in this many has it. */
const COMMON_SHARE = 16;

/** What rows are compiled of. */
export const ROWS_OF = { fragment: "fragment", boundary: "boundary" } as const;

const NOT_COMMON = -1;

export const NAME_INDEX = {
  /** All words, each with a space before it and one at the very end. */
  text: "name_words",
  /** Where the space before each word stands in the text, and the one at the end. */
  textStarts: "name_word_starts",
  wordRowStarts: "name_word_row_starts",
  wordRows: "name_word_rows",
  rowGroupStarts: "name_row_group_starts",
  rowDistances: "name_row_distances",
  rowWords: "name_row_words",
} as const;

export class NameIndexBuilder {
  readonly #vocabulary = new VocabularyBuilder();

  add(name: string): void {
    this.#vocabulary.add(name);
  }

  write(writer: ProviderIndexWriter, ranks: Ranks): void {
    const vocabulary = this.#vocabulary.vocabulary();
    const rowWords = this.#vocabulary.rowWords(ranks);
    const wordRows = turnedAround(rowWords, vocabulary.wordCount);
    writer.writeIndex(NAME_INDEX.text, vocabulary.text);
    writer.writeIndex(NAME_INDEX.textStarts, vocabulary.starts);
    writer.writeIndex(NAME_INDEX.wordRowStarts, wordRows.starts);
    writer.writeIndex(NAME_INDEX.wordRows, wordRows.items);
    const rowStarts = dividedStarts(rowWords.starts);
    writer.writeIndex(NAME_INDEX.rowGroupStarts, rowStarts.groupStarts);
    writer.writeIndex(NAME_INDEX.rowDistances, rowStarts.distances);
    writer.writeIndex(NAME_INDEX.rowWords, narrowed(rowWords.items, vocabulary.wordCount - 1));

    const wordFragments = fragmentsOf(vocabulary);
    const common = commonFragments(wordFragments, wordRows, rowWords);
    writeFragmentWords(turnedAround(wordFragments, FRAGMENT_COUNT), common, writer);
    writeFragmentRows(wordFragments, rowWords, common, writer);
    writeBoundaryRows(turnedAround(boundariesOf(vocabulary, rowWords), FRAGMENT_COUNT), ranks.order.length, writer);
  }
}

function fragmentsOf({ text, starts: words, wordCount }: Vocabulary): Lists {
  const starts = new Uint32Array(wordCount + 1);
  const items = new GrowingNumbers();
  for (let word = 0; word < wordCount; word += 1) {
    eachFragment(text, words[word] as number, words[word + 1] as number, (fragment) => items.push(fragment));
    starts[word + 1] = items.length;
  }
  return { starts, items: items.view() };
}

/** Which fragments are common: for each fragment its place among them, or `NOT_COMMON`. */
function commonFragments(wordFragments: Lists, wordRows: Lists, rowWords: Lists): Int32Array {
  const occurrences = new Uint32Array(FRAGMENT_COUNT);
  for (let word = 0; word + 1 < wordRows.starts.length; word += 1) {
    const rows = (wordRows.starts[word + 1] as number) - (wordRows.starts[word] as number);
    const end = wordFragments.starts[word + 1] as number;
    for (let place = wordFragments.starts[word] as number; place < end; place += 1) {
      const fragment = wordFragments.items[place] as number;
      occurrences[fragment] = (occurrences[fragment] as number) + rows;
    }
  }

  const occurrencesMin = (rowWords.starts.length - 1) / COMMON_SHARE;
  const places = new Int32Array(FRAGMENT_COUNT).fill(NOT_COMMON);
  let count = 0;
  occurrences.forEach((occurring, fragment) => {
    if (occurring === 0 || occurring < occurrencesMin) return;
    places[fragment] = count;
    count += 1;
  });
  return places;
}

/** The fragments across the spaces of each name: the last symbol of a word, the space, the first of the next. */
function boundariesOf({ text, starts: words }: Vocabulary, { starts, items }: Lists): Lists {
  const boundaryStarts = new Uint32Array(starts.length);
  const boundaries = new GrowingNumbers();
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const end = starts[row + 1] as number;
    for (let place = (starts[row] as number) + 1; place < end; place += 1) {
      const space = words[(items[place - 1] as number) + 1] as number;
      const before = symbolOf(text[space - 1] as number);
      const after = symbolOf(text[(words[items[place] as number] as number) + 1] as number);
      boundaries.push(tripleNumber(before, SPACE, after));
    }
    boundaryStarts[row + 1] = boundaries.length;
  }
  return { starts: boundaryStarts, items: boundaries.view() };
}

function writeBoundaryRows({ starts, items }: Lists, rowCount: number, writer: ProviderIndexWriter): void {
  for (let fragment = FIRST_OF_THREE_SYMBOLS; fragment < FRAGMENT_COUNT; fragment += 1) {
    const from = starts[fragment] as number;
    const to = starts[fragment + 1] as number;
    if (to > from) writer.writeRows(ROWS_OF.boundary, fragment, compacted(items.subarray(from, to), rowCount));
  }
}

/** Words are searched by three symbols; by fewer only if the search text is shorter. */
function writeFragmentWords({ starts, items }: Lists, common: Int32Array, writer: ProviderIndexWriter): void {
  for (let fragment = 0; fragment < FRAGMENT_COUNT; fragment += 1) {
    const from = starts[fragment] as number;
    const to = starts[fragment + 1] as number;
    const isAnsweredByRows = fragment < FIRST_OF_THREE_SYMBOLS && common[fragment] !== NOT_COMMON;
    if (to > from && !isAnsweredByRows) writer.writeFragmentWords(fragment, items.subarray(from, to));
  }
}

function writeFragmentRows(
  wordFragments: Lists,
  rowWords: Lists,
  common: Int32Array,
  writer: ProviderIndexWriter,
): void {
  const rowCount = rowWords.starts.length - 1;
  const fragments: number[] = [];
  common.forEach((place, fragment) => {
    if (place !== NOT_COMMON) fragments.push(fragment);
  });
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
  for (const [index, fragment] of fragments.entries()) {
    writer.writeRows(ROWS_OF.fragment, fragment, sets[index] as RowSet);
  }
}

/** The common fragments of each word, by their places among the common ones. */
function selected({ starts, items }: Lists, common: Int32Array): Lists {
  const selectedStarts = new Uint32Array(starts.length);
  const selectedItems = new GrowingNumbers();
  for (let word = 0; word + 1 < starts.length; word += 1) {
    for (let place = starts[word] as number; place < (starts[word + 1] as number); place += 1) {
      const commonPlace = common[items[place] as number] as number;
      if (commonPlace !== NOT_COMMON) selectedItems.push(commonPlace);
    }
    selectedStarts[word + 1] = selectedItems.length;
  }
  return { starts: selectedStarts, items: selectedItems.view() };
}

/*
 * Where the words of each name start among the words of all names. For every 16th row that is kept in full; for each
 * row, how far behind it its own words start. Sixteen names in a row hardly ever have more than 255 words, so that a
 * byte each will do; where some have more, the distances take two bytes each, or four.
 */

/** Groups are of 16 rows: a row's number without its lowest four bits. */
const GROUP_BITS = 4;

export interface DividedStarts {
  /** The start of the first row of each group. */
  readonly groupStarts: Uint32Array;
  /** How far behind the start of its group each row starts. */
  readonly distances: NarrowNumbers;
}

export function dividedStarts(starts: Uint32Array): DividedStarts {
  const groupStarts = new Uint32Array(groupOf(starts.length - 1) + 1);
  for (let group = 0; group < groupStarts.length; group += 1) {
    groupStarts[group] = starts[group << GROUP_BITS] as number;
  }
  const distances = starts.map((start, row) => start - (groupStarts[groupOf(row)] as number));
  const furthest = distances.reduce((most, distance) => Math.max(most, distance), 0);
  return { groupStarts, distances: narrowed(distances, furthest) };
}

/** Where the words of a row start; for the number after the last row, where all words end. */
export function startOf({ groupStarts, distances }: DividedStarts, row: number): number {
  return (groupStarts[groupOf(row)] as number) + (distances[row] as number);
}

function groupOf(row: number): number {
  return row >>> GROUP_BITS;
}
