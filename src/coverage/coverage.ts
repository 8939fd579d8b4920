/*
 * What a release covers, as JSON carries it.
 */

export interface Coverage {
  readonly release: { readonly name: string; readonly version: string; readonly content_hash: string };
  /** The day asked about. */
  readonly date: string;
  /** Null: nothing is called stale. */
  readonly stale_after_months: number | null;
  readonly states: readonly StateCoverage[];
  /** States that were asked about and that the release does not hold. */
  readonly not_held: readonly string[];
  /** Tables that states share. */
  readonly common: readonly TableCoverage[];
}

export interface StateCoverage {
  readonly state: string;
  readonly name: string;
  readonly settings: readonly SettingCoverage[];
  readonly tables: readonly TableCoverage[];
  readonly counterparts: readonly CounterpartCoverage[];
}

export interface SettingCoverage {
  readonly setting: string;
  /** Whether any of its tables has rows. */
  readonly loaded: boolean;
  /** Those without rows and without built-in values. */
  readonly not_loaded_tables: readonly string[];
  /** Its tables that are fed by a publication whose editions are stale on the day. */
  readonly stale_tables: readonly string[];
}

export interface TableCoverage {
  readonly table: string;
  /** The settings whose prices are made of it; none for providers and the like. */
  readonly settings: readonly string[];
  readonly rows: number;
  /** Whether values are built in that count where it has no rows. */
  readonly built_in: boolean;
  readonly keys: number;
  /** The four of a table whose rows hold at every date are null. */
  readonly first_day: string | null;
  /** Null also where a row has no end. */
  readonly last_day: string | null;
  readonly rows_in_force: number | null;
  readonly gaps: Gaps | null;
  /** Those that were imported into it; none when no import says of which day its rows are. */
  readonly publications: readonly PublicationCoverage[];
  /** Whether the edition in use of any of them is stale. */
  readonly stale: boolean;
  /** Whether its rows are invented, as its sources say; null when there are none. */
  readonly synthetic: "all" | "some" | "none" | null;
}

interface Gaps {
  /** How many keys have days between their periods. */
  readonly keys: number;
  readonly examples: readonly GapExample[];
}

export interface GapExample {
  readonly key: Readonly<Record<string, unknown>>;
  readonly from: string;
  readonly to: string;
}

export interface PublicationCoverage {
  /** As `import` calls it, else by its title; null where neither is known. */
  readonly publication: string | null;
  /** Its newest edition. */
  readonly newest: string;
  /** The newest that is not after the day; null when all are. */
  readonly in_use: string | null;
  /** By how many whole months the one in use is older than the day. */
  readonly age_months: number | null;
  readonly stale: boolean;
}

export interface CounterpartCoverage {
  readonly what: string;
  /** Where those stand that need a counterpart, and where it would stand. */
  readonly of: string;
  readonly needs: readonly string[];
  /** False where nothing is loaded that could be one; then nothing is counted as lacking. */
  readonly loaded: boolean;
  readonly checked: number;
  readonly lacking: number;
  readonly examples: readonly string[];
}
