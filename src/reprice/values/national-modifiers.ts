/*
 * The one list of what the national modifiers of CPT and HCPCS level II mean for a payment. A state prices some of them; its
 * rules say which (`claimLines.modifiers`). A modifier that changes a payment and that the state does not price leaves the line
 * without a comparison: its published rate is for the service without the modifier.
 */

/** What a modifier does to the payment of its line. */
type ModifierMeaning = "changesPayment" | "directsAnesthesia" | "informs";

/** Modifiers that pay another amount than the service without them, each with what it says in our words. */
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

/** Modifiers that say who performed or directed the anesthesia: each share of the team is paid another amount. */
const DIRECTS_ANESTHESIA: Readonly<Record<string, string>> = {
  AA: "anesthesia by the anesthesiologist in person",
  AD: "supervision of more than four anesthesia procedures",
  QK: "direction of two to four anesthesia procedures",
  QX: "nurse anesthetist under direction",
  QY: "direction of one nurse anesthetist",
  QZ: "nurse anesthetist without direction",
};

/** Modifiers that tell why, where or how, and leave the amount as it is. */
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

/** The meaning of a modifier; null for one that the list does not have, as those that each state defines for itself. */
export function modifierMeaning(modifier: string): ModifierMeaning | null {
  if (Object.hasOwn(CHANGES_PAYMENT, modifier)) return "changesPayment";
  if (Object.hasOwn(DIRECTS_ANESTHESIA, modifier)) return "directsAnesthesia";
  return INFORMS.has(modifier) ? "informs" : null;
}

/** Whether a modifier pays another amount than the service without it. */
export function changesPayment(modifier: string): boolean {
  const meaning = modifierMeaning(modifier);
  return meaning === "changesPayment" || meaning === "directsAnesthesia";
}

/** `82 (assistant surgeon, no resident available)`; the modifier alone where the list has no words for it. */
export function modifierText(modifier: string): string {
  const words = CHANGES_PAYMENT[modifier] ?? DIRECTS_ANESTHESIA[modifier];
  return words === undefined ? modifier : `${modifier} (${words})`;
}
