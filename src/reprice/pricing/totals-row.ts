/** What rows that add up others are called: `Total`, `Grand total:`, `Report Totals`, `Total for Dr. Smith`, `Total: 12 claims`. "Total knee replacement" is a service. */
const NAMED_TOTAL =
  /^(?:(?:grand|sub|report|page|batch|file|overall|final|claims?|provider|payer|group|section|monthly|month|yearly|year|daily|day)[\s-]*)?totals?\s*(?:$|[:=]|[-–]\s|(?:for|of all|by|per|paid|amounts?|charges|billed|claims|lines|rows|units)\b)/i;

/** `1000700140 Total`, `Blue Cross Total`: what a spreadsheet writes below a group. Services are called so too, such as `Bilirubin total`. */
const ENDS_IN_TOTAL = /\btotals?:?$/i;

/** What stands beside the word in a row that adds up others: counts, amounts and shares. */
const FIGURE = /^[-+(]?\s*\$?\s*-?[0-9][0-9,]*(?:\.[0-9]*)?\s*[%)-]?$/;

/**
 * Whether a row adds up others (`total`), which is nothing that can be priced; or may do so and may be a claim as well
 * (`doubtful`): only its owner knows. `telling` are the cells that say what was done and by whom.
 */
export function totalsReading(cells: readonly string[], telling: readonly string[]): "total" | "doubtful" | null {
  const first = cells.find((cell) => cell.trim() !== "") ?? "";
  if (!telling.every((cell) => cell.trim() === "" || endsInTotal(cell) || isNamedTotal(cell))) {
    return isNamedTotal(first) ? "doubtful" : null;
  }
  if (cells.some(isNamedTotal) || telling.some(endsInTotal)) return "total";
  const isOfFigures = cells.every((cell) => cell === first || cell.trim() === "" || FIGURE.test(cell.trim()));
  return endsInTotal(first) && isOfFigures ? "total" : null;
}

function isNamedTotal(cell: string): boolean {
  return NAMED_TOTAL.test(cell.trim());
}

function endsInTotal(cell: string): boolean {
  return ENDS_IN_TOTAL.test(cell.trim());
}
