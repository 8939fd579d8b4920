/** An answer of the API for agents: the members of objects that are null say nothing and are left out. */
export function lean<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), withoutNulls) as Value;
}

/** The places of a list have a meaning, so that a null in it stays. */
function withoutNulls(this: unknown, _name: string, value: unknown): unknown {
  return value === null && !Array.isArray(this) ? undefined : value;
}
