/** Makes something at most once in a while (a memoised promise with a time to live): all who ask meanwhile share it. What failed is not kept. */
export function sharedFor<Made>(
  milliseconds: number,
  make: () => Promise<Made>,
  now = () => performance.now(),
): () => Promise<Made> {
  let made: Promise<Made> | null = null;
  /** While it is being made, all wait for it, however long that takes. */
  let madeAt = Number.POSITIVE_INFINITY;
  return () => {
    if (made !== null && now() - madeAt < milliseconds) return made;
    const making = make();
    made = making;
    madeAt = Number.POSITIVE_INFINITY;
    making.then(
      () => {
        madeAt = now();
      },
      () => {
        made = null;
      },
    );
    return making;
  };
}
