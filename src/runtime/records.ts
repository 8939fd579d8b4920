/**
 * Makes objects with these fields from their values, which come in the same order. An object that is filled field by field
 * keeps four of them in itself and the others in a second piece of memory, which is one more that the processor waits for;
 * one that is written down with all of its fields is a single piece. The source is made of names in our own code alone.
 */
export function recordMaker(names: readonly string[]): (values: readonly unknown[]) => Record<string, unknown> {
  const fields = names.map((name, place) => `${JSON.stringify(name)}: values[${place}]`);
  return new Function("values", `return { ${fields.join(", ")} };`) as (
    values: readonly unknown[],
  ) => Record<string, unknown>;
}

/** The other way round: reads the values of these fields from objects that have them, in the order of the names. */
export function recordReader<const Name extends string>(
  names: readonly Name[],
): (record: Readonly<Record<Name, unknown>>) => readonly unknown[] {
  // A loop over the names would look each one up by its text, which takes several times as long.
  const values = names.map((name) => `record[${JSON.stringify(name)}]`);
  return new Function("record", `return [${values.join(", ")}];`) as ReturnType<typeof recordReader>;
}

/** A field of an object that is worked out from one argument. */
interface WorkedOutField<Argument> {
  readonly name: string;
  readonly value: (from: Argument) => unknown;
  /** Whether undefined is kept; it is null in every other field. */
  readonly isOptional: boolean;
}

/** Makes objects with these fields, in this order, from an argument that each value is worked out from. */
export function recordFrom<Argument>(
  fields: readonly WorkedOutField<Argument>[],
): (from: Argument) => Record<string, unknown> {
  // Each function has a name in the source, so that V8 sees one function at each call and can inline it.
  const names = fields.map((_, place) => `value${place}`);
  const written = fields.map(
    ({ name, isOptional }, place) => `${JSON.stringify(name)}: ${names[place]}(from)${isOptional ? "" : " ?? null"}`,
  );
  return new Function(...names, `return (from) => ({ ${written.join(", ")} });`)(...fields.map(({ value }) => value));
}
