import { useMemo } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import { addressText } from "../address.ts";
import type { CatalogueParameter, CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { addressOfLookup } from "../look-up/lookup.ts";
import { Link } from "../parts/buttons.tsx";
import { useSeen } from "../parts/chart-frame.tsx";
import { DataTable, type TableColumn } from "../parts/data-table.tsx";
import { Pages } from "../parts/pages.tsx";
import { columnWords, keyWords, tableWithState, valueWords } from "../words/tables.ts";
import { useChangedProvider } from "./changed-provider.ts";
import type { Pair } from "./changes-form.tsx";
import {
  CHANGES_PER_PAGE,
  CODE_COLUMNS,
  cellText,
  changesIn,
  type Diff,
  daysText,
  figureWithUnit,
  type Narrowing,
  otherCells,
  percentText,
  type ReleaseChange,
  SIGNS,
  signedWithUnit,
} from "./diff.ts";

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
        <Pages
          label="Pages of changes"
          shown={`${places} of ${listed.toLocaleString("en-US")}`}
          size={CHANGES_PER_PAGE}
          previous={offset > 0 ? at(offset - CHANGES_PER_PAGE) : null}
          next={offset + changes.length < listed ? at(offset + CHANGES_PER_PAGE) : null}
        />
      )}
    </>
  );
}

/** More cells than these are folded. */
const CELLS_SHOWN_MAX = 2;

/** What is shown of a change; with its table where changes of several are listed. */
function changeColumns(
  states: readonly CatalogueState[],
  isOfAllTables: boolean,
): readonly TableColumn<ReleaseChange>[] {
  const table: TableColumn<ReleaseChange> = {
    title: "Table",
    cell: (change) => tableWithState(change.table),
    value: (change) => tableWithState(change.table),
  };
  return [
    { title: "Kind", cell: kindCell, value: ({ kind }) => kind },
    ...(isOfAllTables ? [table] : []),
    {
      title: "Code or provider",
      cell: (change) => <KeyCell key={JSON.stringify(change.key)} change={change} states={states} />,
      value: keyValue,
    },
    { title: "Effective", cell: (change) => <span class="days">{daysText(change)}</span>, value: daysText },
    {
      title: "Figure",
      cell: ({ figure, table }) => (figure === null ? "none" : columnWords(figure, table)),
      value: ({ figure, table }) => (figure === null ? null : columnWords(figure, table)),
    },
    figureColumn("Before", (change) => shownFigure(change, "before"), "before"),
    figureColumn("After", (change) => shownFigure(change, "after"), "after"),
    figureColumn(
      "Change",
      ({ difference, is_dollars }) => (difference === null ? "" : signedWithUnit(difference, is_dollars)),
      "difference",
    ),
    figureColumn("Percent", ({ percent }) => (percent === null ? "" : percentText(percent)), "percent"),
    { title: "Other cells", cell: otherCell, value: (change) => otherTexts(change).join("; ") },
  ];
}

function figureColumn(
  title: string,
  cell: (change: ReleaseChange) => string,
  member: "before" | "after" | "difference" | "percent",
): TableColumn<ReleaseChange> {
  return { title, cell, value: (change) => change[member], isFigure: true };
}

function shownFigure(change: ReleaseChange, side: "before" | "after"): string {
  return change.figure === null ? "" : figureWithUnit(change[side], change.is_dollars);
}

function kindCell({ kind }: ReleaseChange) {
  return (
    <span class={`kind kind-${kind}`}>
      <span aria-hidden="true">{SIGNS[kind]} </span>
      {kind}
    </span>
  );
}

function otherTexts(change: ReleaseChange): readonly string[] {
  return otherCells(change).map((cell) => cellText(cell, change.table));
}

function keyValue({ key, table }: ReleaseChange): string {
  return keyWords(key, table);
}

function filled(key: ReleaseChange["key"]): readonly (readonly [column: string, value: string])[] {
  return Object.entries(key).flatMap(([column, value]) => (value === null || value === "" ? [] : [[column, value]]));
}

function KeyCell({ change, states }: { readonly change: ReleaseChange; readonly states: readonly CatalogueState[] }) {
  const address = lookUpAddress(change, states);
  const { place, isSeen } = useSeen<HTMLDivElement>();
  const { name, isComing } = useChangedProvider(change, states, isSeen);
  return (
    <div ref={place} class="key">
      {/* The line of a name that is coming is kept free, so that nothing moves. */}
      {name === null && !isComing ? null : <bdi class="key-provider">{name ?? "\u00a0"}</bdi>}
      {filled(change.key).map(([column, value]) => (
        <span key={column}>
          <span class="column-name">{columnWords(column, change.table)}</span> {valueWords(value, change.table)}
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
  const cells = otherTexts(change);
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
      <summary>{countText(cells.length, "cell")}</summary>
      {list}
    </details>
  );
}

/**
 * Where the code of a change is looked up on the first day that it is about; null where the change is about no code, or where
 * it is not clear which setting would price it. Other columns of the key come along where the lookup has them.
 */
export function lookUpAddress({ table, key, from }: ReleaseChange, states: readonly CatalogueState[]): string | null {
  // Lists without periods hold no rates: a code there may be one of a provider type.
  if (from === null) return null;
  const state = states.find(({ code }) => table.startsWith(`${code}/`));
  const code = CODE_COLUMNS.map((column) => key[column] ?? null).find((value) => value !== null) ?? null;
  if (state === undefined || code === null) return null;
  const priced = state.settings.flatMap((setting) => {
    const parameter = setting.parameters.find(({ kind, required }) => kind === "code" && required);
    return parameter !== undefined && accepts(parameter, code) ? [{ setting, parameter }] : [];
  });
  const [only] = priced;
  if (only === undefined || priced.length > 1) return null;
  const { setting, parameter } = only;
  const fields = { ...sharedFields(setting, key), [parameter.name]: code, [setting.day_parameter]: from };
  return addressOfLookup({ state, setting, fields });
}

/** What the key says of the claim, in the words of the lookup. */
function sharedFields(setting: CatalogueSetting, key: ReleaseChange["key"]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    setting.parameters.flatMap((parameter) => {
      const value = key[parameter.name] ?? null;
      return value !== null && value !== "" && accepts(parameter, value) ? [[parameter.name, value]] : [];
    }),
  );
}

/** Whether a parameter takes a value, as far as its schema says. */
function accepts({ schema }: CatalogueParameter, value: string): boolean {
  const { pattern, enum: values } = schema;
  if (Array.isArray(values) && !values.includes(value)) return false;
  return typeof pattern !== "string" || new RegExp(pattern).test(value);
}
