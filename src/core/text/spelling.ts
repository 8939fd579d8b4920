/** Names of our own code alone, so there are some hundred of them. */
const spelt = new Map<string, string>();

/** Code says `policyAdjustorA`, `within30d`; the wire and the CSV headers say `policy_adjustor_a`, `within_30d`. */
export function snakeCase(name: string): string {
  let snake = spelt.get(name);
  if (snake === undefined) {
    snake = name.replace(/[A-Z]|(?<=[a-z])[0-9]+/g, (word) => `_${word.toLowerCase()}`);
    spelt.set(name, snake);
  }
  return snake;
}
