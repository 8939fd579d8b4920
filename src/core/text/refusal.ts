/** Why a text is not a value of its kind: what was expected instead, as the end of a sentence. */
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

/** What spreadsheet programs show in a cell whose formula has no value; exports as text have it too. */
const FAILED =
  /^#(?:N\/A|NULL!|DIV\/0!|VALUE!|REF!|NAME\?|NUM!|GETTING_DATA|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|BUSY!|UNKNOWN!|ERROR!)/i;

/** Whether a cell holds an error in place of a value: `#N/A`, `#REF!`. Read as a text, `#REF!` would be a code of five characters. */
export function isFailedFormula(text: string): boolean {
  return text.startsWith("#") && FAILED.test(text);
}

export const NO_VALUE = new Refusal(
  "a value: its formula failed or was never calculated. Correct it, or open the file in a spreadsheet program and save it again",
);

/** Soft hyphens, spaces without width, joiners and marks of the direction of writing: a reader sees none of them, a terminal obeys some. */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;

/** A text as a reader sees it. */
export function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** A text in which such characters are shown by their numbers. */
function showingInvisible(text: string): string {
  return text.replace(INVISIBLE, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
