import type { Cells } from "./cells.ts";

/** A table of dated figures, and those of its columns that differ from one code or provider to the next. */
export interface RateTable {
  readonly table: string;
  /** The column that holds the code, or the identifier of the provider whose rates they are. */
  readonly column: string;
  readonly varies: readonly string[];
}

/** Codes of one system: a code of several tables has rows in each of them. */
export interface CodeSet {
  readonly system: "procedure" | "group";
  readonly tables: readonly RateTable[];
}

/** Who bills which codes, so that a lookup finds a rate. */
export interface Claims {
  readonly kind: string;
  readonly table: string;
  readonly column: string;
  /** The rows of the table that this kind of provider is paid by; all of them when absent. */
  readonly where?: (row: Cells) => boolean;
  /** Out of all outpatient lookups of the state. */
  readonly share: number;
}

/** How the sample of a state is multiplied to its real size, and the lookups that it then receives. */
export interface StatePlan {
  readonly code: string;
  /** NPIs of invented providers begin here; those of the sample lie far below. */
  readonly firstNpi: number;
  /** Providers in life. */
  readonly providers: number;
  /** The kinds that are few in life, hospitals first; everybody else is of the kind `practitioner`. */
  readonly facilities: readonly { readonly kind: string; readonly count: number }[];
  /** The kind of a row of the registry; null for rows that are not multiplied. */
  readonly kindOf: (row: Cells) => string | null;
  /** The identifiers besides the NPI, made of a number that no other provider has. */
  readonly identifiers: Readonly<Record<string, (unique: number) => string>>;
  readonly ownRates: readonly RateTable[];
  readonly codeSets: readonly CodeSet[];
  readonly drgWeights: RateTable;
  readonly claims: readonly Claims[];
  /** The parameter of an inpatient lookup that selects the rates. */
  readonly stayDay: "admit_date" | "discharge_date";
}

export const HOSPITAL = "hospital";
export const PRACTITIONER = "practitioner";
