/** Code says `policyAdjustorA`, `within30d`; the wire and the CSV headers say `policy_adjustor_a`, `within_30d`. */
export function snakeCase(name: string): string {
  return name.replace(/[A-Z]|(?<=[a-z])[0-9]+/g, (word) => `_${word.toLowerCase()}`);
}
