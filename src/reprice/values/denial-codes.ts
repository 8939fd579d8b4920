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
/** What a code means stands behind a sign, or behind a code with its group. */
const DESCRIPTION = /[\s]*[-:\u2013(=]/y;

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

/** The codes at the beginning of a text; null where it does not begin with one, or goes on with something else than a description. */
function codesIn(text: string): readonly ReasonCode[] | null {
  const codes: ReasonCode[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const code = take(CODE);
    if (code === null) {
      if (codes.length === 0) return null;
      if (take(REMARK_CODE) === null) return codes.at(-1)?.group === "" ? null : codes;
    } else {
      codes.push({ group: (code[1] ?? "").toUpperCase(), reason: (code[2] as string).toUpperCase() });
    }
    if (take(DESCRIPTION) !== null) {
      take(BETWEEN);
      // `CO-45 - CO-29` has another code, `CO-29 - 90 days` a description.
      CODE.lastIndex = at;
      if (CODE.exec(text)?.[1] === undefined) return codes;
    }
    take(BETWEEN);
  }
  return codes;
}
