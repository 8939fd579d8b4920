type Result = Readonly<Record<string, unknown>>;

/** The fields that several results have alike, so that they can be told once; none of a single result. */
export function fieldsInCommon(results: readonly Result[]): Result {
  const [first, ...others] = results;
  if (first === undefined || others.length === 0) return {};
  return Object.fromEntries(
    Object.entries(first).filter(([name, value]) => {
      const text = JSON.stringify(value);
      return others.every((other) => JSON.stringify(other[name]) === text);
    }),
  );
}

/** A result without the fields that are told elsewhere. */
export function withoutFields(result: Result, told: Result): Result {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !(name in told)));
}
