import { ratebook } from "../../cli/support/ratebook.ts";

/** What a command prints on standard output as JSON. */
export async function printed(command: readonly string[]): Promise<unknown> {
  const { stdout } = await ratebook([...command, "--json"]);
  return JSON.parse(stdout);
}

/** JSON without the members of objects that are null. */
export function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
