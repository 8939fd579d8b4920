/*
 * Where a text stops being JSON. The messages of JSON.parse quote the text, which may hold a reference_id or a key, and some name no place.
 */

/**
 * Why a text is not JSON, such as `line 2, column 5: expected "," or "}", found a letter`; null when it is JSON. Of the text it quotes
 * punctuation and words such as `NaN` alone.
 */
export function jsonFault(text: string): string | null {
  const open: Bracket[] = [];
  let next: Next = "value";
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const { kind, end, fault } = tokenAt(text, at);
    if (fault !== undefined) return `${placeOf(text, fault.at)}: expected ${fault.expected}, found ${fault.found}`;
    const { tokens, words } = EXPECTED[next];
    if (!tokens.includes(kind)) return `${placeOf(text, at)}: expected ${words}, found ${foundAt(text, at)}`;
    if (kind === "end") return null;
    next = nextAfter(kind, next, open);
    at = end;
  }
}

const TAB = 9;
const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const SPACE = 32;
const DOUBLE_QUOTE = 34;
const BACKSLASH = 92;

function isSpace(code: number): boolean {
  return code === SPACE || code === LINE_FEED || code === CARRIAGE_RETURN || code === TAB;
}

type Bracket = "{" | "[";
type Kind = Bracket | "}" | "]" | "," | ":" | "text" | "number or word" | "end" | "other";

interface Token {
  readonly kind: Kind;
  readonly end: number;
  /** Of a text that is not closed or has a faulty escape. */
  readonly fault?: { readonly at: number; readonly expected: string; readonly found: string };
}

type Next =
  | "value"
  | "value after comma"
  | "value or end"
  | "name"
  | "name or end"
  | "colon"
  | "more of a list"
  | "more of an object"
  | "end";

const VALUE: readonly Kind[] = ["{", "[", "text", "number or word"];

/** The tokens that may come next, and their words in a message. */
const EXPECTED: Readonly<Record<Next, { readonly tokens: readonly Kind[]; readonly words: string }>> = {
  value: { tokens: VALUE, words: "a value" },
  "value after comma": { tokens: VALUE, words: 'a value after ","' },
  "value or end": { tokens: [...VALUE, "]"], words: 'a value or "]"' },
  name: { tokens: ["text"], words: 'a name in double quotes after ","' },
  "name or end": { tokens: ["text", "}"], words: 'a name in double quotes or "}"' },
  colon: { tokens: [":"], words: '":" after a name' },
  "more of a list": { tokens: [",", "]"], words: '"," or "]"' },
  "more of an object": { tokens: [",", "}"], words: '"," or "}"' },
  end: { tokens: ["end"], words: "the end" },
};

/** What may follow a token that was expected. Keeps the open brackets, from the outermost on. */
function nextAfter(kind: Kind, expected: Next, open: Bracket[]): Next {
  if (kind === ":") return "value";
  if (kind === ",") return open.at(-1) === "{" ? "name" : "value after comma";
  if (kind === "text" && (expected === "name" || expected === "name or end")) return "colon";
  if (kind === "{" || kind === "[") {
    open.push(kind);
    return kind === "{" ? "name or end" : "value or end";
  }
  if (kind === "}" || kind === "]") open.pop();
  if (open.length === 0) return "end";
  return open.at(-1) === "{" ? "more of an object" : "more of a list";
}

const PUNCTUATION = "{}[],:";
const NUMBER_OR_WORD = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;

function tokenAt(text: string, at: number): Token {
  const sign = text[at];
  if (sign === undefined) return { kind: "end", end: at };
  if (PUNCTUATION.includes(sign)) return { kind: sign as Kind, end: at + 1 };
  if (sign === '"') return textAt(text, at);
  NUMBER_OR_WORD.lastIndex = at;
  return NUMBER_OR_WORD.test(text)
    ? { kind: "number or word", end: NUMBER_OR_WORD.lastIndex }
    : { kind: "other", end: at };
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** A loop over character codes: a pattern would run out of memory on a text of megabytes. */
function textAt(text: string, start: number): Token {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === DOUBLE_QUOTE) return { kind: "text", end: at + 1 };
    if (at >= text.length) {
      const expected = "a double quote that closes the text which begins here";
      return { kind: "text", end: at, fault: { at: start, expected, found: "the end" } };
    }
    if (code < SPACE) {
      const expected = "a double quote that closes the text";
      return { kind: "text", end: at, fault: { at, expected, found: foundAt(text, at) } };
    }
    if (code !== BACKSLASH) {
      at += 1;
      continue;
    }
    ESCAPE.lastIndex = at;
    if (ESCAPE.test(text)) at = ESCAPE.lastIndex;
    else {
      const expected = "an escape such as \\n or \\u00e9";
      return { kind: "text", end: at, fault: { at, expected, found: "another one" } };
    }
  }
}

/** Words of other languages: they are no one's data, and name the mistake. */
const FOREIGN_WORD = /(?:NaN|Infinity|undefined|None|True|False)(?![A-Za-z0-9_])/y;

const DESCRIBED: readonly (readonly [characters: RegExp, words: string])[] = [
  [/[0-9]/, "a digit"],
  [/[A-Za-z]/, "a letter"],
  [/"/, "a double quote"],
  [/'/, "an apostrophe; JSON has double quotes alone"],
  [/[\r\n]/, "a line break"],
  [/[\u2018-\u201f]/, "a typographic quote; JSON has plain double quotes alone"],
  [/\p{Cc}/u, "a control character"],
];

/** The kind of character at a place, and the character itself only if it is punctuation. */
function foundAt(text: string, at: number): string {
  const sign = text[at];
  if (sign === undefined) return "the end";
  FOREIGN_WORD.lastIndex = at;
  const word = FOREIGN_WORD.exec(text)?.[0];
  if (word !== undefined) return `"${word}"`;
  const [, words] = DESCRIBED.find(([characters]) => characters.test(sign)) ?? [];
  if (words !== undefined) return words;
  return sign < "\u007f" ? `"${sign}"` : "a character outside ASCII";
}

/** Line and column, both from 1, in characters as editors count them. */
function placeOf(text: string, at: number): string {
  let line = 1;
  let column = 1;
  for (let place = 0; place < at; place += 1) {
    const code = text.charCodeAt(place);
    const isLineEnd = code === LINE_FEED || (code === CARRIAGE_RETURN && text.charCodeAt(place + 1) !== LINE_FEED);
    if (isLineEnd) {
      line += 1;
      column = 1;
    } else if (code !== CARRIAGE_RETURN && !isSecondHalf(code)) column += 1;
  }
  return `line ${line}, column ${column}`;
}

/** Whether a code is the second of the two that make one character beyond U+FFFF (low surrogate). */
function isSecondHalf(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
