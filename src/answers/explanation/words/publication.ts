import type { ExplainedRow } from "../explanation.ts";

/** Something that is said of a source: `publisher`, and who that is. */
export type Said = readonly [label: string, value: string];

/** Says where rows were published: each publication in full once, and by the row that told of it from then on. */
export class ToldPublications {
  readonly #rows = new Map<string, string>();

  said({ id, publication }: ExplainedRow): readonly Said[] {
    if (publication === null) return [["published in", "a source that the dataset does not name"]];
    const { name, publisher, edition, file, sha256, place } = publication;
    const key = JSON.stringify([name, publisher, edition, file, sha256, publication.confirmed_by_edition]);
    const told = this.#rows.get(key);
    if (told !== undefined)
      return known([
        ["published in", `the same publication as ${told}`],
        ["place", place],
      ]);
    this.#rows.set(key, id);
    return known([
      ["published in", name],
      ["publisher", publisher],
      ["edition", editionText(edition, publication.confirmed_by_edition)],
      ["file", file],
      ["place", place],
      ["SHA-256", sha256],
    ]);
  }
}

function known(said: readonly (readonly [string, string | null])[]): readonly Said[] {
  return said.filter((each): each is Said => each[1] !== null);
}

/** `2023-03-15`, or that a later one says the same. */
function editionText(edition: string | null, confirmedBy: string | null): string | null {
  if (edition === null || confirmedBy === null) return edition;
  return `first published in the edition of ${edition}; still so in the edition of ${confirmedBy}`;
}
