import { Refusal } from "../../core/text/refusal.ts";
import { meaningOfReason } from "./adjustment-reasons.ts";
import { asItIs, trimmedFor } from "./read-value.ts";

// Denials as a table has them: claim adjustment reason codes (CARC), with or without their group, or the word.

/** A claim adjustment reason code; the group is empty where the cell has the code alone. */
export interface ReasonCode {
  readonly group: string;
  readonly reason: string;
}

/** What a cell says. */
interface Denial {
  readonly codes: readonly ReasonCode[];
  /** The cell has the word. */
  readonly isDenied: boolean;
}

const NO_DENIAL: Denial = { codes: [], isDenied: false };
const DENIED: Denial = { codes: [], isDenied: true };

const DENIED_WORDS = /^(?:(?:claim|line|service) )?(?:denied|denial|deny)$/i;
const PAID_WORDS = /^(?:paid|not denied|no denial|no)$/i;

/** `CO-29`, `CO29`, `CO 29`, `29`; digits without zeros in front, as the list of codes has them. */
const CODE = /(?:(CO|PR|OA|PI|CR)[\s:-]{0,3})?([AB]?[1-9][0-9]{0,2}|A0)(?![A-Z0-9])/iy;
/** Remark codes beside a reason say more of it, and deny nothing by themselves. */
const REMARK_CODE = /(?:MA?|N)[0-9]{1,4}(?![A-Z0-9])/iy;
const BETWEEN = /[\s,;|/&+]*/y;
const BLANKS = /^[^\S\n]*$/;
/** What a code means stands behind a sign, or behind a code with its group. */
const DESCRIPTION = /[\s]*[-:\u2013(=]/y;
/** A description has blanks and words; this is a number by itself: `CO-45-29` may have two codes, or an amount. */
const NUMBER_ALONE = /^[\s(]*(?:[AB]?[1-9][0-9]{0,2}|A0)\s*\)?\s*(?:$|[:;=|\n])/i;
/** `, CO-29`: the group and the code stand together, so that words such as `PR 3 visits` are none. */
const CODE_IN_DESCRIPTION = /(?<![A-Z0-9])(CO|PR|OA|PI|CR)-?([AB]?[1-9][0-9]{0,2}|A0)(?![A-Z0-9])/gi;
/** What separates codes that have descriptions: a comma can be part of one. */
const PARTS = /[;|\n]/;

const NOT_KNOWN = new Refusal(
  "a claim adjustment reason code such as CO-29, or denied. Write denied if the payer denied the line, or empty the cell if it did not",
);
const readText = trimmedFor(asItIs);

/** The denial in a cell. A text or a code that is not known is refused: it may deny the line, or not. */
export function readDenial(cell: string): Denial | Refusal {
  if (cell === "") return NO_DENIAL;
  const value = readText(cell);
  if (value instanceof Refusal) return value;
  const { text } = value;
  if (text === "" || PAID_WORDS.test(text)) return NO_DENIAL;
  if (DENIED_WORDS.test(text)) return DENIED;
  const codes = codesIn(text);
  if (codes === null || codes.some(({ reason }) => meaningOfReason(reason) === "")) return NOT_KNOWN;
  return { codes, isDenied: false };
}

/** The codes of a text; null where it does not begin with one, or where what follows may be a code or something else. */
function codesIn(text: string): readonly ReasonCode[] | null {
  const codes: ReasonCode[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  let between = "";
  while (at < text.length) {
    const code = take(CODE);
    const last = codes.at(-1);
    if (code === null) {
      if (last === undefined) return null;
      if (take(REMARK_CODE) === null) return last.group === "" ? null : withDescribed(codes, text.slice(at));
    } else {
      // `CO-45 12` may have an amount, which is also the code of a denial.
      if (code[1] === undefined && last !== undefined && last.group !== "" && BLANKS.test(between)) return null;
      codes.push(reasonCode(code));
    }
    if (take(DESCRIPTION) !== null) {
      take(BETWEEN);
      // `CO-45 - CO-29` has another code, `CO-29 - 90 days` a description.
      CODE.lastIndex = at;
      if (CODE.exec(text)?.[1] === undefined) return withDescribed(codes, text.slice(at));
    }
    between = take(BETWEEN)?.[0] ?? "";
  }
  return codes;
}

function reasonCode([, group = "", reason = ""]: RegExpExecArray): ReasonCode {
  return { group: group.toUpperCase(), reason: reason.toUpperCase() };
}

/** A denial may stand behind the description of another code: `CO-45: above the fee schedule; CO-29: sent too late`. */
function withDescribed(codes: readonly ReasonCode[], description: string): readonly ReasonCode[] | null {
  if (NUMBER_ALONE.test(description)) return null;
  const [own = "", ...parts] = description.split(PARTS);
  return [...codes, ...codesWithin(own), ...parts.flatMap((part) => codesIn(part.trim()) ?? codesWithin(part))];
}

function codesWithin(description: string): readonly ReasonCode[] {
  return [...description.matchAll(CODE_IN_DESCRIPTION)].map(reasonCode);
}
