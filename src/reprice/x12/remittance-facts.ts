// What a remittance says besides its lines. Plain data with amounts as texts, so that threads and messages can carry it. It has
// nothing of a patient.

interface AdjustedAmount {
  /** The payer's code of the reason. */
  readonly reason: string;
  /** The reason in our words. */
  readonly meaning: string;
  readonly times: number;
  readonly amount: string;
}

/** What was found on one side alone. */
interface NotJoined {
  /** `remittance`: in the 835 and not in the 837. `claims`: the reverse. */
  readonly side: "remittance" | "claims";
  /** Claims without a counterpart. */
  readonly claims: number;
  /** Lines without one, those of such claims included. */
  readonly lines: number;
  /** The first claim numbers, 50 at most. */
  readonly first: readonly string[];
}

export interface RemittanceFacts {
  /** The payments (BPR02, TRN02, BPR16), 100 at most. */
  readonly payments: readonly { readonly trace: string; readonly date: string; readonly amount: string }[];
  /** Payments beyond those. */
  readonly paymentsLeft: number;
  /** The sum of all payments. */
  readonly payment: string;
  readonly claims: number;
  readonly lines: number;
  /** The sum of CLP04. */
  readonly claimsPaid: string;
  /** The sum of SVC03; a claim without lines counts with CLP04. */
  readonly linesPaid: string;
  /** Adjustments of the provider (PLB), which are in no claim. A positive amount makes the payment smaller. */
  readonly providerAdjustments: readonly AdjustedAmount[];
  /** Adjustments of claims and lines (CAS), by group and reason. */
  readonly adjustments: readonly (AdjustedAmount & { readonly group: string })[];
  /** Of a remittance that was read together with its claims. */
  readonly notJoined: readonly NotJoined[];
  /** Whether payment, claims, lines and the provider's adjustments add up. */
  readonly isReconciled: boolean;
}
