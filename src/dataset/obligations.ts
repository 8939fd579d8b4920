import { type Day, yearsAfter } from "../core/calendar/day.ts";
import { type Dated, overlap, type Period, periodText } from "../core/calendar/period.ts";
import { snakeCase } from "../core/text/spelling.ts";
import { detached } from "../core/text/text-tables.ts";
import type { FaultList } from "./fault.ts";
import { fileOf, type RowPlace, START_HEADER, type Table } from "./table.ts";

/* Constraints between the rows of a dataset, beyond those of each table. */

/** A value in one table that must exist in another. */
interface Reference {
  readonly from: Table;
  /** The column of `from`, by its name in code. */
  readonly column: string;
  readonly to: Table;
  /** The value that a row of `to` offers; null when it offers none. */
  readonly offers: (row: never) => string | null;
  /** What must exist, in words: `a hospital of ca/providers.csv`. */
  readonly what: string;
}

/** A value that at most one row of a table may have, though it is not the table's key. */
interface Uniqueness {
  readonly table: Table;
  readonly column: string;
  readonly value: (row: never) => string | null;
  /** What it must be, in words: `unique among hospitals`. */
  readonly what: string;
}

/** A value that rows of one group must share, such as "all hospital rows of an NPI have a campus, or none". */
interface Agreement {
  readonly table: Table;
  readonly column: string;
  /** The group that a row belongs to; null when it belongs to none. */
  readonly group: (row: never) => string | null;
  /** What the rows of one group must have in common. */
  readonly value: (row: never) => string;
  /** What it must be, in words: `a campus on every hospital row of an NPI, or on none`. */
  readonly what: string;
}

/** A cell that must be filled in the rows that belong to certain rows of another table, such as those of hospitals. */
interface Requirement {
  readonly table: Table;
  /** The column that must be filled, by its name in code. */
  readonly column: string;
  /** The column of `table` that names a row of `of`, by its name in code. */
  readonly where: string;
  readonly of: Table;
  /** The name by which a row of `of` requires it; null if it does not. */
  readonly offers: (row: never) => string | null;
  /** What must be filled in, in words. */
  readonly what: string;
}

/** The constraints between the tables of a state. */
export interface Obligations {
  readonly references: readonly Reference[];
  readonly uniqueness: readonly Uniqueness[];
  /** Of dated tables: values that at most one row may have at any time, so the periods of such rows may not overlap. */
  readonly uniqueEffective?: readonly Uniqueness[];
  readonly agreements?: readonly Agreement[];
  readonly requirements?: readonly Requirement[];
}

/** Checks the valid rows of a dataset against an obligation. */
export interface ObligationCheck {
  readonly tables: readonly Table[];
  readonly see: (table: Table, row: RowPlace, faults: FaultList) => void;
  readonly tableEnds?: (table: Table) => void;
  readonly datasetEnds?: (faults: FaultList, notify: (text: string) => void) => void;
}

/**
 * A value in one table must exist in another. A table without rows is not loaded yet, which is no error: the missing
 * check is reported instead.
 */
export function referenceCheck({ from, column, to, offers, what }: Reference): ObligationCheck {
  const linesByWanted = new Map<string, number[]>();
  const offered = new Set<string>();
  let isWantedComplete = false;
  let isLoaded = false;

  function want(row: RowPlace): void {
    const value = (row as unknown as Record<string, unknown>)[column] ?? null;
    if (value === null) return;
    listIn(linesByWanted, String(value)).push(row.line);
  }

  /** Once all wanted values are known, the other values (up to two million) need not be kept. */
  function offer(row: RowPlace): void {
    const value = offers(row as never);
    if (value !== null && (!isWantedComplete || linesByWanted.has(value))) offered.add(detached(value));
  }

  return {
    tables: [from, to],
    see(table, row) {
      if (table === from) want(row);
      if (table !== to) return;
      isLoaded = true;
      offer(row);
    },
    tableEnds(table) {
      if (table === from) isWantedComplete = true;
    },
    datasetEnds(faults, notify) {
      if (!isLoaded) {
        if (linesByWanted.size > 0) {
          const wanted = `${fileOf(from)}, ${snakeCase(column)}`;
          notify(`${wanted}: not checked against ${fileOf(to)}, which has no usable rows. Each value must be ${what}.`);
        }
        return;
      }
      for (const [value, lines] of linesByWanted) {
        if (offered.has(value)) continue;
        for (const line of lines) {
          faults.add({ file: fileOf(from), line, column: snakeCase(column), value, reason: `expected ${what}` });
        }
      }
    },
  };
}

