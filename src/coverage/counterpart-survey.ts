import type { Day } from "../calendar/day.ts";
import type { Dated } from "../calendar/period.ts";
import type { RowPlace, Table } from "../dataset/table.ts";
import type { Counterpart, FoundProviders, TableEnd } from "../pricing/counterparts.ts";
import { compareText } from "../text/order.ts";
import { EXAMPLES_MAX } from "./limits.ts";
import { PeriodsByValue } from "./periods-by-value.ts";

/** What lacks its counterpart on a day. */
interface Lacking {
  /** How many values are in force that need one. */
  readonly checked: number;
  readonly lacking: number;
  /** The first of those that lack one, in the order of texts. */
  readonly examples: readonly string[];
}

/** The values of one counterpart: those that need one and those that are there, with their periods. */
export class CounterpartSurvey {
  readonly declared: Counterpart;
  readonly needed = new PeriodsByValue();
  readonly offered = new PeriodsByValue();

  constructor(declared: Counterpart) {
    this.declared = declared;
  }

  /** The tables whose rows it wants to see. */
  get tables(): readonly Table[] {
    const { of, needs } = this.declared;
    return [of, ...needs].flatMap((end) => ("table" in end ? [end.table] : []));
  }

  /** Where providers are looked for, once it is known which are needed. */
  get ofProviders(): readonly FoundProviders[] {
    return this.declared.needs.filter((end) => "foundBy" in end);
  }

  see(table: Table, row: RowPlace): void {
    const { of, needs } = this.declared;
    if ("table" in of && of.table === table) this.#add(this.needed, of, table, row);
    for (const end of needs) if ("table" in end && end.table === table) this.#add(this.offered, end, table, row);
  }

  #add(values: PeriodsByValue, { value }: TableEnd, table: Table, row: RowPlace): void {
    const found = value(row as never);
    if (found !== null) values.add(found, table.dated ? (row as RowPlace & Dated).period : null);
  }

  /** Whether anything is there that could be a counterpart: without it, everything lacks one, and that is no news. */
  get isLoaded(): boolean {
    return !this.offered.isEmpty;
  }

  lackingOn(day: Day): Lacking {
    const inForce = this.needed.values.filter((value) => this.needed.isInForce(value, day));
    const lacking = inForce.filter((value) => !this.offered.isInForce(value, day)).sort(compareText);
    return { checked: inForce.length, lacking: lacking.length, examples: lacking.slice(0, EXAMPLES_MAX) };
  }
}
