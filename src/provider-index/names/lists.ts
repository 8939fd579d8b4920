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
