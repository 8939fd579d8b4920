import type { Source } from "../description.ts";

/** The entries of `dataset.json` that an origin means, by their places in its list. */
export type SourceNumbers = readonly number[];

/** Finds what the origins of one table name among the sources of a dataset. */
export class NamedSources {
  readonly #ofTable: readonly { readonly source: Source; readonly number: number }[];
  readonly #found = new Map<string, SourceNumbers>();

  constructor(sources: readonly Source[], title: string) {
    this.#ofTable = sources
      .map((source, number) => ({ source, number }))
      .filter(({ source: { table, edition } }) => table === title && edition !== null);
  }

  /**
   * None when `dataset.json` does not name the edition. Several when imports of that day are not told apart: earlier
   * versions did not write `importer`, which any import adds to all entries.
   */
  find(importer: string, edition: string): SourceNumbers {
    const asked = `${importer} ${edition}`;
    const found = this.#found.get(asked) ?? this.#among(importer, edition);
    this.#found.set(asked, found);
    return found;
  }

  #among(importer: string, edition: string): SourceNumbers {
    const ofEdition = this.#ofTable.filter(({ source }) => source.edition === edition);
    const named = ofEdition.filter(({ source }) => source.importer === importer);
    const meant = named.length > 0 ? named : ofEdition.filter(({ source }) => source.importer === null);
    return meant.map(({ number }) => number);
  }
}
