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

/** Makes objects of the fields of two others: those that are in the first by name come from there, the rest from the second. */
export function recordMerger(
  names: readonly string[],
  isOfFirst: (name: string) => boolean,
): (first: object, second: object) => Record<string, unknown> {
  const fields = names.map((name) => {
    const key = JSON.stringify(name);
    return `${key}: ${isOfFirst(name) ? "first" : "second"}[${key}]`;
  });
  return new Function("first", "second", `return { ${fields.join(", ")} };`) as ReturnType<typeof recordMerger>;
}
