import { withoutInvisible } from "../../reading/invisible.ts";
import { Refusal } from "../../reading/refusal.ts";
import { saysNothing } from "./read-value.ts";

const NONE: readonly string[] = [];
const WORDS = /[A-Z0-9]+/g;
/** A modifier of digits that went through a spreadsheet as a number. */
const POINT_ZERO = /\.0+(?![0-9])/g;
const PAIRS = /../g;
/** `59-DISTINCT PROCEDURAL SERVICE`: a modifier with the words for it, which are none. */
const DESCRIBED = /^['="]*([A-Z0-9]{2})\s*[-:=(]+\s*[A-Z]{3,}/;

/** Claims have room for four of a line; each of more could be a row that is looked up. */
const MODIFIERS_MAX = 12;
/** Twelve of two characters, with room for what separates them. */
const CELL_CHARACTERS_MAX = 100;
const TOO_MANY = new Refusal(`at most ${MODIFIERS_MAX} modifiers of two letters or digits`);

/** The modifiers of a line, each once: several cells, several in one cell (`25, 59`), or written together (`2559`). */
export function modifiersOf(cells: readonly string[]): readonly string[] | Refusal {
  if (cells.every((cell) => cell === "")) return NONE;
  if (cells.some((cell) => cell.length > CELL_CHARACTERS_MAX)) return TOO_MANY;
  const all = new Set(cells.flatMap(modifiersIn));
  return all.size > MODIFIERS_MAX ? TOO_MANY : [...all];
}

function modifiersIn(cell: string): readonly string[] {
  const text = withoutInvisible(cell).trim().toUpperCase();
  if (text === "" || saysNothing(text)) return NONE;
  const described = DESCRIBED.exec(text);
  if (described !== null) return [described[1] as string];
  return (text.replace(POINT_ZERO, "").match(WORDS) ?? NONE).flatMap(apart);
}

function apart(word: string): readonly string[] {
  return word.length > 2 && word.length % 2 === 0 ? (word.match(PAIRS) ?? NONE) : [word];
}
