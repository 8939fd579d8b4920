/** The rows that fit, or all of them when none does. */
export function thoseOrAll<Row>(rows: readonly Row[], fits: (row: Row) => boolean): readonly Row[] {
  if (rows.length === 1) return rows;
  const fitting = rows.filter(fits);
  return fitting.length > 0 ? fitting : rows;
}
