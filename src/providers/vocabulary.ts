import { GrowingNumbers } from "../dataset/growing-numbers.ts";
import type { Ranks } from "./ranking.ts";

/** The words of all names while a release is built; a word's number is the order of its first appearance. */
export class VocabularyBuilder {
  readonly #numberByWord = new Map<string, number>();
  /** Where the words of a row start in `#rowWords`. */
  readonly #rowStarts = new GrowingNumbers(Uint32Array);
  readonly #rowWords = new GrowingNumbers(Uint32Array);

  /** Adds the folded name of the next row. */
  add(folded: string): void {
    this.#rowStarts.push(this.#rowWords.length);
    if (folded === "") return;
    for (const word of folded.split(" ")) {
      let number = this.#numberByWord.get(word);
      if (number === undefined) {
        number = this.#numberByWord.size;
        this.#numberByWord.set(word, number);
      }
      this.#rowWords.push(number);
    }
  }

  /** The words in the order of their numbers. */
  words(): string[] {
    return [...this.#numberByWord.keys()];
  }

  /** Which words each row has, the rows in result order. */
  rowWords({ order }: Ranks): Lists {
    const starts = new Uint32Array(order.length + 1);
    const items = new Uint32Array(this.#rowWords.length);
    let count = 0;
    for (let rank = 0; rank < order.length; rank += 1) {
      const row = order[rank] as number;
      const end = row + 1 < order.length ? this.#rowStarts.at(row + 1) : this.#rowWords.length;
      for (let place = this.#rowStarts.at(row); place < end; place += 1) {
        items[count] = this.#rowWords.at(place);
        count += 1;
      }
      starts[rank + 1] = count;
    }
    return { starts, items };
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
