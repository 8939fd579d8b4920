import type { SourceRow } from "../row.ts";

/** The filled cells of one row of a sheet, used again for the next row; a cell far to the right costs no more than the others. */
export class SheetRow implements SourceRow {
  readonly #cells: string[] = [];
  readonly #filled: number[] = [];
  #number = 0;
  #characters = 0;

  get number(): number {
    return this.#number;
  }

  /** All the text in it. */
  get characters(): number {
    return this.#characters;
  }

  get width(): number {
    return (this.#filled.at(-1) ?? -1) + 1;
  }

  get isBlank(): boolean {
    return this.#filled.length === 0;
  }

  cell(index: number): string {
    return this.#cells[index] ?? "";
  }

  start(number: number): void {
    for (const index of this.#filled) this.#cells[index] = "";
    this.#filled.length = 0;
    this.#number = number;
    this.#characters = 0;
  }

  /** Cells come from left to right. */
  fill(index: number, text: string): void {
    this.#cells[index] = text;
    this.#filled.push(index);
    this.#characters += text.length;
  }
}
