import type { CareSetting } from "./definition.ts";

/** Row numbers in result order, ascending. */
export type RowNumbers = Uint32Array;

/** A search: identifiers and filters by parameter name, as sent or folded. */
export interface ProviderQuery {
  readonly identifiers: Readonly<Record<string, string>>;
  readonly name: string | null;
  /** Filter values by parameter name; partial ones are folded already. */
  readonly filters: Readonly<Record<string, string>>;
}

/** The provider registry of one state in an open release. Row numbers follow result order. */
export interface ProviderDirectory<Row> {
  readonly rowCount: number;
  row(number: number): Row;
  /** Rows that match every identifier given and, when given, the folded name; in result order. */
  find(identifiers: Readonly<Record<string, string>>, name: string | null): readonly Row[];
  representative(setting: CareSetting, classNumber: number): Row;
  /**
   * The providers whose name contains the folded text and whose class qualifies (conventions 3.3). Each class is
   * checked at most once. Works in slices.
   */
  countByName(
    setting: CareSetting,
    folded: string,
    qualifies: (classNumber: number) => boolean,
    providersMax: number,
  ): Promise<QualifyingByName>;
  /** Matching rows: how many, and the first `limit` of them. */
  search(query: ProviderQuery, limit: number): Promise<{ readonly total: number; readonly rows: readonly Row[] }>;
  /**
   * Rows by the words of a folded text that is not empty. Words may stand in any order; a text of more than `WORDS_MAX` words
   * matches as it is. Works in slices.
   */
  searchWords(folded: string, limit: number): Promise<FoundByWords<Row>>;
}

/** Rows found by the words of their names, and other spellings where there are none. */
export interface FoundByWords<Row> {
  /** Rows whose names contain the text, or have a word for each of its words that begins with it, in any order. */
  readonly total: number;
  /** Those of them whose names contain the text as it is. */
  readonly asTyped: number;
  /** The first rows, those as typed before the others. */
  readonly rows: readonly Row[];
  readonly spellings: readonly { readonly text: string; readonly total: number }[];
}

/** Providers that can be priced: how many, and the qualifying rows of the first of them, in result order. */
export interface Qualifying {
  readonly total: number;
  readonly rows: readonly number[];
}

export interface QualifyingByName extends Qualifying {
  readonly nameMatches: boolean;
}

/** Words of a name that are searched one by one: more than a name that people type has. */
export const WORDS_MAX = 8;

/** The row has no class; class numbers start at 1. */
export const NO_CLASS = 0;
