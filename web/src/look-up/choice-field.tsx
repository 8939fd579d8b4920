import { useState } from "preact/hooks";
import { labelOf } from "../words/name.ts";
import { valueText } from "../words/value.ts";
import { FieldFrame } from "./field-frame.tsx";
import { Hint, type OptionFieldProps } from "./option-field.tsx";
import { byRate, paidWith } from "./price-options.ts";

interface ChoiceFieldProps extends OptionFieldProps {
  /** Where the parameter's schema does not list them. */
  readonly values?: readonly string[];
}

/**
 * One of a few values, or none of them: "not said" is a choice of its own, and the first. Values that give no rate come last,
 * and only on request: in a list of thirty, the three that pay are what is looked for.
 */
export function ChoiceField({ parameter, asked, assumed, option, fault, onAsk, values }: ChoiceFieldProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const listed = values ?? valuesOf(parameter.schema.enum);
  const chosen = listed.find((value) => value.toLowerCase() === asked.toLowerCase()) ?? asked;
  const { shown, folded } = byRate(option, listed);
  const isFolded = folded.length > 0 && !isUnfolded;
  // What was chosen is always there to be seen.
  const beside = [...shown, ...(isUnfolded ? folded : [])].includes(chosen) || chosen === "" ? [] : [chosen];
  const optionFor = (value: string) => {
    const paid = paidWith(option, value);
    return (
      <option key={value} value={value}>
        {paid === null ? valueText(value) : `${valueText(value)}: ${paid}`}
      </option>
    );
  };
  const note = asked === "" ? assumed : undefined;
  return (
    <FieldFrame
      parameter={parameter.name}
      label={labelOf(parameter.name)}
      hint={<Hint of={parameter} />}
      note={
        isFolded ? (
          <>
            {note === undefined ? null : <p>{note}</p>}
            <button type="button" class="quiet in-text" onClick={() => setIsUnfolded(true)}>
              {folded.length} more give no rate<span class="unseen">: list them</span>
            </button>
          </>
        ) : (
          note
        )
      }
      fault={fault}
      control={(props) => (
        <select {...props} value={chosen} onChange={({ currentTarget }) => onAsk(currentTarget.value)}>
          <option value="">Not said</option>
          {/* What an address asks for is shown, also when it is none of the values: its fault stands beside it. */}
          {beside.map(optionFor)}
          {shown.map(optionFor)}
          {isUnfolded && folded.length > 0 ? <optgroup label="Give no rate">{folded.map(optionFor)}</optgroup> : null}
        </select>
      )}
    />
  );
}

function valuesOf(listed: unknown): readonly string[] {
  return Array.isArray(listed) ? listed.filter((value) => typeof value === "string") : [];
}
