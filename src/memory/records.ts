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
