/** Why a text was refused: the expected value, as the end of a sentence. */
export class Refusal {
  readonly expected: string;

  constructor(expected: string) {
    this.expected = expected;
  }
}

const SHOWN_LENGTH_MAX = 60;

/** A refused value as messages quote it: short enough for one line. */
export function quoted(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  return showingInvisible(
    JSON.stringify(text.length > SHOWN_LENGTH_MAX ? `${text.slice(0, SHOWN_LENGTH_MAX)}...` : text),
  );
}

/** What spreadsheet programs show, and export, for a formula without a value. */
const FAILED =
  /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!)/i;

/** Whether a cell holds an error in place of a value: `#N/A`, `#REF!`. Read as a text, `#REF!` would be a code of five characters. */
export function isFailedFormula(text: string): boolean {
  return text.startsWith("#") && FAILED.test(text);
}

export const NO_VALUE = new Refusal(
  "a value: its formula failed or was never calculated. Correct it, or open the file in a spreadsheet program and save it again",
);

/** Soft hyphens, zero-width spaces, joiners and direction marks: readers do not see them, and terminals obey some. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Shows invisible characters by their code points. */
function showingInvisible(text: string): string {
  return text.replace(INVISIBLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
