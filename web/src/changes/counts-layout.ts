import type { TableDiff } from "./diff.ts";

/** The bars of one table, in pixels: what was cut goes to the left of the axis, what was raised to the right. */
interface CountBars {
  readonly table: string;
  readonly cut: number;
  readonly raised: number;
  readonly cutWidth: number;
  readonly raisedWidth: number;
}

/** A count of one among thousands is still to be seen. */
const WIDTH_MIN = 2;

/** The bars of all tables in which figures moved, to one scale; `half` is as far as a bar may reach on either side. */
export function countBars(tables: readonly TableDiff[], half: number): readonly CountBars[] {
  const moved = tables.filter(({ raised, cut }) => raised + cut > 0);
  const most = Math.max(...moved.map(({ raised, cut }) => Math.max(raised, cut)));
  const width = (count: number) => (count === 0 ? 0 : Math.max(WIDTH_MIN, (count / most) * half));
  return moved.map(({ table, raised, cut }) => ({
    table,
    cut,
    raised,
    cutWidth: width(cut),
    raisedWidth: width(raised),
  }));
}
