/**
 * The delimiter that splits one of these lines into most cells; of equals, the one named first. Preambles have few delimiters
 * and tables have many, so the line that has most of them tells.
 */
export function delimiterByCount<Delimiter>(
  lines: readonly string[],
  delimiters: readonly Delimiter[],
  signOf: (delimiter: Delimiter) => string,
): Delimiter {
  const cellsBy = (delimiter: Delimiter) => Math.max(...lines.map((line) => line.split(signOf(delimiter)).length));
  return delimiters.reduce((best, each) => (cellsBy(each) > cellsBy(best) ? each : best));
}
