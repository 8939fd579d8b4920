import { type Day, yearsAfter } from "../calendar/day.ts";
import type { Dated } from "../calendar/period.ts";
import type { ObligationCheck } from "./obligation-checks.ts";
import { fileOf, START_HEADER, type Table } from "./table.ts";

/**
 * States publish rates a year ahead at most, and projections some years. A start further off is a typing error such as 2202
 * for 2022, and its row would never be found. Ends may be as far as they like: 9999-12-31 is how some say "open".
 */
const STARTS_YEARS_MAX = 10;

/** Reports rows that start later than anybody can know. */
export function farStartCheck(tables: readonly Table[], today: Day): ObligationCheck {
  const latest = yearsAfter(today, STARTS_YEARS_MAX);
  const reason = `expected a day no later than ${latest}, ${STARTS_YEARS_MAX} years from today; is a digit wrong?`;
  return {
    tables: tables.filter(({ dated }) => dated),
    see(table, row, faults) {
      const { start } = (row as unknown as Dated).period;
      if (start > latest)
        faults.add({ file: fileOf(table), line: row.line, column: START_HEADER, value: start, reason });
    },
  };
}
