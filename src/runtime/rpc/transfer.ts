/** Memory that goes along with an argument or an answer. Whoever forgets the value forgets this too. */
const memoryOf = new WeakMap<object, readonly ArrayBuffer[]>();

/**
 * Marks an argument or an answer as one whose memory is handed to the other thread instead of being copied; it is gone here
 * once it is sent. Between processes everything is copied.
 */
export function transfer<Value extends object>(value: Value, memory: readonly ArrayBuffer[]): Value {
  memoryOf.set(value, memory);
  return value;
}

/** What is handed over with a value: nothing, unless it was marked. */
export function transferredWith(value: unknown): readonly ArrayBuffer[] {
  return (typeof value === "object" && value !== null ? memoryOf.get(value) : undefined) ?? [];
}
