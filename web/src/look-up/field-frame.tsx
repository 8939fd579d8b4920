import type { ComponentChildren } from "preact";
import { controlId } from "./parts-of-question.ts";

/** What a control needs to be read out with its hint and its fault. */
interface ControlProps {
  readonly id: string;
  readonly "aria-describedby": string | undefined;
  readonly "aria-invalid": true | undefined;
}

interface FieldFrameProps {
  readonly parameter: string;
  readonly label: string;
  /** Under the label: what is wanted. */
  readonly hint?: ComponentChildren;
  /** Under the control: what is known of it, such as the description of a code. */
  readonly note?: ComponentChildren;
  /** What the API says is wrong with it. */
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
