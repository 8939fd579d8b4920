/* Names that stand in one JSON object more than once. JSON.parse takes the last value and says nothing. */

/** A name that stands more than once in the body itself (`item`: null) or in one of its items. */
export interface RepeatedName {
  readonly item: number | null;
  readonly name: string;
}

/** How many members all objects of a parsed value have together: fewer than its text has where a name was repeated. */
export function membersIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let members = 0;
  if (Array.isArray(value)) for (const each of value) members += membersIn(each);
  else {
    for (const name in value) {
      const member = (value as Readonly<Record<string, unknown>>)[name];
      members += typeof member === "object" ? 1 + membersIn(member) : 1;
    }
  }
  return members;
}

/** The body is at depth 1, its list of items at 2, an item at 3. */
const BODY = 1;
const LIST = 2;
const ITEM = 3;

/**
 * The repeated names of a body and of the items in its list, in the order of the text. The text is known to be JSON and within
 * the limits of a body. Objects within an item are left out: no parameter takes one.
 */
export function repeatedNames(text: string, list: string): readonly RepeatedName[] {
  const repeated: RepeatedName[] = [];
  const ofBody = new Set<string>();
  let ofItem = new Set<string>();
  let depth = 0;
  let item = 0;
  let member: string | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') {
      const start = at;
      at = endOfText(text, at);
      if ((depth !== BODY && (depth !== ITEM || member !== list)) || !isName(text, at)) continue;
      const name = JSON.parse(text.slice(start, at + 1)) as string;
      const names = depth === BODY ? ofBody : ofItem;
      if (names.has(name)) repeated.push({ item: depth === BODY ? null : item, name });
      names.add(name);
      if (depth === BODY) member = name;
    } else if (sign === "{" || sign === "[") {
      depth += 1;
      if (depth === LIST) item = 0;
      if (depth === ITEM) ofItem = new Set();
    } else if (sign === "}" || sign === "]") depth -= 1;
    else if (sign === "," && depth === LIST) item += 1;
  }
  return repeated;
}

/** Where the text that begins at a quotation mark has its second one. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at;
}

/** Whether a colon follows the text that ends there. */
function isName(text: string, end: number): boolean {
  let at = end + 1;
  while (" \t\r\n".includes(text[at] ?? "x")) at += 1;
  return text[at] === ":";
}
