/** A figure, the floor that was measured beside it, and the budget that it has to keep. */
export interface Result {
  readonly what: string;
  readonly measured: string;
  /** The least that Node, SQLite or JSON takes for the same work, in the same run. */
  readonly floor: string;
  /** The figure that the budget is about. */
  readonly value: number;
  readonly budget: number;
  readonly unit: string;
  /** Whether more is better; otherwise less is. */
  readonly isLeast?: true;
}

export function isMet({ value, budget, isLeast }: Result): boolean {
  return isLeast ? value >= budget : value <= budget;
}

/** One line of the report. */
export function lineOf(result: Result): string {
  const { what, measured, floor, value, budget, unit, isLeast } = result;
  const figure = value.toLocaleString("en", { maximumFractionDigits: Math.abs(value) < 10 ? 2 : 0 });
  const goal = `${isLeast ? ">=" : "<="} ${budget.toLocaleString("en")}${unit}`;
  const verdict = isMet(result) ? "met   " : "MISSED";
  return `${verdict} ${what}: ${figure}${unit}, budget ${goal} (measured: ${measured}; floor: ${floor})`;
}

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] as number;
}

/** Milliseconds of processor time that some work takes in this process: what other programs do does not count. */
export function worked(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
