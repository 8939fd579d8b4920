import { type Dated, overlap, periodText } from "../calendar/period.ts";
import { snakeCase } from "../text/spelling.ts";
import { detached } from "../text/tables/detached.ts";
import { GrowingNumbers } from "../text/tables/growing-numbers.ts";
import { TextGroups } from "../text/tables/text-groups.ts";
import type { Fault } from "./fault.ts";
import { fileOf, KEY_SEPARATOR, keyOf, type RowPlace, START_HEADER, type Table } from "./table.ts";

/** The keys of one table: told of every row, it reports those that must not be there. */
interface KeyRegister {
  readonly add: (row: RowPlace) => void;
  /** Called when the table has no more rows. */
  readonly end: () => void;
}

/** A key may come once; in a dated table its periods may not overlap. */
export function keyRegister(table: Table, report: (fault: Fault) => void): KeyRegister {
  return table.dated ? periodRegister(table, report) : onceRegister(table, report);
}

function onceRegister(table: Table, report: (fault: Fault) => void): KeyRegister {
  const keys = new TextGroups();
  const lines = new GrowingNumbers();
  return {
    add(row) {
      keys.add(keyOfRow(table, row));
      lines.push(row.line);
    },
    end() {
      keys.firstEquals()?.forEach((first, index) => {
        if (first === index) return;
        const key = keys.text(index);
        report({
          file: fileOf(table),
          line: lines.at(index),
          column: snakeCase(table.key[0] as string),
          value: key.split(KEY_SEPARATOR)[0] as string,
          reason: `a duplicate of line ${lines.at(first)}: the same ${keyText(table, key)}`,
        });
      });
    },
  };
}

function periodRegister(table: Table, report: (fault: Fault) => void): KeyRegister {
  const heldByKey = new Map<string, (RowPlace & Dated)[]>();
  return {
    add(row) {
      const { line, period } = row as RowPlace & Dated;
      const key = keyOfRow(table, row);
      const held = heldByKey.get(key);
      if (held === undefined) {
        heldByKey.set(detached(key), [{ line, period }]);
        return;
      }
      const other = held.find((each) => overlap(each.period, period));
      held.push({ line, period });
      if (other === undefined) return;
      const overlapping = `${periodText(period)} overlaps ${periodText(other.period)} of line ${other.line}`;
      const reason = `${overlapping}: the same ${keyText(table, key)}`;
      report({ file: fileOf(table), line, column: START_HEADER, value: period.start, reason });
    },
    end: () => undefined,
  };
}

function keyOfRow(table: Table, row: RowPlace): string {
  const values = row as unknown as Record<string, unknown>;
  return keyOf(table.key.map((name) => values[name]));
}

/** `procedure_code 99213, procedure_type Medicine` */
function keyText(table: Table, key: string): string {
  const values = key.split(KEY_SEPARATOR);
  return table.key.map((name, index) => `${snakeCase(name)} ${values[index] || "(empty)"}`).join(", ");
}
