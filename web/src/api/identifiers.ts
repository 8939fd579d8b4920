import type { Lookup } from "../look-up/lookup.ts";

/** The one parameter of every state that may mean many providers. */
export const NAME = "provider_name";

/** The parameters that name one provider exactly. */
export function exactIdentifiers({ setting }: Pick<Lookup, "setting">): readonly string[] {
  return setting.parameters
    .filter(({ name, identifies_provider }) => identifies_provider && name !== NAME)
    .map(({ name }) => name);
}

/** Whether a lookup has what it cannot do without: what is required, and a provider. */
export function isComplete({ setting: { parameters }, fields }: Lookup): boolean {
  const isGiven = (name: string) => fields[name] !== undefined;
  return (
    parameters.every(({ name, required }) => !required || isGiven(name)) &&
    parameters.some(({ name, identifies_provider }) => identifies_provider && isGiven(name))
  );
}

/** What of a lookup names its provider exactly; empty where it is by name. */
export function identifiersIn(lookup: Lookup): Readonly<Record<string, string>> {
  const given = exactIdentifiers(lookup).flatMap((name) => {
    const value = lookup.fields[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(given);
}
