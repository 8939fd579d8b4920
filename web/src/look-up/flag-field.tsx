import { labelOf } from "../words/name.ts";
import { ChoiceField } from "./choice-field.tsx";
import { Hint, type OptionFieldProps } from "./option-field.tsx";
import { controlId } from "./parts-of-question.ts";
import { paidWith } from "./price-options.ts";

/** Yes or no. A box to tick where its absence means no; where it means something else, that has to be told from a "no". */
export function FlagField(props: OptionFieldProps) {
  const { parameter, asked, assumed, option, fault, onAsk } = props;
  if (parameter.schema.default !== false) return <ChoiceField {...props} values={["true", "false"]} />;
  const id = controlId(parameter.name);
  const isTicked = asked === "true";
  const paid = isTicked ? null : paidWith(option, "true");
  return (
    <div class={fault === undefined ? "flag-field" : "flag-field field-faulty"}>
      <input
        id={id}
        type="checkbox"
        checked={isTicked}
        aria-describedby={`${id}-hint`}
        aria-invalid={fault === undefined ? undefined : true}
        onChange={({ currentTarget }) => onAsk(currentTarget.checked ? "true" : "")}
      />
      <label for={id}>{labelOf(parameter.name)}</label>
      <div class="flag-about" id={`${id}-hint`}>
        <div class="hint">
          <Hint of={parameter} />
        </div>
        {fault === undefined ? null : <p class="fault">{fault}</p>}
        {paid === null ? null : <p class="field-note">If ticked: {paid}</p>}
        {assumed === undefined || asked !== "" ? null : <p class="field-note">{assumed}</p>}
      </div>
    </div>
  );
}
