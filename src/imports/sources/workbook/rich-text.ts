import { damagedWorkbook } from "./damaged.ts";

/** What a cell of any spreadsheet program can hold at most. */
export const CELL_CHARACTERS_MAX = 32_767;

/** The text of a string item: its own, or put together from its runs; how it is pronounced is left out. */
export class RichText {
  #text = "";
  /** The elements that are open inside the item. */
  readonly #open: string[] = [];
  #hasOwnText = false;

  get value(): string {
    return this.#text;
  }

  get isTooLong(): boolean {
    return this.#text.length > CELL_CHARACTERS_MAX;
  }

  clear(): void {
    this.#text = "";
    this.#open.length = 0;
    this.#hasOwnText = false;
  }

  open(name: string): void {
    this.#open.push(name);
    if (name !== "t" || this.#open.length > 1) return;
    if (this.#hasOwnText) throw damagedWorkbook("a text of it stands there twice");
    this.#hasOwnText = true;
  }

  close(): void {
    this.#open.pop();
  }

  add(text: string): void {
    const place = this.#open.join("/");
    if (place === "t" || place === "r/t") this.#text += text;
  }
}
