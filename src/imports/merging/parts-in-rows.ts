import { LineSet } from "../../dataset/origins/line-set.ts";
import { readCsvRows } from "../writing/csv-rows.ts";
import { BROUGHT, PART_OF } from "./work-store.ts";

/**
 * What part the publication that is imported had in each line of a table. Of several publications the first brought the
 * row, which goes on when another one brings it; the others have cells in it, which nobody else may know. One that only
 * ever fills rows, or knows some columns of them, has a part in all of its rows.
 */
export class PartsInRows {
  readonly #publication: string;
  readonly #hasPartsOnly: boolean;
  readonly #brought = new LineSet();
  readonly #partOf = new LineSet();

  constructor(publication: string, hasPartsOnly: boolean) {
    this.#publication = publication;
    this.#hasPartsOnly = hasPartsOnly;
  }

  /** Notes one of those who had a part in the row on a line, and whether it is the first of them. */
  note(line: number, publication: string, isFirst: boolean): void {
    if (publication !== this.#publication) return;
    (isFirst && !this.#hasPartsOnly ? this.#brought : this.#partOf).add(line);
  }

  /** Reads the origins that the last import wrote, for a table that is as it left it. */
  async readOrigins(path: string): Promise<void> {
    let last = "";
    await readCsvRows(path, ["line", "publication"], ([line = "", by = ""]) => {
      this.note(Number(line), by, line !== last);
      last = line;
    });
  }

  /** The mark of the row on a line: `BROUGHT`, `PART_OF`, or nothing. */
  markOf(line: number): string {
    if (this.#brought.has(line)) return BROUGHT;
    return this.#partOf.has(line) ? PART_OF : "";
  }
}
