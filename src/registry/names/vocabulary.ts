import { foldName } from "../../core/text/folding.ts";
import { bytesHash, GrowingNumbers, HashSlots, NO_NUMBER } from "../../core/text/text-tables.ts";
import type { Ranks } from "../ranking.ts";

const SPACE_CODE = 32;

const ASCII = /^[\0-\x7f]*$/;

/** What each ASCII character is folded to; a space for those that are folded away. */
const FOLDED_CODES = Uint8Array.from({ length: 128 }, (_, code) => {
  const folded = foldName(String.fromCharCode(code));
  return folded === "" ? SPACE_CODE : folded.charCodeAt(0);
});

export interface Vocabulary {
  /** All words, each with a space before it, and a space at the very end. */
  readonly text: Uint8Array;
  /** Where the space before each word stands, and the one at the end. */
  readonly starts: Uint32Array;
  readonly wordCount: number;
}

const INITIAL_TEXT_BYTES = 1024;

/**
 * Numbers the words of all names in the order of their first appearance. It works on bytes:
 * a million names have three million words, and texts for all of them would cost seconds.
 */
export class VocabularyBuilder {
  readonly #slots = new HashSlots();
  /** The words so far, and behind them the one that is being read. */
  #text = new Uint8Array(INITIAL_TEXT_BYTES).fill(SPACE_CODE, 0, 1);
  readonly #starts = new GrowingNumbers();
  /** Where the words of each row start in `#rowWords`. */
  readonly #rowStarts = new GrowingNumbers();
  readonly #rowWords = new GrowingNumbers();

  constructor() {
    this.#starts.push(0);
  }

  add(name: string): void {
    this.#rowStarts.push(this.#rowWords.length);
    // Folding text takes longer than all the rest; ASCII is folded character by character on the way.
    this.#addWords(ASCII.test(name) ? name : foldName(name));
  }

  #addWords(text: string): void {
    this.#reserve(text.length + 1);
    let from = this.#wordsEnd + 1;
    let to = from;
    for (let index = 0; index < text.length; index += 1) {
      const code = FOLDED_CODES[text.charCodeAt(index)] as number;
      if (code !== SPACE_CODE) {
        this.#text[to] = code;
        to += 1;
      } else if (to > from) {
        this.#rowWords.push(this.#numberOf(to));
        from = this.#wordsEnd + 1;
        to = from;
      }
    }
    if (to > from) this.#rowWords.push(this.#numberOf(to));
  }

  vocabulary(): Vocabulary {
    return {
      text: this.#text.subarray(0, this.#wordsEnd + 1),
      starts: this.#starts.view(),
      wordCount: this.#starts.length - 1,
    };
  }

  /** Which words each row has, the rows in result order. */
  rowWords({ order }: Ranks): Lists {
    const words = this.#rowWords.view();
    const wordStarts = this.#rowStarts.view();
    const starts = new Uint32Array(order.length + 1);
    const items = new Uint32Array(words.length);
    let count = 0;
    for (let rank = 0; rank < order.length; rank += 1) {
      const row = order[rank] as number;
      const end = wordStarts[row + 1] ?? words.length;
      for (let place = wordStarts[row] as number; place < end; place += 1) {
        items[count] = words[place] as number;
        count += 1;
      }
      starts[rank + 1] = count;
    }
    return { starts, items };
  }

  /** The place of the space after the last word. */
  get #wordsEnd(): number {
    return this.#starts.at(this.#starts.length - 1);
  }

  /** The number of the word that was written behind the others and ends at `to`. */
  #numberOf(to: number): number {
    const from = this.#wordsEnd + 1;
    const hash = bytesHash(this.#text, from, to);
    for (let slot = this.#slots.first(hash); ; slot = this.#slots.next(slot)) {
      const number = this.#slots.at(slot);
      if (number === NO_NUMBER) break;
      if (this.#isWord(number, from, to)) return number;
    }
    this.#slots.add(hash);
    this.#text[to] = SPACE_CODE;
    this.#starts.push(to);
    return this.#starts.length - 2;
  }

  #isWord(number: number, from: number, to: number): boolean {
    const start = this.#starts.at(number) + 1;
    if (this.#starts.at(number + 1) - start !== to - from) return false;
    for (let place = from; place < to; place += 1) {
      if (this.#text[place] !== this.#text[start + place - from]) return false;
    }
    return true;
  }

  /** Makes room for as many bytes behind the words. */
  #reserve(bytes: number): void {
    const needed = this.#wordsEnd + 1 + bytes;
    if (needed <= this.#text.length) return;
    const larger = new Uint8Array(Math.max(2 * this.#text.length, needed));
    larger.set(this.#text);
    this.#text = larger;
  }
}

/** Many lists of numbers in two arrays: list `n` is `items` from `starts[n]` to `starts[n + 1]`. */
export interface Lists {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

/**
 * Turns lists around: from the words of each row to the rows of each word. Numbers in the new
 * lists ascend, and each appears once.
 */
export function turnedAround({ starts, items }: Lists, itemCount: number): Lists {
  const turnedStarts = new Uint32Array(itemCount + 1);
  eachDistinct(starts, items, itemCount, (item) => {
    turnedStarts[item + 1] = (turnedStarts[item + 1] as number) + 1;
  });
  for (let item = 0; item < itemCount; item += 1) {
    turnedStarts[item + 1] = (turnedStarts[item + 1] as number) + (turnedStarts[item] as number);
  }
  const places = turnedStarts.slice();
  const turnedItems = new Uint32Array(turnedStarts[itemCount] as number);
  eachDistinct(starts, items, itemCount, (item, list) => {
    const place = places[item] as number;
    turnedItems[place] = list;
    places[item] = place + 1;
  });
  return { starts: turnedStarts, items: turnedItems };
}

function eachDistinct(
  starts: Uint32Array,
  items: Uint32Array,
  itemCount: number,
  use: (item: number, list: number) => void,
): void {
  const lastList = new Int32Array(itemCount).fill(-1);
  for (let list = 0; list + 1 < starts.length; list += 1) {
    const end = starts[list + 1] as number;
    for (let place = starts[list] as number; place < end; place += 1) {
      const item = items[place] as number;
      if (lastList[item] === list) continue;
      lastList[item] = list;
      use(item, list);
    }
  }
}
