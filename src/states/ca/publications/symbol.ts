import { type Conversion, inTurn, upperCase } from "../../../imports/declaring/conversions.ts";

/** An identifier that a spreadsheet may have taken for a number: `9.0` is 9. */
export const symbol: Conversion = inTurn((cell) => cell.replace(/\.0+$/, ""), upperCase);
