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

/** Names that the trade calls otherwise. */
const CALLED: Readonly<Record<string, string>> = { state_provider_id: "Medicaid provider ID" };

/** A parameter or field as a label: `date_of_service` is "Date of service". */
export function labelOf(name: string): string {
  const words =
    CALLED[name] ??
    name
      .replaceAll("_", " ")
      .replace(/\bnpi\b/, "NPI")
      .replace(/\bid\b/, "ID");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

const SNAKE = /\b[a-z]+(?:_[a-z0-9]+)+\b/g;

/** A text with its parameters, fields and values in words: `provider_type` is "provider type". */
export function plainWords(text: string): string {
  return text.replaceAll(SNAKE, (name) => CALLED[name] ?? name.replaceAll("_", " ")).replaceAll(/\bnpi\b/g, "NPI");
}
