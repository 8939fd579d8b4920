/**
 * Why the state does not owe a line: the codes of the column `not_owed`, with words for the reader. Such a line is priced and
 * compared with nothing.
 */
export const WHY_NOT_OWED = {
  denied: { words: "the payer denied it" },
  covered_by_plan: { words: "a managed care plan covers it" },
  other_payer: { words: "another payer paid or has to pay first" },
  patient_share: { words: "it is the patient's share" },
  reversed: { words: "the payer took the payment back" },
  reversal: { words: "it takes back an earlier payment" },
  corrected: { words: "a later payment corrects it" },
  other_setting: { words: "it is priced in the other setting, inpatient or outpatient" },
} as const;

export type NotOwedCode = keyof typeof WHY_NOT_OWED;
