import { useEffect, useRef, useState } from "preact/hooks";
import type { CatalogueParameter } from "../api/ready.ts";
import { labelOf, valueText } from "../words/names.ts";
import { conditionText, type Group, ownValue, type ProviderRecord } from "./groups.ts";

interface GroupFormProps {
  readonly conditions: readonly CatalogueParameter[];
  readonly group: Group;
  readonly record: ProviderRecord | null;
  readonly onChange: (group: Group) => void;
}

/** Longer than any name that a search takes. */
const TYPED_CHARACTERS_MAX = 200;

/** Which providers are compared: conditions that can be taken away, and one more that can be added. */
export function GroupForm({ conditions, group, record, onChange }: GroupFormProps) {
  const others = conditions.filter(({ name }) => group[name] === undefined);
  const place = useRef<HTMLDivElement>(null);
  const isByReader = useRef(false);
  function change(next: Group) {
    isByReader.current = true;
    onChange(next);
  }
  // The button that was pressed is gone with its condition: the focus goes to where the next one is made.
  useEffect(() => {
    if (!isByReader.current) return;
    isByReader.current = false;
    place.current?.querySelector<HTMLElement>("select, button")?.focus();
  }, [group]);
  return (
    <div class="group-form" ref={place}>
      <ul class="conditions" aria-label="Conditions of the group">
        {Object.entries(group).map(([name, value]) => (
          <li key={name}>
            <span>{conditionText(name, value)}</span>
            <button type="button" onClick={() => change(without(group, name))}>
              <span aria-hidden="true">{"\u00d7"}</span>
              <span class="unseen">Take away {conditionText(name, value)}</span>
            </button>
          </li>
        ))}
      </ul>
      {others.length === 0 ? null : (
        <NewCondition
          key={others.map(({ name }) => name).join()}
          conditions={others}
          record={record}
          onAdd={(name, value) => change({ ...group, [name]: value })}
        />
      )}
    </div>
  );
}

interface NewConditionProps {
  readonly conditions: readonly CatalogueParameter[];
  readonly record: ProviderRecord | null;
  readonly onAdd: (name: string, value: string) => void;
}

/** A condition to add; it begins with what the provider itself has, where its record says so. */
function NewCondition({ conditions, record, onAdd }: NewConditionProps) {
  const [name, setName] = useState(conditions[0]?.name ?? "");
  const [value, setValue] = useState(ownValue(record, name));
  const chosen = conditions.find((each) => each.name === name);
  function choose(next: string) {
    setName(next);
    setValue(ownValue(record, next));
  }
  return (
    <form
      class="new-condition"
      onSubmit={(event) => {
        event.preventDefault();
        if (value.trim() !== "") onAdd(name, value.trim());
      }}
    >
      <div class="field">
        <label for="narrow-by">Narrow by</label>
        <select id="narrow-by" value={name} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          {conditions.map((each) => (
            <option key={each.name} value={each.name}>
              {labelOf(each.name)}
            </option>
          ))}
        </select>
      </div>
      <div class="field">
        <label for="narrow-to">{labelOf(name)}</label>
        <ValueControl values={chosen === undefined ? null : valuesOf(chosen)} value={value} onValue={setValue} />
      </div>
      <button type="submit">Add</button>
      <p class="hint" id="narrow-hint">
        {chosen?.description}
      </p>
    </form>
  );
}

interface ValueControlProps {
  /** Of a closed list; null where anything can be typed. */
  readonly values: readonly string[] | null;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

function ValueControl({ values, value, onValue }: ValueControlProps) {
  if (values === null) {
    return (
      <input
        id="narrow-to"
        type="text"
        autocomplete="off"
        aria-describedby="narrow-hint"
        required
        maxLength={TYPED_CHARACTERS_MAX}
        value={value}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
    );
  }
  return (
    <select id="narrow-to" required value={value} onChange={({ currentTarget }) => onValue(currentTarget.value)}>
      <option value="">Choose</option>
      {values.map((each) => (
        <option key={each} value={each}>
          {valueText(each)}
        </option>
      ))}
    </select>
  );
}

function valuesOf({ kind, schema }: CatalogueParameter): readonly string[] | null {
  if (kind === "flag") return ["true", "false"];
  return Array.isArray(schema.enum) ? schema.enum.filter((each) => each !== null).map(String) : null;
}

function without(group: Group, name: string): Group {
  return Object.fromEntries(Object.entries(group).filter(([each]) => each !== name));
}
