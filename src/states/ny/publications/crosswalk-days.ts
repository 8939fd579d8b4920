/** The dates of a row of the crosswalk, each perhaps empty. */
export interface CrosswalkDates {
  readonly quarterStart: string | null;
  readonly quarterEnd: string | null;
  readonly midQuarterStart: string | null;
  readonly midQuarterEnd: string | null;
}

export function hasMidQuarter({ midQuarterStart, midQuarterEnd }: CrosswalkDates): boolean {
  return midQuarterStart !== null || midQuarterEnd !== null;
}

/**
 * The days for which a row of the crosswalk certainly holds: what the quarter's dates say, narrowed by those within the
 * quarter; or why there are none. Without any date it holds as the edition does.
 */
export function daysOf(dates: CrosswalkDates): { readonly start: string | null; readonly end: string | null } | string {
  const start =
    [dates.quarterStart, dates.midQuarterStart]
      .filter((day) => day !== null)
      .sort()
      .at(-1) ?? null;
  const end = [dates.quarterEnd, dates.midQuarterEnd].filter((day) => day !== null).sort()[0] ?? null;
  if (start === null && end !== null) return "an end date without an effective date";
  if (start !== null && end !== null && end < start) return "dates that leave no day: the end is before the start";
  return { start, end };
}
