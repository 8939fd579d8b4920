/** One lookup, before it becomes a query string or an item of a batch. */
export interface Lookup {
  readonly state: string;
  readonly setting: "outpatient" | "inpatient";
  readonly fields: Readonly<Record<string, string | number | boolean>>;
}

/** A batch of one state and setting, as it is posted. */
interface Batch {
  readonly path: string;
  readonly body: string;
}

interface Draw {
  readonly seed: number;
  /** Only lookups of this state; mixed over all when absent. */
  readonly state?: string;
  /** How many providers they are about; as many as there are lookups when absent. */
  readonly billing?: number;
}

/** The requests of clients to a dataset. Equal seeds send equal requests. */
export interface Workload {
  /** In words, for the headline of a report. */
  readonly about: string;
  readonly states: readonly string[];
  lookups(count: number, draw: Draw): Lookup[];
  /** Lookups of one state and setting, another with each number. */
  batch(items: number, number: number): Batch;
}

export function pathOf({ state, setting, fields }: Lookup): string {
  const query = new URLSearchParams(
    Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]),
  );
  return `/api/v1/${state}/${setting}/rate?${query}`;
}

export function batchOf(lookups: readonly Lookup[]): Batch {
  const [{ state, setting }] = lookups as readonly [Lookup];
  return {
    path: `/api/v1/${state}/${setting}/rate/batch`,
    body: JSON.stringify({ requests: lookups.map(({ fields }) => fields) }),
  };
}
