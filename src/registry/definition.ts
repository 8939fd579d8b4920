import type { RateData, RowPlace, Table } from "../dataset/table.ts";

export type CareSetting = "outpatient" | "inpatient";

/** An exact identifier: what a row is found under, and how both sides are compared. */
export interface Identifier<Row> {
  readonly of: (row: Row) => readonly (string | null)[];
  /** Applied to the row's values and to the requested one. */
  readonly fold: (value: string) => string;
}

/**
 * A search filter over one attribute of a provider. `partial` compares folded names,
 * `exact` compares whole values without regard to case, `zip` follows conventions 6.
 */
export interface SearchFilter<Row> {
  readonly match: "partial" | "exact" | "zip";
  /** Called when the release is compiled; `data` holds all other tables of the dataset. */
  readonly of: (row: Row, data: RateData) => string | null;
}

/**
 * What the provider registry of a state needs to know about its rows. The compiler stores
 * rows in result order and builds every index from these declarations.
 */
export interface ProviderDefinition<Row extends RowPlace = RowPlace> {
  readonly table: Table<Row>;
  readonly name: (row: Row) => string;
  /** Result order: texts compared one after the other (conventions 3.2). */
  readonly order: (row: Row) => readonly (string | null)[];
  /** Rows with the same identity are one provider (conventions 3.3). */
  readonly identity: (row: Row) => readonly (string | null)[];
  /** By the request's name of the parameter, in camel case. */
  readonly identifiers: Readonly<Record<string, Identifier<Row>>>;
  /**
   * All rows of a class can be priced, or none. So a lookup by name prices one row per class, not each of two million
   * rows. Null: never priced by name. One for each lookup of the state. Called when the release is compiled; `data`
   * holds all other tables of the dataset (Georgia's enrolments).
   */
  readonly classes: Readonly<Partial<Record<CareSetting, (row: Row, data: RateData) => string | null>>>;
  readonly filters: Readonly<Record<string, SearchFilter<Row>>>;
}
