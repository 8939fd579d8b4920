import { Undecodable } from "../../pricing/request/read.ts";

/** A query string by name. A name given more than once has the list of its values. */
export type Query = Readonly<Record<string, string | Undecodable | readonly unknown[]>>;

/** Names come from clients, so this object inherits nothing, not even `__proto__`. */
const NOTHING: object = Object.freeze(Object.create(null));

/** Splits and decodes a query string; never throws. */
export function parseQuery(text: string): Query {
  const query: Record<string, string | Undecodable | unknown[]> = Object.create(NOTHING);
  // Most queries have nothing to decode, and one check is cheaper than one for each part.
  const part = text.includes("%") || text.includes("+") ? decoded : asItIs;
  let start = 0;
  let equals = -1;
  while (start < text.length) {
    let end = text.indexOf("&", start);
    if (end < 0) end = text.length;
    // The next equals sign is searched once, not again for every name before it.
    if (equals < start) equals = positionOf("=", text, start);
    if (end > start) {
      const nameEnd = Math.min(equals, end);
      const rawName = text.slice(start, nameEnd);
      const name = part(rawName);
      add(query, typeof name === "string" ? name : rawName, part(text.slice(nameEnd + 1, end)));
    }
    start = end + 1;
  }
  return query;
}

function positionOf(sign: string, text: string, start: number): number {
  const position = text.indexOf(sign, start);
  return position < 0 ? Number.POSITIVE_INFINITY : position;
}

function add(query: Record<string, unknown>, name: string, value: string | Undecodable): void {
  const before = query[name];
  if (before === undefined) query[name] = value;
  else if (Array.isArray(before)) before.push(value);
  else query[name] = [before, value];
}

function asItIs(text: string): string {
  return text;
}

function decoded(text: string): string | Undecodable {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return new Undecodable(text);
  }
}

const API_KEY = "api_key";

/** Whether the query contains an `api_key`, in any case of letters. */
export function carriesApiKey(query: Query): boolean {
  for (const name in query) {
    if (name.length === API_KEY.length && name.toLowerCase() === API_KEY) return true;
  }
  return false;
}
