import { isFailedFormula, NO_VALUE, withoutInvisible, Refusal } from "../../text/refusal.ts";
import { describedModifiers } from "./described-modifiers.ts";
import { saysNothing } from "./read-value.ts";

const NONE: readonly string[] = [];
const WORDS = /[A-Z0-9]+/g;
/** A modifier of digits that went through a spreadsheet as a number. */
const POINT_ZERO = /\.0+(?![0-9])/g;
const PAIRS = /../g;

/** Claims have room for four of a line; each of more could be a row that is looked up. */
const MODIFIERS_MAX = 12;
/** Four of them with their words: the description of modifier 25 alone has some 150 characters. */
const CELL_CHARACTERS_MAX = 600;
const TOO_MANY = new Refusal(`at most ${MODIFIERS_MAX} modifiers of two letters or digits`);

/** The modifiers of a line, each once: several cells, several in one cell (`25, 59`), or written together (`2559`). */
export function modifiersOf(cells: readonly string[]): readonly string[] | Refusal {
  if (cells.every((cell) => cell === "")) return NONE;
  if (cells.some((cell) => cell.length > CELL_CHARACTERS_MAX)) return TOO_MANY;
  if (cells.some((cell) => isFailedFormula(cell.trim()))) return NO_VALUE;
  const all = new Set(cells.flatMap(modifiersIn));
  return all.size > MODIFIERS_MAX ? TOO_MANY : [...all];
}

function modifiersIn(cell: string): readonly string[] {
  const text = withoutInvisible(cell).trim().toUpperCase();
  if (text === "" || saysNothing(text)) return NONE;
  const described = describedModifiers(text);
  if (described !== null) return described;
  return (text.replace(POINT_ZERO, "").match(WORDS) ?? NONE).flatMap(apart);
}

function apart(word: string): readonly string[] {
  return word.length > 2 && word.length % 2 === 0 ? (word.match(PAIRS) ?? NONE) : [word];
}
