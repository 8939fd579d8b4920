/** How long things may take before that alone is a finding. */
export interface Patience {
  readonly answerMillisecondsMax: number;
  /** Until a revoked key is refused. */
  readonly revokedMillisecondsMax: number;
  /** Until what was on its way to a killed worker is lost; another worker takes its place. */
  readonly lostMillisecondsMax: number;
  /** Until a connection that says nothing is closed: the server gives up on headers after 10 s, and looks every 5 s. */
  readonly closingMillisecondsMax: number;
  /** A worker or thread that gets no processor for more than a second is taken for one that hangs: whether that is a finding. */
  readonly isHangFound: boolean;
}

/** What operators are promised: slower than two seconds is a hang. It takes a machine that does nothing else to see it kept. */
export const PROMISED: Patience = {
  answerMillisecondsMax: 2_000,
  revokedMillisecondsMax: 1_000,
  lostMillisecondsMax: 3_000,
  closingMillisecondsMax: 20_000,
  isHangFound: true,
};

/** For machines that are busy with other things, such as those that run tests: only what never comes is a finding. */
export const BUSY: Patience = {
  answerMillisecondsMax: 60_000,
  revokedMillisecondsMax: 60_000,
  lostMillisecondsMax: 60_000,
  closingMillisecondsMax: 120_000,
  isHangFound: false,
};
