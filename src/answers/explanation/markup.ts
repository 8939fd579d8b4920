import { shownSafely } from "./result-words.ts";

/** Escaped markup. */
export class Html {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A value in markup: text is escaped; null and false are left out. */
type Piece = Html | string | number | null | false | readonly Piece[];

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Markup with values. Every value that is not `Html` is escaped. */
export function html(markup: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  let text = markup[0] as string;
  for (const [place, piece] of pieces.entries()) text += written(piece) + (markup[place + 1] as string);
  return new Html(text);
}

function written(piece: Piece): string {
  if (piece === null || piece === false) return "";
  if (piece instanceof Html) return piece.markup;
  if (typeof piece === "object") return piece.map(written).join("");
  return shownSafely(String(piece)).replaceAll(/[&<>"']/g, (character) => ESCAPES[character] as string);
}
