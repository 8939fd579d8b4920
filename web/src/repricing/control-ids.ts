/** The controls of the form by the API's names of their fields, so that what is wrong with a field leads to it. */
export const IDS = {
  state: "reprice-state",
  setting: "reprice-setting",
  file: "reprice-file",
  claims: "reprice-claims",
  sheet: "reprice-sheet",
  columns: "reprice-columns",
  questions: "reprice-questions",
  no_charge_limit: "reprice-charge-limit",
  tolerance: "reprice-tolerance",
  by: "reprice-by",
  order: "reprice-order",
} as const;

/** The id of the control of a field of the API's form. */
export function controlOf(field: string): string | null {
  return new Map<string, string>(Object.entries(IDS)).get(field) ?? null;
}
