/** The text of a CSV file. */
export function csv(header: string, rows: readonly string[]): string {
  return `${[header, ...rows].join("\n")}\n`;
}

const START = "2026-01-01";

/** The text of a rate table whose rows are all in force from 2026-01-01. */
export function dated(header: string, rows: readonly string[]): string {
  return csv(
    `${header},effective_start_date`,
    rows.map((row) => `${row},${START}`),
  );
}
