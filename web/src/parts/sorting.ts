/** What a cell is compared by. */
export type SortValue = string | number | boolean | null;

const FIGURE = /^[-+]?[0-9]+(?:\.[0-9]+)?$/;

/** Rows in the order of a column: figures by their size, texts by their letters, what is empty last in either direction. */
export function sorted<Row>(
  rows: readonly Row[],
  value: (row: Row) => SortValue,
  isDescending: boolean,
): readonly Row[] {
  return [...rows].sort((one, other) => {
    const [a, b] = [value(one), value(other)];
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    return isDescending ? -compared(a, b) : compared(a, b);
  });
}

function compared(a: Exclude<SortValue, null>, b: Exclude<SortValue, null>): number {
  const areFigures = FIGURE.test(String(a)) && FIGURE.test(String(b));
  // Only for their order: no figure that is shown is made here.
  return areFigures ? Number(a) - Number(b) : String(a).localeCompare(String(b), "en-US", { numeric: true });
}
