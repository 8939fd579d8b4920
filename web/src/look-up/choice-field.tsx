import { labelOf } from "../words/name.ts";
import { valueText } from "../words/value.ts";
import { FieldFrame } from "./field-frame.tsx";
import { Hint, type OptionFieldProps } from "./option-field.tsx";
import { paidWith } from "./price-options.ts";

interface ChoiceFieldProps extends OptionFieldProps {
  /** Where the parameter's schema does not list them. */
  readonly values?: readonly string[];
}

/** One of a few values, or none of them: "not said" is a choice of its own, and the first. */
export function ChoiceField({ parameter, asked, assumed, option, fault, onAsk, values }: ChoiceFieldProps) {
  const listed = values ?? valuesOf(parameter.schema.enum);
  const chosen = listed.find((value) => value.toLowerCase() === asked.toLowerCase()) ?? asked;
  return (
    <FieldFrame
      parameter={parameter.name}
      label={labelOf(parameter.name)}
      hint={<Hint of={parameter} />}
      note={asked === "" ? assumed : undefined}
      fault={fault}
      control={(props) => (
        <select {...props} value={chosen} onChange={({ currentTarget }) => onAsk(currentTarget.value)}>
          <option value="">Not said</option>
          {/* What an address asks for is shown, also when it is none of the values: its fault stands beside it. */}
          {chosen === "" || listed.includes(chosen) ? null : <option value={chosen}>{chosen}</option>}
          {listed.map((value) => {
            const paid = paidWith(option, value);
            return (
              <option key={value} value={value}>
                {paid === null ? valueText(value) : `${valueText(value)}: ${paid}`}
              </option>
            );
          })}
        </select>
      )}
    />
  );
}

function valuesOf(listed: unknown): readonly string[] {
  return Array.isArray(listed) ? listed.filter((value) => typeof value === "string") : [];
}
