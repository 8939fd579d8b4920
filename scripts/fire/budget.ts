/** How long a part of a run may go on: for so many tries at least, and for so long. */
export interface Budget {
  readonly triesMin: number;
  readonly milliseconds: number;
}

/** Tells whether there is to be another try. */
export function within({ triesMin, milliseconds }: Budget): () => boolean {
  const deadline = performance.now() + milliseconds;
  let tries = 0;
  return () => {
    tries += 1;
    return tries <= triesMin || performance.now() < deadline;
  };
}