export function uniquenessCheck({ table, column, value: uniqueValue, what }: Uniqueness): ObligationCheck {
  const lineByValue = new Map<string, number>();
  return {
    tables: [table],
    see(_, row, faults) {
      const value = uniqueValue(row as never);
      if (value === null) return;
      const first = lineByValue.get(value);
      if (first === undefined) {
        lineByValue.set(detached(value), row.line);
        return;
      }
      const reason = `expected ${what}, but line ${first} has it too`;
      faults.add({ file: fileOf(table), line: row.line, column: snakeCase(column), value, reason });
    },
  };
}

export function agreementCheck({ table, column, group, value: sharedValue, what }: Agreement): ObligationCheck {
  const firstByGroup = new Map<string, { readonly value: string; readonly line: number }>();
  return {
    tables: [table],
    see(_, row, faults) {
      const name = group(row as never);
      if (name === null) return;
      const value = sharedValue(row as never);
      const first = firstByGroup.get(name);
      if (first === undefined) {
        firstByGroup.set(detached(name), { value: detached(value), line: row.line });
        return;
      }
      if (first.value === value) return;
      const reason = `expected ${what}, but line ${first.line} has ${JSON.stringify(first.value)}`;
      faults.add({ file: fileOf(table), line: row.line, column: snakeCase(column), value, reason });
    },
  };
}

export function uniqueEffectiveCheck({ table, column, value: uniqueValue, what }: Uniqueness): ObligationCheck {
  const heldByValue = new Map<string, { readonly line: number; readonly period: Period }[]>();
  return {
    tables: [table],
    see(_, row, faults) {
      const value = uniqueValue(row as never);
      if (value === null) return;
      const { line, period } = row as RowPlace & Dated;
      const held = listIn(heldByValue, value);
      const other = held.find((each) => overlap(each.period, period));
      held.push({ line, period });
      if (other === undefined) return;
      const reason = `expected ${what}, but line ${other.line} has it too (${periodText(other.period)})`;
      faults.add({ file: fileOf(table), line, column: snakeCase(column), value: periodText(period), reason });
    },
  };
}

export function requirementCheck({ table, column, where, of, offers, what }: Requirement): ObligationCheck {
  const emptyLinesByName = new Map<string, number[]>();
  const asking = new Set<string>();

  function noteEmpty(row: RowPlace): void {
    const cells = row as unknown as Record<string, unknown>;
    if (cells[column] !== null) return;
    listIn(emptyLinesByName, String(cells[where])).push(row.line);
  }

  return {
    tables: [table, of],
    see(seen, row) {
      if (seen === table) noteEmpty(row);
      if (seen !== of) return;
      const name = offers(row as never);
      if (name !== null) asking.add(detached(name));
    },
    datasetEnds(faults) {
      for (const [name, lines] of emptyLinesByName) {
        if (!asking.has(name)) continue;
        for (const line of lines) {
          faults.add({ file: fileOf(table), line, column: snakeCase(column), value: "", reason: `expected ${what}` });
        }
      }
    },
  };
}

function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(detached(key), list);
  }
  return list;
}

/**
 * States publish rates a year ahead at most, and projections some years. A later start is a typing error such as 2202
 * for 2022, and its row would never be found. Ends are not limited: 9999-12-31 can mean "open".
 */
const STARTS_YEARS_MAX = 10;

/** Reports rows that start too far in the future. */
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
