import type { CatalogueState } from "../api/catalogue.ts";
import type { TableColumn } from "../parts/data-table.tsx";
import { Link } from "../parts/link.tsx";
import type { ReleaseChange } from "./diff.ts";
import { lookUpAddress } from "./look-up-link.ts";
import { amountText, cellText, daysText, otherCells, percentText, SIGNS, signedText } from "./words.ts";

/** More cells than these are folded. */
const CELLS_SHOWN_MAX = 2;

/** What is shown of a change; with its table where changes of several are listed. */
export function changeColumns(
  states: readonly CatalogueState[],
  isOfAllTables: boolean,
): readonly TableColumn<ReleaseChange>[] {
  const table: TableColumn<ReleaseChange> = {
    title: "Table",
    cell: (change) => <span class="code">{change.table}</span>,
    value: (change) => change.table,
  };
  return [
    { title: "Kind", cell: kindCell, value: ({ kind }) => kind },
    ...(isOfAllTables ? [table] : []),
    { title: "Key", cell: (change) => <KeyCell change={change} states={states} />, value: keyValue },
    { title: "Days", cell: (change) => <span class="days">{daysText(change)}</span>, value: daysText },
    { title: "Figure", cell: ({ figure }) => figure ?? "none", value: ({ figure }) => figure },
    figureColumn("Before", ({ figure, before }) => (figure === null ? "" : amountText(before)), "before"),
    figureColumn("After", ({ figure, after }) => (figure === null ? "" : amountText(after)), "after"),
    figureColumn("Difference", ({ difference }) => (difference === null ? "" : signedText(difference)), "difference"),
    figureColumn("Percent", ({ percent }) => (percent === null ? "" : percentText(percent)), "percent"),
    { title: "Other cells", cell: otherCell, value: (change) => otherCells(change).map(cellText).join("; ") },
  ];
}

function figureColumn(
  title: string,
  cell: (change: ReleaseChange) => string,
  member: "before" | "after" | "difference" | "percent",
): TableColumn<ReleaseChange> {
  return { title, cell, value: (change) => change[member], isFigure: true };
}

function kindCell({ kind }: ReleaseChange) {
  return (
    <span class={`kind kind-${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]} </span>
      {kind}
    </span>
  );
}

function keyValue({ key }: ReleaseChange): string {
  return filled(key)
    .map(([column, value]) => `${column} ${value}`)
    .join(", ");
}

function filled(key: ReleaseChange["key"]): readonly (readonly [column: string, value: string])[] {
  return Object.entries(key).flatMap(([column, value]) => (value === null || value === "" ? [] : [[column, value]]));
}

function KeyCell({ change, states }: { readonly change: ReleaseChange; readonly states: readonly CatalogueState[] }) {
  const address = lookUpAddress(change, states);
  return (
    <div class="key">
      {filled(change.key).map(([column, value]) => (
        <span key={column}>
          <span class="column-name">{column}</span> {value}
        </span>
      ))}
      {address === null ? null : (
        <Link to={address}>
          Look up<span class="unseen"> {keyValue(change)}</span>
        </Link>
      )}
    </div>
  );
}

function otherCell(change: ReleaseChange) {
  const cells = otherCells(change).map(cellText);
  if (cells.length === 0) return "none";
  const list = (
    <ul class="cells">
      {cells.map((cell) => (
        <li key={cell}>{cell}</li>
      ))}
    </ul>
  );
  if (cells.length <= CELLS_SHOWN_MAX) return list;
  return (
    <details>
      <summary>{cells.length} cells</summary>
      {list}
    </details>
  );
}
