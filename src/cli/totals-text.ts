import type { GroupRow } from "../reprice/report/group-totals.ts";
import type { Totals } from "../reprice/report/report.ts";
import { dollars, GROUPED } from "./amounts-text.ts";

/** Groups that a terminal shows; the workbook has the others. */
const GROUPS_TOLD_MAX = 10;
/** What is left of a line of 100 columns beside the figures. */
const NAME_CHARACTERS_MAX = 34;

/** The totals of a grouping as a table, where most is missing first. */
export function totalsText({ by, rows }: Totals, isCompared: boolean): readonly string[] {
  const shown = rows.slice(0, GROUPS_TOLD_MAX);
  const table = [
    [by, "lines", "expected", ...(isCompared ? ["underpaid", "overpaid"] : [])],
    ...shown.map((row) => [
      nameOf(row),
      GROUPED.format(row.lines),
      dollars(row.expected.text),
      ...(isCompared ? [dollars(row.underpaid.text), dollars(row.overpaid.text)] : []),
    ]),
  ];
  const widths = (table[0] as readonly string[]).map((_, place) =>
    Math.max(...table.map((cells) => cells[place]?.length ?? 0)),
  );
  const lines = table.map((cells) =>
    `  ${cells.map((text, place) => (place === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[place] ?? 0))).join("  ")}`.trimEnd(),
  );
  const left = rows.length - shown.length;
  return [`By ${by}`, ...lines, ...(left > 0 ? [`  and ${GROUPED.format(left)} more`] : [])];
}

/** Control characters become spaces: a name of the input must not steer the terminal. */
function nameOf({ key, label }: GroupRow): string {
  const name = (label === "" ? key : `${key} ${label}`).replace(/\p{Control}/gu, " ");
  return name.length <= NAME_CHARACTERS_MAX ? name : `${name.slice(0, NAME_CHARACTERS_MAX - 1)}\u2026`;
}
