/**
 * Compiles a function that makes objects with these fields from values in the same order. An object that is filled
 * field by field keeps most fields in a second piece of memory, which the processor waits for; an object literal is a
 * single piece. The source is made only of names in our code.
 */
export function recordMaker(names: readonly string[]): (values: readonly unknown[]) => Record<string, unknown> {
  const fields = names.map((name, place) => `${JSON.stringify(name)}: values[${place}]`);
  return new Function("values", `return { ${fields.join(", ")} };`) as (
    values: readonly unknown[],
  ) => Record<string, unknown>;
}

/** Compiles a function that reads the values of these fields, in the order of the names. */
export function recordReader<const Name extends string>(
  names: readonly Name[],
): (record: Readonly<Record<Name, unknown>>) => readonly unknown[] {
  // A loop that looks up each name takes several times as long.
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
