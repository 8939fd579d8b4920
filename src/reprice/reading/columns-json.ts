/** What columns are, by their headings; null for one that is passed through. */
export type KeptColumns = ReadonlyMap<string, string | null>;

/** What is expected where columns are said in JSON. */
export const COLUMNS_JSON_EXPECTED = 'a JSON object such as {"DOS": "date_of_service", "Payer": null}';

/** Columns as JSON says them, in a file or in a form; null where it says something else. */
export function columnsIn(json: unknown): KeptColumns | null {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return null;
  const columns = new Map<string, string | null>();
  for (const [heading, role] of Object.entries(json)) {
    if (role !== null && typeof role !== "string") return null;
    columns.set(heading, role);
  }
  return columns;
}
