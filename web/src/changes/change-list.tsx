import { useMemo } from "preact/hooks";
import { addressText } from "../address.ts";
import type { CatalogueState } from "../api/catalogue.ts";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { Link } from "../parts/link.tsx";
import { changeColumns } from "./change-columns.tsx";
import { CHANGES_PER_PAGE, changesIn, type Diff, type Narrowing, type ReleaseChange } from "./diff.ts";
import type { Pair } from "./releases.ts";

interface ChangeListProps {
  readonly diff: Diff;
  readonly pair: Pair;
  readonly narrowing: Narrowing;
  readonly states: readonly CatalogueState[];
}

/** A page of changes, as the service orders them: the largest of each table first. */
export function ChangeList({ diff, pair, narrowing, states }: ChangeListProps) {
  const { changes, offset, changes_listed: listed, tables } = diff;
  const columns: readonly TableColumn<ReleaseChange>[] = useMemo(
    () => changeColumns(states, narrowing.table === ""),
    [states, narrowing.table],
  );
  const all = tables.reduce((sum, table) => sum + changesIn(table), 0);
  const at = (start: number) =>
    addressText("/changes", { ...pair, ...narrowing, offset: start <= 0 ? "" : String(start) });
  if (changes.length === 0) return <p>{offset === 0 ? "No change." : "There are no more changes."}</p>;
  const [first, last] = [offset + 1, offset + changes.length].map((place) => place.toLocaleString("en-US"));
  const places = changes.length === 1 ? `Change ${first}` : `Changes ${first} to ${last}`;
  return (
    <>
      <p role="status">
        {places} of {listed.toLocaleString("en-US")}
        {all > listed ? `; ${all.toLocaleString("en-US")} were counted, and the largest of each table are listed` : ""}
      </p>
      <DataTable caption={places} columns={columns} rows={changes} />
      {listed <= CHANGES_PER_PAGE && offset === 0 ? null : (
        <nav class="pages" aria-label="Pages of changes">
          {offset > 0 ? <Link to={at(offset - CHANGES_PER_PAGE)}>Previous {CHANGES_PER_PAGE}</Link> : null}
          {offset + changes.length < listed ? (
            <Link to={at(offset + CHANGES_PER_PAGE)}>Next {CHANGES_PER_PAGE}</Link>
          ) : null}
        </nav>
      )}
    </>
  );
}
