import { failure } from "../../runtime/failure.ts";
import type { OpenFile, Part } from "../sources/open.ts";
import type { RowSource } from "../sources/row.ts";

/** Enough to see what a workbook or ZIP has besides, on one line. */
const NAMES_SHOWN = 20;

/**
 * What an edition has that nobody takes. A sheet that looks meant is never passed over: unless another section takes it,
 * the import is refused; all others are named in the report.
 */
export class NotTaken {
  readonly #lists = new Map<Part, readonly RowSource[]>();
  readonly #taken = new Set<RowSource>();
  readonly #meant = new Map<RowSource, string>();

  see(part: Part, lists: readonly RowSource[]): void {
    this.#lists.set(part, lists);
  }

  take(list: RowSource): void {
    this.#taken.add(list);
  }

  /** A sheet that looks meant, and what is said when nobody takes it. */
  meant(list: RowSource, message: string): void {
    if (!this.#meant.has(list)) this.#meant.set(list, message);
  }

  refuseMeant(): void {
    for (const [list, message] of this.#meant) if (!this.#taken.has(list)) throw failure(message);
  }

  /** The names of sheets, tables and files of which nothing was taken. */
  names({ parts }: OpenFile): readonly string[] {
    const names = parts.flatMap((part) => {
      const lists = this.#lists.get(part);
      if (lists === undefined) return [part.name];
      return lists.filter((list) => list.name !== "" && !this.#taken.has(list)).map(({ name }) => name);
    });
    if (names.length <= NAMES_SHOWN) return names;
    return [...names.slice(0, NAMES_SHOWN), `${names.length - NAMES_SHOWN} more`];
  }
}
