import { formulaText } from "../../../../src/answers/explanation/record-words.ts";
import { amountText } from "../../../../src/answers/explanation/result-words.ts";
import type { ExplainedStep, Expression, ResultExplanation } from "../../../../src/answers/explanation/schema.ts";
import { type Referred, referencesOf, referredIn } from "./receipt-of.ts";

/** A part of a step's text: words, or a figure that opens its source. */
export interface Piece {
  readonly text: string;
  /** The figure or step that it is; null for words. */
  readonly ref: string | null;
}

/** A text with its figures marked; all pieces together are the text. */
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

/** A part of a shown formula: words, or a figure with the word before it and what closes it, which stay on one line. */
export interface KeptTogether {
  readonly before: string;
  /** The figure and its place among the pieces; null for words alone. */
  readonly figure: { readonly piece: Piece; readonly place: number } | null;
  readonly after: string;
}

/** The last word of a label, and what closes a bracket or a list, belong to the figure between them. */
export function keptTogether(pieces: readonly Piece[]): readonly KeptTogether[] {
  const texts = pieces.map(({ text, ref }) => (ref === null ? text : ""));
  return pieces.flatMap((piece, place): readonly KeptTogether[] => {
    if (piece.ref === null) {
      const rest = (texts[place] ?? "").replace(place + 1 < pieces.length ? LAST_WORD : "", "");
      const words = place === 0 ? rest : rest.replace(CLOSING, "");
      return words === "" ? [] : [{ before: words, figure: null, after: "" }];
    }
    const label = LAST_WORD.exec(texts[place - 1] ?? "")?.[0] ?? "";
    const closing = CLOSING.exec((texts[place + 1] ?? "").replace(place + 2 < pieces.length ? LAST_WORD : "", ""))?.[0];
    return [{ before: label, figure: { piece, place }, after: closing ?? "" }];
  });
}

const LAST_WORD = /\S+ ?$/;
const CLOSING = /^[),;:]+/;

/* What the texts of a calculation call the results of its steps. Nothing is named here that they do not name. */

/** A step's text taken apart: `trauma enhancement: ... = cost $12.00` is what it is, how it is made and what comes out. */
interface SplitText {
  /** `trauma enhancement: `, or empty. */
  readonly lead: string;
  readonly body: string;
  /** ` = cost $12.00`, or empty. */
  readonly tail: string;
  /** What the text itself calls the result; null when it does not. */
  readonly name: string | null;
}

const LEAD = /^([A-Za-z][A-Za-z' -]*): /;

export function splitText(text: string, { value, unit }: Pick<ExplainedStep, "value" | "unit">): SplitText {
  const [lead = "", label = null] = LEAD.exec(text) ?? [];
  const rest = text.slice(lead.length);
  const tail = tailOf(rest, value === null ? null : amountText(value, unit));
  const body = rest.slice(0, rest.length - tail.length);
  const result = /^ = (.*?) ?\(?[$-]*[0-9.]+\)?$/.exec(tail)?.[1] ?? "";
  return { lead, body, tail, name: result === "" ? label : result };
}

/** The end that says the result, which the receipt has in its own column. */
function tailOf(text: string, amount: string | null): string {
  const start = text.lastIndexOf(" = ");
  if (amount === null || start < 0) return "";
  const tail = text.slice(start);
  return tail.endsWith(amount) || tail.endsWith(`${amount})`) ? tail : "";
}

/** What stands between the names of a formula. */
const BETWEEN = /\(| [x+/-] |[:,] | = |lesser of |greater of | and /;

/** The words right before a bracket that opens on a figure: those that name it; null when there are none. */
function nameBefore(text: string): string | null {
  if (!text.endsWith(" (")) return null;
  const name = text.slice(0, -" (".length).split(BETWEEN).at(-1)?.trim() ?? "";
  return name === "" ? null : name;
}

/** What each step is called: by its own text, else by the texts of the steps that compute with it. */
export function titlesOf(explained: ResultExplanation): ReadonlyMap<string, string> {
  const referred = referredIn(explained);
  const titles = new Map<string, string>();
  for (const step of explained.steps) {
    const name = step.text === null ? null : splitText(step.text, step).name;
    if (name !== null) titles.set(step.id, name);
  }
  for (const step of explained.steps) {
    if (step.text === null) continue;
    const used = referencesOf(step.expression).flatMap((id): readonly Referred[] => {
      const one = referred.get(id);
      return one === undefined ? [] : [one];
    });
    for (const [id, name] of namedIn(piecesOf(splitText(step.text, step).body, used).pieces)) {
      if (id.startsWith("s") && !titles.has(id)) titles.set(id, name);
    }
  }
  return titles;
}

function namedIn(pieces: readonly Piece[]): readonly (readonly [id: string, name: string])[] {
  return pieces.flatMap(({ ref }, place) => {
    const name = nameBefore(pieces[place - 1]?.text ?? "");
    return ref === null || name === null ? [] : [[ref, name] as const];
  });
}
