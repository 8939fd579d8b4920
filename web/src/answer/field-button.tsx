import type { ComponentChildren } from "preact";
import { wantField } from "../look-up/wanted-field.ts";

interface FieldButtonProps {
  readonly parameter: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** Leads to the field of the question in which a fact can be changed. */
export function FieldButton({ parameter, children, class: className = "quiet" }: FieldButtonProps) {
  return (
    <button type="button" class={className} onClick={() => wantField(parameter)}>
      {children}
    </button>
  );
}
