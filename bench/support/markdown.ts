/** A table as it stands in the documentation. */
export function markdownTable(headings: readonly string[], lines: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(headings), line(headings.map(() => "---")), ...lines.map(line)].join("\n");
}
