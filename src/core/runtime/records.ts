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

/** V8 inlines calls up to a limit for each function: so many small ones are within it, while a call that is not inlined takes 8 ns. */
const CALLS_PER_FUNCTION = 8;

/** Makes objects with these fields, in this order, from an argument that each value is worked out from. */
export function recordFrom<Argument>(
  fields: readonly WorkedOutField<Argument>[],
): (from: Argument) => Record<string, unknown> {
  const parts = Array.from({ length: Math.ceil(fields.length / CALLS_PER_FUNCTION) }, (_, part) => {
    const first = part * CALLS_PER_FUNCTION;
    const values = fields
      .slice(first, first + CALLS_PER_FUNCTION)
      .map(({ isOptional }, place) => `_${place}: value${first + place}(from)${isOptional ? "" : " ?? null"}`);
    return {
      declared: `const make${part} = (from) => ({ ${values.join(", ")} });`,
      made: `const part${part} = make${part}(from);`,
    };
  });
  const written = fields.map(({ name }, place) => {
    const part = Math.floor(place / CALLS_PER_FUNCTION);
    return `${JSON.stringify(name)}: part${part}._${place - part * CALLS_PER_FUNCTION}`;
  });
  const source = `${parts.map(({ declared }) => declared).join("\n")}
    return (from) => { ${parts.map(({ made }) => made).join(" ")} return { ${written.join(", ")} }; };`;
  const names = fields.map((_, place) => `value${place}`);
  return new Function(...names, source)(...fields.map(({ value }) => value));
}
