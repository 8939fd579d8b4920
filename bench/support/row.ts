/** One line of the report: a figure, what it is measured against, and what it has to reach. */
export interface Row {
  readonly what: string;
  readonly measured: string;
  readonly floor: string;
  /** The figure that the budget is about. */
  readonly value: number;
  readonly unit: string;
  readonly budget: number;
  readonly stretch: number;
  readonly better: "more" | "less";
  /** The figure differs so much between runs that it is held to its budget alone, not to its last value. */
  readonly isUnsteady?: true;
}

type Verdict = "stretch" | "met" | "MISSED";

export function verdictOf({ value, budget, stretch, better }: Row): Verdict {
  const reaches = (goal: number) => (better === "more" ? value >= goal : value <= goal);
  return reaches(stretch) ? "stretch" : reaches(budget) ? "met" : "MISSED";
}

const HEADINGS = ["what", "measured", "floor", "figure", "budget", "stretch", "verdict"];

/** The rows as a table that also reads well in a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map((row) => {
    const goal = (value: number) => `${row.better === "more" ? ">=" : "<="} ${value}${row.unit}`;
    const figure = `${row.value.toFixed(row.value < 10 ? 2 : 0)}${row.unit}`;
    return [row.what, row.measured, row.floor, figure, goal(row.budget), goal(row.stretch), verdictOf(row)];
  });
  const widths = HEADINGS.map((heading, column) =>
    Math.max(heading.length, ...cells.map((line) => (line[column] as string).length)),
  );
  const line = (texts: readonly string[]) =>
    `| ${texts.map((text, column) => text.padEnd(widths[column] as number)).join(" | ")} |`;
  return [line(HEADINGS), line(widths.map((width) => "-".repeat(width))), ...cells.map(line)].join("\n");
}
