/** The id of the control of a parameter in the question. */
export function controlOf(parameter: string): string {
  return `field-${parameter}`;
}

/** Leads to the field of a parameter in the question, and unfolds whatever it is folded into. */
export function focusField(parameter: string): void {
  const field = document.getElementById(controlOf(parameter));
  if (field === null) return;
  for (let fold = field.closest("details"); fold !== null; fold = fold.parentElement?.closest("details") ?? null) {
    fold.open = true;
  }
  field.focus();
  field.scrollIntoView({ block: "center" });
}
