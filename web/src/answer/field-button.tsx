import type { ComponentChildren } from "preact";
import { focusField } from "./focus-field.ts";

interface FieldButtonProps {
  readonly parameter: string;
  readonly children: ComponentChildren;
  readonly class?: string;
}

/** Leads to the field of the question in which a fact can be changed. */
export function FieldButton({ parameter, children, class: className = "quiet" }: FieldButtonProps) {
  return (
    <button type="button" class={className} onClick={() => focusField(parameter)}>
      {children}
    </button>
  );
}
