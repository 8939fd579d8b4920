import { Refusal } from "./refusal.ts";

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
