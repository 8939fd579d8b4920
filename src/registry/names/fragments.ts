/*
 * Folded names are made of A-Z, 0-9 and single spaces: 37 symbols. A fragment is one to three
 * symbols in a row; each has a number of its own, so that tables over fragments are arrays.
 */

const SYMBOLS = " ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const SYMBOL_COUNT = SYMBOLS.length;
const PAIRS_START = SYMBOL_COUNT;
const TRIPLES_START = PAIRS_START + SYMBOL_COUNT ** 2;

export const FRAGMENT_COUNT = TRIPLES_START + SYMBOL_COUNT ** 3;

export const FRAGMENT_LENGTH_MAX = 3;

/** Below this fragment number are those of one or two symbols. */
export const FIRST_OF_THREE_SYMBOLS = TRIPLES_START;

export const SPACE = 0;

const SYMBOL_BY_CODE = new Uint8Array(128);
for (let symbol = 0; symbol < SYMBOL_COUNT; symbol += 1) SYMBOL_BY_CODE[SYMBOLS.charCodeAt(symbol)] = symbol;

/** The symbol of a character of a folded name. */
export function symbolOf(characterCode: number): number {
  return SYMBOL_BY_CODE[characterCode] as number;
}

function pairNumber(first: number, second: number): number {
  return PAIRS_START + first * SYMBOL_COUNT + second;
}

export function tripleNumber(first: number, second: number, third: number): number {
  return TRIPLES_START + (first * SYMBOL_COUNT + second) * SYMBOL_COUNT + third;
}

/** The number of the fragment that a text of one to three symbols is. */
export function fragmentNumber(text: string): number {
  const first = symbolOf(text.charCodeAt(0));
  if (text.length === 1) return first;
  const second = symbolOf(text.charCodeAt(1));
  return text.length === 2 ? pairNumber(first, second) : tripleNumber(first, second, symbolOf(text.charCodeAt(2)));
}

/**
 * Calls `use` for every fragment of a word with the spaces around it, a space alone left out.
 * The word stands in a text between two spaces, at the places `from` and `to`. A fragment that
 * occurs twice is used twice.
 */
export function eachFragment(text: Uint8Array, from: number, to: number, use: (fragment: number) => void): void {
  let before = SPACE;
  let last = symbolOf(text[from + 1] as number);
  use(last);
  use(pairNumber(SPACE, last));
  for (let place = from + 2; place <= to; place += 1) {
    const symbol = symbolOf(text[place] as number);
    if (symbol !== SPACE) use(symbol);
    use(pairNumber(last, symbol));
    use(tripleNumber(before, last, symbol));
    before = last;
    last = symbol;
  }
}
