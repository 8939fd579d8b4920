import { advisoriesOf } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation } from "../../../src/answers/explanation/schema.ts";
import { dayText, withDays } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { tableTitle } from "../words/tables.ts";

/** Something to know before relying on a price. */
export interface PriceNote {
  readonly title: string;
  readonly message: string;
}

/** Data that is not loaded, rates that are old, and the state's remarks on the amount. */
export function notesOf({ empty_tables: empty, stale }: Explanation, result: Result): readonly PriceNote[] {
  return [
    ...empty.map(({ table }) => ({
      title: "Data in part",
      message: `${tableTitle(table)}: not loaded, or not for this day. The price is calculated without; load it before you rely on the price.`,
    })),
    ...stale.map(({ table, edition, months }) => ({
      title: "Old rates",
      message: `${tableTitle(table)}: published ${dayText(edition)}, ${countText(months, "month")} before the day priced. A newer publication may pay something else.`,
    })),
    ...advisoriesOf(result).map((message) => ({ title: "Note", message: withDays(message) })),
  ];
}
