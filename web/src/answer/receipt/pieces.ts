import { formulaText } from "../../../../src/answers/explanation/record-words.ts";
import type { Expression } from "../../../../src/answers/explanation/schema.ts";
import type { Referred } from "./references.ts";

/** A part of a step's text: words, or a figure that opens its source. */
export interface Piece {
  readonly text: string;
  /** The figure or step that it is; null for words. */
  readonly ref: string | null;
}

/** A text with its figures told apart; all pieces together are the text. */
interface Pieces {
  readonly pieces: readonly Piece[];
  /** What the formula computes with and the text does not print. */
  readonly unprinted: readonly string[];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly ref: string;
}

/**
 * Finds the figures of a step in its text: those of its formula that stand behind their own name, the rest of the formula in
 * its order, then those that the text prints by their name and the step does not compute with (`others`).
 */
export function piecesOf(text: string, referred: readonly Referred[], others: readonly Referred[] = []): Pieces {
  const spans: Span[] = [];
  const unnamed = referred.filter((one) => !placed(text, one, NAMED, spans));
  const missing = unnamed.filter((one) => !placed(text, one, ANYWHERE, spans));
  for (const one of others) placed(text, one, NAMED, spans);
  const unprinted = missing.map(({ id }) => id).filter((id) => !spans.some(({ ref }) => ref === id));
  return { pieces: cut(text, spans), unprinted: [...new Set(unprinted)] };
}

/** What may stand before the digits of a figure, the surest first. */
type Places = (name: string | null) => readonly string[];

const NAMED: Places = (name) => (name === null ? [] : [`(?<=${escaped(name)} \\()\\$?`]);

/** In parentheses, in dollars, or alone. */
const ANYWHERE: Places = () => ["(?<=\\()\\$?", "\\$", "(?<![^\\s])"];

/** Finds the first place of a figure that no other has taken, and takes it; false when there is none. */
function placed(text: string, { id, name, value }: Referred, places: Places, spans: Span[]): boolean {
  if (value === null) return false;
  for (const place of places(name)) {
    const pattern = new RegExp(`${place}${digitsPattern(value)}(?![0-9]|\\.[0-9])`, "g");
    for (const found of text.matchAll(pattern)) {
      const span = { start: found.index, end: found.index + found[0].length, ref: id };
      if (spans.some(({ start, end }) => span.start < end && start < span.end)) continue;
      spans.push(span);
      return true;
    }
  }
  return false;
}

function cut(text: string, spans: readonly Span[]): readonly Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    if (span.start > end) pieces.push({ text: text.slice(end, span.start), ref: null });
    pieces.push({ text: text.slice(span.start, span.end), ref: span.ref });
    end = span.end;
  }
  if (end < text.length) pieces.push({ text: text.slice(end), ref: null });
  return pieces;
}

/** The digits of a value however many zeros end it: `99000` is printed as `99000.00`. */
function digitsPattern(value: string): string {
  const [whole = "", fraction = ""] = value.split(".");
  const kept = fraction.replace(/0+$/, "");
  return `${escaped(whole)}${kept === "" ? "(?:\\.0+)?" : `\\.${kept}0*`}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Stands around a reference while a formula is taken apart; no name of the methodology has it. */
const MARK = "\u0001";

/** A formula that has no text of its own, by the names of its figures. */
export function piecesOfFormula(expression: Expression, called: (id: string) => Called): readonly Piece[] {
  const parts = formulaText(expression, (id) => {
    const { name } = called(id);
    return name === null ? `${MARK}${id}${MARK}` : `${name} (${MARK}${id}${MARK})`;
  }).split(MARK);
  return parts
    .map((part, place) => (place % 2 === 0 ? { text: part, ref: null } : { text: called(part).amount, ref: part }))
    .filter(({ text }) => text !== "");
}

/** What a formula without text says for a reference. */
interface Called {
  readonly name: string | null;
  readonly amount: string;
}

/** The pieces as they are shown: a figure that opens its source has edges of its own, and needs no brackets around it alone. */
export function withoutBrackets(pieces: readonly Piece[]): readonly Piece[] {
  const isAlone = (place: number) =>
    pieces[place]?.ref != null &&
    pieces[place - 1]?.text.endsWith(" (") === true &&
    pieces[place + 1]?.text.startsWith(")") === true;
  return pieces.map((piece, place) => {
    if (piece.ref !== null) return piece;
    const opened = isAlone(place + 1) ? piece.text.slice(0, -1) : piece.text;
    return { ...piece, text: isAlone(place - 1) ? opened.slice(1) : opened };
  });
}
