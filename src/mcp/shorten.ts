import type { Json } from "../core/schema/schema.ts";

/** Some 7,000 tokens: agents warn of answers above 10,000, and people read no more either. */
export const ANSWER_CHARACTERS_MAX = 20_000;

/**
 * An answer for agents: without nulls; if it is too long, without publications; then with shorter lists. `left_out` says what is missing.
 * Null when it is too long even so.
 */
export function shorten(answer: Json): Json | null {
  const whole = without(answer, (value) => value === null);
  if (charactersOf(whole) <= ANSWER_CHARACTERS_MAX) return whole;
  const shorter = without(whole, (_, name) => name === "publication");
  const leftOut = charactersOf(shorter) < charactersOf(whole) ? ["Publications."] : [];
  const lengths = new Map<readonly unknown[], number>();
  const result = (): Json => ({
    ...shorter,
    left_out: [...leftOut, ...[...lengths].map(([list, length]) => cutText(shorter, list, length))].join(" "),
  });
  while (charactersOf(result()) > ANSWER_CHARACTERS_MAX) {
    const list = longestList(shorter);
    if (list === null) return null;
    if (!lengths.has(list)) lengths.set(list, list.length);
    const excess = charactersOf(result()) - ANSWER_CHARACTERS_MAX;
    for (let dropped = 0; dropped < excess && list.length > 1; ) dropped += charactersOf(list.pop()) + 1;
  }
  return result();
}

function charactersOf(value: unknown): number {
  return JSON.stringify(value).length;
}

/** A copy without some members of its objects. Positions in a list have a meaning, so its entries stay. */
function without(answer: Json, isDropped: (value: unknown, name: string) => boolean): Json {
  return JSON.parse(JSON.stringify(answer), function (this: unknown, name: string, value: unknown) {
    return !Array.isArray(this) && isDropped(value, name) ? undefined : value;
  });
}

/** The list that takes most characters and has an entry to spare. A list is longer than those in it, so it is cut first. */
function longestList(value: unknown): unknown[] | null {
  const lists = listsIn(value).filter((list) => list.length > 1);
  const sized = lists.map((list) => ({ list, characters: charactersOf(list) }));
  return sized.sort((one, other) => other.characters - one.characters)[0]?.list ?? null;
}

function listsIn(value: unknown): unknown[][] {
  if (typeof value !== "object" || value === null) return [];
  const nested = Object.values(value).flatMap(listsIn);
  return Array.isArray(value) ? [value, ...nested] : nested;
}

function cutText(answer: Json, list: readonly unknown[], length: number): string {
  return `Shown are the first ${list.length} of ${length} ${nameOf(answer, list) ?? "entries"}.`;
}

/** The name of the member that holds a list. */
function nameOf(value: unknown, list: readonly unknown[]): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    const found = member === list ? name : nameOf(member, list);
    if (found !== null) return found;
  }
  return null;
}
