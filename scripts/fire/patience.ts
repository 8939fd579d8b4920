/** How long things may take before that alone is a finding. */
export interface Patience {
  readonly answerMillisecondsMax: number;
  /** Until a revoked key is refused. */
  readonly revokedMillisecondsMax: number;
}

/** What operators are promised: slower than two seconds is a hang. It takes a machine that does nothing else to see it kept. */
export const PROMISED: Patience = { answerMillisecondsMax: 2_000, revokedMillisecondsMax: 1_000 };

/** For machines that are busy with other things, such as those that run tests: only what never comes is a finding. */
export const BUSY: Patience = { answerMillisecondsMax: 60_000, revokedMillisecondsMax: 30_000 };
