import { useLayoutEffect, useState } from "preact/hooks";
import { countText } from "../../../src/core/text/plural.ts";
import type { ListedRelease } from "../../../src/diff/wire.ts";
import { addressText, goTo } from "../address.ts";
import type { CatalogueState } from "../api/ready.ts";
import { tableWithState } from "../words/tables.ts";
import { changesIn, type TableDiff } from "./diff.ts";

interface ChangesFormProps {
  readonly query: URLSearchParams;
  readonly pair: Pair;
  readonly releases: readonly ListedRelease[];
  readonly states: readonly CatalogueState[];
  /** The tables that were compared; none until it is known. */
  readonly tables: readonly TableDiff[];
}

const FIELDS = ["from", "to", "state", "table"] as const;
type Field = (typeof FIELDS)[number];

/** The control of a field that the API refused. */
export function controlOf(field: string): string | null {
  return FIELDS.some((each) => each === field) ? `changes-${field}` : null;
}

/** Which releases, and of which state and table. What it says is in the address. */
export function ChangesForm({ query, pair, releases, states, tables }: ChangesFormProps) {
  const [chosen, setChosen] = useState<Partial<Record<Field, string>>>({});
  useLayoutEffect(() => setChosen({}), [query]);
  const fields = {
    ...pair,
    state: query.get("state") ?? "",
    table: query.get("table") ?? "",
    ...chosen,
  };
  // A table of another state would be refused.
  const choose = (field: Field, value: string) =>
    setChosen({ ...chosen, ...(field === "state" ? { table: "" } : {}), [field]: value });

  const ofReleases = releases.map((each) => [nameOfRelease(each, releases), titleOfRelease(each, releases)] as const);
  const ofTables = tables
    .filter((table) => changesIn(table) > 0)
    .map(
      (table) => [table.table, `${tableWithState(table.table)} (${countText(changesIn(table), "change")})`] as const,
    );

  return (
    <form
      class="ask-bar"
      aria-label="What to compare"
      onSubmit={(event) => {
        event.preventDefault();
        goTo(addressText("/changes", fields));
      }}
    >
      <Choice field="from" label="From" value={fields.from} options={ofReleases} onChoose={choose} />
      <Choice field="to" label="To" value={fields.to} options={ofReleases} onChoose={choose} />
      <Choice
        field="state"
        label="State"
        value={fields.state}
        options={[["", "All states"], ...states.map(({ code, name }) => [code, name] as const)]}
        onChoose={choose}
      />
      <Choice
        field="table"
        label="Table"
        value={fields.table}
        options={[["", "All tables"], ...ofTables]}
        onChoose={choose}
      />
      <button type="submit" class="primary">
        Compare
      </button>
    </form>
  );
}

interface ChoiceProps {
  readonly field: Field;
  readonly label: string;
  readonly value: string;
  readonly options: readonly (readonly [value: string, title: string])[];
  readonly onChoose: (field: Field, value: string) => void;
}

function Choice({ field, label, value, options, onChoose }: ChoiceProps) {
  // What the address names stays chosen even where the lists do not have it: the answer says what is wrong with it.
  const isListed = options.some(([each]) => each === value);
  return (
    <div class="field">
      <label for={`changes-${field}`}>{label}</label>
      <select
        id={`changes-${field}`}
        value={value}
        onChange={({ currentTarget }) => onChoose(field, currentTarget.value)}
      >
        {isListed ? null : <option value={value}>{value}</option>}
        {options.map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
    </div>
  );
}

export type { ListedRelease, Releases } from "../../../src/diff/wire.ts";

/** The part of a hash that the API needs to distinguish releases. */
const HASH_CHARACTERS = 12;

/** How an address names a release: by its version, which people know, or by its hash where several have that version. */
export function nameOfRelease(release: ListedRelease, all: readonly ListedRelease[]): string {
  const isAlone = all.filter(({ version }) => version === release.version).length === 1;
  return isAlone ? release.version : release.content_hash.slice(0, HASH_CHARACTERS);
}

/** "2026.11, in service, Ratebook sample": the distinguishing part comes first, for narrow fields. */
export function titleOfRelease(release: ListedRelease, all: readonly ListedRelease[]): string {
  const name = nameOfRelease(release, all);
  const hash = name === release.version ? [] : [name];
  return [release.version, ...hash, ...(release.in_service ? ["in service"] : []), release.name].join(", ");
}

/** Which releases are compared, by the names that the API knows them by. */
export interface Pair {
  readonly from: string;
  readonly to: string;
}

/** Those that the address names, else as the API chooses: to the one in service, from the first other one of the list. */
export function chosenPair(query: URLSearchParams, all: readonly ListedRelease[]): Pair {
  const nameOf = (release: ListedRelease | undefined) => (release === undefined ? "" : nameOfRelease(release, all));
  const to = query.get("to") || nameOf(all.find(({ in_service }) => in_service));
  const from = query.get("from") || nameOf(all.find((each) => !each.in_service && nameOfRelease(each, all) !== to));
  return { from, to };
}
