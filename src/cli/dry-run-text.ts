import type { DryRun, ShownLine } from "../reprice/dry-run.ts";

/** What a file would be taken for, as a table of its first lines. */
export function dryRunText({ columns, lines }: DryRun): string {
  const names = [...new Set(lines.flatMap(({ values }) => Object.keys(values)))];
  const table = [["line", ...names], ...lines.map((line) => [String(line.line), ...cellsOf(line, names)])];
  const widths = ["line", ...names].map((_, column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const shown = table.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const faults = lines.flatMap(({ line, faults: found }) => found.map((fault) => `  line ${line}: ${fault}`));
  return [columns, "", ...shown, ...(faults.length > 0 ? ["", "Faults:", ...faults] : [])].join("\n");
}

function cellsOf({ values }: ShownLine, names: readonly string[]): string[] {
  return names.map((name) => values[name] ?? "");
}
