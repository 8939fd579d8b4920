/** A value of the API in words: `non_facility` is "non facility", `true` is "yes"; what was typed stays as it is. */
export function valueText(value: string): string {
  if (value === "true") return "yes";
  return value === "false" ? "no" : value.replaceAll("_", " ");
}
