/** Why a server that follows a catalogue has nothing to serve, and what to do: its log, its answers and `doctor` say the same. */
export const NOTHING_TO_SERVE = {
  why: "No release is active.",
  remedy: 'Push one with "ratebook releases push FILE --activate", or name a file with --release.',
} as const;

export const NONE_ACTIVE = `${NOTHING_TO_SERVE.why} ${NOTHING_TO_SERVE.remedy}`;
