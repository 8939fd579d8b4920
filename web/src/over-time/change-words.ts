import { NO_RATE_CODES, type NoRateCode } from "../../../src/pricing/no-rate.ts";
import { moneyText } from "../words/amount.ts";
import { labelOf, listText } from "../words/name.ts";
import type { ResultChange } from "./history.ts";
import type { Point } from "./series.ts";

/* What became different from one period to the next, in words. The API's digits stand before and after; nothing is subtracted here. */

/** "no rate", with why. */
export function noRateText(code: NoRateCode | null): string {
  return code === null ? "This result is none of the period." : NO_RATE_CODES[code];
}

/** "up from $26.42", "as before", "no rate before"; a price of another kind, such as by the unit, is neither up nor down. */
export function priceChangeText({ period, result, change }: Point): string {
  if (result === null || result.payment_rate === null) return "";
  if (period.changes === null) return "the first that is known";
  if (change === null) return "as before";
  const { before, after } = change.payment_rate;
  if (before === null || after === null) return "no rate before";
  const kind = change.fields.find(({ name }) => name === "payment_rate_type")?.before;
  if (typeof kind === "string") return `before ${moneyText(before)}, another kind of price (${kindText(kind)})`;
  // Only which of the two is larger; both are shown as they came.
  const [old, now] = [Number(before), Number(after)];
  if (old === now) return "as before";
  return `${now > old ? "\u25b2 up" : "\u25bc down"} from ${moneyText(before)}`;
}

/** "fee schedule", "per diem" */
export function kindText(kind: string): string {
  return labelOf(kind).toLowerCase();
}

/** The fields that differ beside the figures; told where no figure says what changed. */
export function otherFields({ inputs, fields }: ResultChange): readonly string[] {
  return inputs.length > 0
    ? []
    : fields.map(({ name, before, after }) => `${labelOf(name)}: ${fieldText(before, after)}`);
}

function fieldText(before: unknown, after: unknown): string {
  if (Array.isArray(before) && Array.isArray(after)) {
    const added = after.filter((each) => !before.includes(each)).map(String);
    const gone = before.filter((each) => !after.includes(each)).map(String);
    const told = [
      ...(added.length === 0 ? [] : [`now also ${listText(added)}`]),
      ...(gone.length === 0 ? [] : [`no longer ${listText(gone)}`]),
    ];
    return told.length === 0 ? "in another order" : told.join("; ");
  }
  return `${memberText(before)} \u2192 ${memberText(after)}`;
}

function memberText(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
