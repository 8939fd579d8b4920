/** Does work several times side by side until a maker of it has no more; what is made is made in order. */
export async function inParallel<Work>(
  lanes: number,
  next: () => Work | null,
  perform: (work: Work) => Promise<void>,
): Promise<void> {
  const lane = async (): Promise<void> => {
    for (let work = next(); work !== null; work = next()) await perform(work);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}
