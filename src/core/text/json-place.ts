/**
 * Where a text stops being JSON, by the error of JSON.parse: `, at line 2, column 5`; empty where the engine names no place. Its words are
 * left out: they may quote the text, which may hold a reference_id or a key.
 */
export function jsonPlace(error: unknown): string {
  const [, line, column] = /\(line ([0-9]+) column ([0-9]+)\)$/.exec(String(error)) ?? [];
  return line === undefined ? "" : `, at line ${line}, column ${column}`;
}
