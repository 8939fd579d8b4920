import { type Dated, overlap, type Period, periodText } from "../calendar/period.ts";
import { snakeCase } from "../text/spelling.ts";
import { detached } from "../text/tables/detached.ts";
import type { FaultList } from "./fault.ts";
import type { Agreement, Reference, Requirement, Uniqueness } from "./obligations.ts";
import { fileOf, type RowPlace, type Table } from "./table.ts";

/** Watches the sound rows of a dataset go by and reports those that break an obligation. */
export interface ObligationCheck {
  /** The tables whose rows it wants to see. */
  readonly tables: readonly Table[];
  readonly see: (table: Table, row: RowPlace, faults: FaultList) => void;
  /** Called when a table has no more rows. */
  readonly tableEnds?: (table: Table) => void;
  /** Called when the dataset has no more tables. */
  readonly datasetEnds?: (faults: FaultList, tell: (text: string) => void) => void;
}

/**
 * A value in one table must exist in another. A table without any row is not loaded yet, and data in part are in order: that
 * nothing could be checked is told instead.
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

  /** Once everything wanted is known, the rest of two million offers need not be kept. */
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
    datasetEnds(faults, tell) {
      if (!isLoaded) {
        if (linesByWanted.size > 0) {
          const wanted = `${fileOf(from)}, ${snakeCase(column)}`;
          tell(`${wanted}: not checked against ${fileOf(to)}, which has no usable rows. Each value must be ${what}.`);
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

/** A value that at most one row may have. */
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

/** A value that the rows of one group must share. */
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

/** A value that at most one row may have at any time. */
export function uniqueInForceCheck({ table, column, value: uniqueValue, what }: Uniqueness): ObligationCheck {
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

/** A cell that must be filled where a row of another table asks for it. */
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

/** The list under a key, which is made when there is none. */
function listIn<Item>(lists: Map<string, Item[]>, key: string): Item[] {
  let list = lists.get(key);
  if (list === undefined) {
    list = [];
    lists.set(detached(key), list);
  }
  return list;
}
