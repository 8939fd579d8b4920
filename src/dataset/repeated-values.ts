/** Values kept per column; those of a column that repeats are seldom more. */
const VALUES_KEPT_MAX = 2_000;

/**
 * Interns the values of a column: those that repeat are made from their text only once. Codes, days and factors come again all over
 * a table, and the thousands of rows in memory share them. A column whose values hardly come again, such as street
 * addresses, is not remembered.
 */
export class RepeatedValues<Value extends NonNullable<unknown>> {
  readonly #make: (text: string) => Value;
  #known: Map<string, Value> | null = new Map();
  #repetitions = 0;

  constructor(make: (text: string) => Value) {
    this.#make = make;
  }

  of(text: string): Value {
    const known = this.#known?.get(text);
    if (known !== undefined) {
      this.#repetitions += 1;
      return known;
    }
    const made = this.#make(text);
    this.#keep(text, made);
    return made;
  }

  #keep(text: string, made: Value): void {
    if (this.#known === null) return;
    if (this.#known.size < VALUES_KEPT_MAX) this.#known.set(text, made);
    else if (this.#repetitions < VALUES_KEPT_MAX) this.#known = null;
  }
}
