/** How a request is recognised that a client sends again (Idempotency-Key). Hashes alone: both may be about a patient. */
export interface RequestMark {
  readonly keyHash: string;
  /** Of the form, file and fields; null while the file arrives. */
  readonly formHash: string | null;
}
