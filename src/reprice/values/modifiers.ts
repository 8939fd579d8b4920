import { inCapitals } from "../../core/text/folding.ts";
import { isFailedFormula, NO_VALUE, Refusal, withoutInvisible } from "../../core/text/refusal.ts";
import { saysNothing } from "./read-value.ts";

const NONE: readonly string[] = [];
const WORDS = /[A-Z0-9]+/g;
/** A modifier of digits that a spreadsheet treated as a number. */
const POINT_ZERO = /\.0+(?![0-9])/g;
const PAIRS = /../g;

/** A claim line has four; each further one could need a lookup. */
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
  const text = inCapitals(withoutInvisible(cell).trim());
  if (text === "" || saysNothing(text)) return NONE;
  const described = describedModifiers(text);
  if (described !== null) return described;
  return (text.replace(POINT_ZERO, "").match(WORDS) ?? NONE).flatMap(apart);
}

function apart(word: string): readonly string[] {
  return word.length > 2 && word.length % 2 === 0 ? (word.match(PAIRS) ?? NONE) : [word];
}

const BETWEEN = /[,;|\n]+/;
const MARKS = /^[\s'="(]+/;
/** One or several modifiers at the beginning of a part, such as `25 59`. */
const LEADING = /^(?:[A-Z0-9]{2}(?:\.0+)?(?![A-Z0-9.])[\s/+&]*)+/;
const MODIFIER = /[A-Z0-9]{2}(?=\.0|[^A-Z0-9]|$)/g;
const LETTERS = /(?<![A-Z0-9])[A-Z]+(?![A-Z0-9])/g;
/** `59-DISTINCT`, `TC: technical`. */
const SET_APART = /^[A-Z0-9]{2}(?:\.0+)?\s*[-:=(]+\s*[A-Z]{3,}/;
/** A word, unlike modifiers written together, which have an even number of letters and few of these vowels. */
const ODD_LETTERS = /^[A-Z](?:[A-Z]{2})+$/;
const SPOKEN = /^(?=.*[EIOUY])[A-Z]{6,}$/;
/** Words of two letters within a description. */
const SHORT_WORDS = new Set("AN AS AT BE BY IF IN IS IT NO OF ON OR SO TO UP".split(" "));

/**
 * The modifiers of a cell that also has their words (`59 DISTINCT PROCEDURAL SERVICE`, `59-DISTINCT, TC: TECHNICAL`), upper-cased;
 * null for a cell with modifiers alone. Words are no modifiers, however many letters they have.
 */
function describedModifiers(text: string): readonly string[] | null {
  const parts = text.split(BETWEEN).map((part) => part.replace(MARKS, ""));
  const first = parts.findIndex(isDescribed);
  if (first < 0) return null;
  return parts.flatMap((part, place) => {
    const found = LEADING.exec(part)?.[0].match(MODIFIER) ?? [];
    // The first word of a cell is its modifier, AS and AT too; later ones belong to the description.
    const words = found.findIndex((each, at) => (place > first || at > 0) && SHORT_WORDS.has(each));
    return words < 0 ? found : found.slice(0, words);
  });
}

function isDescribed(part: string): boolean {
  if (SET_APART.test(part)) return true;
  const leading = LEADING.exec(part)?.[0];
  if (leading === undefined) return false;
  const rest = part.slice(leading.length).match(LETTERS) ?? [];
  return rest.some((word) => ODD_LETTERS.test(word) || SPOKEN.test(word));
}

/*
 * The one list of what the national modifiers of CPT and HCPCS level II mean for a payment. A state's rules say which of them it
 * prices (`claimLines.modifiers`). A line is not compared when a modifier changes its payment and the state does not price that
 * modifier: the published rate is for the service without it.
 */

/** The effect of a modifier on the payment of its line. */
type ModifierMeaning = "changesPayment" | "directsAnesthesia" | "informs";

/** Modifiers that change the payment, each with its meaning in our words. */
const CHANGES_PAYMENT: Readonly<Record<string, string>> = {
  "22": "more work than usual",
  "23": "general anesthesia where it is unusual",
  "26": "professional component",
  TC: "technical component",
  "50": "both sides",
  "51": "several procedures",
  "52": "reduced service",
  "53": "discontinued by the physician",
  "54": "surgery alone",
  "55": "care after the surgery alone",
  "56": "care before the surgery alone",
  "62": "two surgeons",
  "63": "infant below 4 kg",
  "66": "surgical team",
  "73": "discontinued before the anesthesia",
  "74": "discontinued after the anesthesia began",
  "78": "unplanned return to the operating room",
  "80": "assistant surgeon",
  "81": "minimum assistant surgeon",
  "82": "assistant surgeon, no resident available",
  AS: "assistant at surgery who is no physician",
  CO: "by an occupational therapy assistant",
  CQ: "by a physical therapist assistant",
  CT: "CT equipment below the standard",
  FX: "X-ray on film",
  FY: "computed radiography with a cassette",
  P1: "healthy patient under anesthesia",
  P2: "mild disease under anesthesia",
  P3: "severe disease under anesthesia",
  P4: "life-threatening disease under anesthesia",
  P5: "patient near death under anesthesia",
  P6: "organ donor under anesthesia",
  UN: "portable X-ray for two patients",
  UP: "portable X-ray for three patients",
  UQ: "portable X-ray for four patients",
  UR: "portable X-ray for five patients",
  US: "portable X-ray for six patients or more",
};

/** Modifiers for the provider who performed or directed the anesthesia: each share of the team is paid another amount. */
const DIRECTS_ANESTHESIA: Readonly<Record<string, string>> = {
  AA: "anesthesia by the anesthesiologist in person",
  AD: "supervision of more than four anesthesia procedures",
  QK: "direction of two to four anesthesia procedures",
  QX: "nurse anesthetist under direction",
  QY: "direction of one nurse anesthetist",
  QZ: "nurse anesthetist without direction",
};

/** Modifiers that give a reason, place or way, and do not change the payment. */
const INFORMS: ReadonlySet<string> = new Set(
  [
    // Why a service is paid beside another one, or again.
    "24 25 27 57 58 59 76 77 79 91 XE XP XS XU",
    // Where on the body.
    "LT RT E1 E2 E3 E4 FA F1 F2 F3 F4 F5 F6 F7 F8 F9 TA T1 T2 T3 T4 T5 T6 T7 T8 T9 LC LD LM RC RI",
    // Under which plan of care, how it was delivered, in which kind of laboratory, and why it is covered.
    "32 33 90 92 93 95 96 97 GN GO GP GQ GT KX QW",
    // Care under monitoring, beside the modifier that says who directed it; and who is the primary physician.
    "AG G8 G9 QS",
  ].flatMap((group) => group.split(" ")),
);

/** The meaning of a modifier; null when the list does not have it, such as one that a state defines. */
export function modifierMeaning(modifier: string): ModifierMeaning | null {
  if (Object.hasOwn(CHANGES_PAYMENT, modifier)) return "changesPayment";
  if (Object.hasOwn(DIRECTS_ANESTHESIA, modifier)) return "directsAnesthesia";
  return INFORMS.has(modifier) ? "informs" : null;
}

/** Whether a modifier changes the payment. */
export function changesPayment(modifier: string): boolean {
  const meaning = modifierMeaning(modifier);
  return meaning === "changesPayment" || meaning === "directsAnesthesia";
}

/** `82 (assistant surgeon, no resident available)`; the modifier alone where the list has no words for it. */
export function modifierText(modifier: string): string {
  const words = CHANGES_PAYMENT[modifier] ?? DIRECTS_ANESTHESIA[modifier];
  return words === undefined ? modifier : `${modifier} (${words})`;
}
