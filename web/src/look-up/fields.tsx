import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { DayInput, useDayEntry } from "../parts/day-input.tsx";
import { useDraft } from "../parts/draft.ts";
import { labelOf, valueText } from "../words/names.ts";
import { byRate, Hint, type OptionFieldProps, paidWith } from "./claim-options.tsx";
import type { ControlProps } from "./combobox.tsx";
import { controlId, TYPED_CHARACTERS_MAX, useReportUnsent } from "./question-form.tsx";

interface FieldFrameProps {
  readonly parameter: string;
  readonly label: string;
  /** Under the label: what is wanted. */
  readonly hint?: ComponentChildren;
  /** Under the control: what is known of it, such as the description of a code. */
  readonly note?: ComponentChildren;
  /** Its error. */
  readonly fault: string | undefined;
  readonly control: (props: ControlProps) => ComponentChildren;
}

/** Label, hint, fault, control, note: in this order for every field. */
export function FieldFrame({ parameter, label, hint, note, fault, control }: FieldFrameProps) {
  const id = controlId(parameter);
  const described = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(fault === undefined ? [] : [`${id}-fault`]),
    ...(note === undefined ? [] : [`${id}-note`]),
  ];
  return (
    <div class={fault === undefined ? "field" : "field field-faulty"}>
      <label for={id}>{label}</label>
      {hint === undefined ? null : (
        <div class="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {fault === undefined ? null : (
        <p class="fault" id={`${id}-fault`}>
          {fault}
        </p>
      )}
      {control({
        id,
        "aria-describedby": described.length === 0 ? undefined : described.join(" "),
        "aria-invalid": fault === undefined ? undefined : true,
      })}
      {note === undefined ? null : (
        <div class="field-note" id={`${id}-note`}>
          {note}
        </div>
      )}
    </div>
  );
}

interface TextFieldProps {
  readonly parameter: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly fault: string | undefined;
  readonly submitted: string;
  /** Normalises the typed text: without white space, signs and lower case that the API would refuse or keep. */
  readonly meant: (typed: string) => string;
  readonly onAsk: (value: string) => void;
  readonly inputMode?: "text" | "numeric" | "decimal";
  readonly isCode?: boolean;
}

/** A line of text. It is looked up when the reader leaves it or presses Enter, and only when its value has changed. */
export function TextField({ submitted, meant, onAsk, inputMode = "text", isCode = false, ...frame }: TextFieldProps) {
  const { draft, setDraft, send } = useDraft(submitted, onAsk);
  useReportUnsent(frame.parameter, meant(draft) === submitted ? "looked-up" : "unfinished");
  return (
    <FieldFrame
      {...frame}
      control={(props) => (
        <input
          {...props}
          type="text"
          inputMode={inputMode}
          class={isCode ? "code" : undefined}
          autocomplete="off"
          autocapitalize={isCode ? "characters" : "off"}
          spellcheck={false}
          maxLength={TYPED_CHARACTERS_MAX}
          value={draft}
          onInput={({ currentTarget }) => setDraft(currentTarget.value)}
          onChange={({ currentTarget }) => {
            // From the control, which may be ahead of the rendered value.
            const value = meant(currentTarget.value);
            setDraft(value);
            if (value !== submitted) send(value);
          }}
        />
      )}
    />
  );
}

interface ChoiceFieldProps extends OptionFieldProps {
  /** Where the parameter's schema does not list them. */
  readonly values?: readonly string[];
}

/**
 * One of a few values, or none of them: "not entered" is a choice too, and the first. Values that give no rate come last,
 * and only on request: in a list of thirty, the three that pay are what is looked for.
 */
export function ChoiceField({ parameter, submitted, assumed, option, fault, onAsk, values }: ChoiceFieldProps) {
  const [isUnfolded, setIsUnfolded] = useState(false);
  const listed = values ?? valuesOf(parameter.schema.enum);
  const chosen = listed.find((value) => value.toLowerCase() === submitted.toLowerCase()) ?? submitted;
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
  const note = submitted === "" ? assumed : undefined;
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
          <option value="">Not entered</option>
          {/* A value from the address is shown even if it is not in the list: its error stands beside it. */}
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

/** Yes or no. A check box when its absence means no; otherwise three choices, since absent and "no" differ. */
export function FlagField(props: OptionFieldProps) {
  const { parameter, submitted, assumed, option, fault, onAsk } = props;
  if (parameter.schema.default !== false) return <ChoiceField {...props} values={["true", "false"]} />;
  const id = controlId(parameter.name);
  const isTicked = submitted === "true";
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
        {assumed === undefined || submitted !== "" ? null : <p class="field-note">{assumed}</p>}
      </div>
    </div>
  );
}

interface DayFieldProps {
  readonly parameter: string;
  readonly hint: string;
  readonly fault: string | undefined;
  readonly submitted: string;
  /** Of the lookup that is shown. */
  readonly address: string;
  readonly onAsk: (day: string) => void;
}

/** A day, as it is typed or pasted. What is no day of the calendar is shown as the address has it, not as nothing. */
export function DayField({ parameter, hint, fault, submitted, address, onAsk }: DayFieldProps) {
  const entry = useDayEntry(submitted, address, onAsk);
  useReportUnsent(parameter, entry.fault !== undefined ? "refused" : entry.isOther ? "unfinished" : "looked-up");
  const label = labelOf(parameter);
  return (
    <FieldFrame
      parameter={parameter}
      label={label}
      hint={hint}
      fault={entry.fault ?? fault}
      control={(props) => <DayInput {...props} entry={entry} label={label} />}
    />
  );
}

/** About three lines beside the question. */
const AT_A_GLANCE_CHARACTERS = 110;

/** What of a parameter's description is read at a glance, and what follows on request. Cut between clauses, never within. */
export function hintIn(description: string): { readonly first: string; readonly rest: string } {
  if (description.length <= AT_A_GLANCE_CHARACTERS) return { first: description, rest: "" };
  const clauses = description.split(/(?<=[.;]) /);
  let taken = 1;
  while (clauses.slice(0, taken + 1).join(" ").length <= AT_A_GLANCE_CHARACTERS) taken += 1;
  const rest = clauses.slice(taken).join(" ");
  return { first: clauses.slice(0, taken).join(" "), rest };
}
