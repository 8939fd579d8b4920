import { csvText } from "../words/csv.ts";
import type { TableColumn } from "./data-table.tsx";

interface CsvButtonProps<Row> {
  readonly name: string;
  readonly columns: readonly TableColumn<Row>[];
  readonly rows: readonly Row[];
}

/** Takes a table along as a CSV file, with the API's own digits. */
export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  function save() {
    const lines = [columns.map(({ title }) => title), ...rows.map((row) => columns.map(({ value }) => value(row)))];
    const address = URL.createObjectURL(new Blob([csvText(lines)], { type: "text/csv" }));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.csv`;
    link.click();
    URL.revokeObjectURL(address);
  }
  return (
    <button type="button" class="quiet" onClick={save}>
      Save as CSV
    </button>
  );
}
