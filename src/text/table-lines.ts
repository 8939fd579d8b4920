/** A table for a terminal, its header first: columns as wide as their widest cell. */
export function tableLines(header: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  const widths = header.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  return [header, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] as number))
      .join("  ")
      .trimEnd(),
  );
}
