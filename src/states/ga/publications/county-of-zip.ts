/** How much of a ZIP code is in a county. */
export interface Share {
  readonly county: string;
  /** A ratio or an area; zero where the table does not say. */
  readonly size: number;
  readonly place: string;
}

/** The county with most of a ZIP code; null when two have as much, so that nobody can tell. */
export function countyOfMost(shares: readonly Share[]): Share | null {
  const [first, second] = [...shares].sort((a, b) => b.size - a.size);
  if (first === undefined) return null;
  return second === undefined || first.size > second.size || first.county === second.county ? first : null;
}
