/** What a cell of any spreadsheet program can hold at most. */
export const CELL_CHARACTERS_MAX = 32_767;

/** The text of a string item, put together from its runs; how it is pronounced is left out. */
export class RichText {
  #text = "";
  #isText = false;
  #isPronunciation = false;

  get value(): string {
    return this.#text;
  }

  get isTooLong(): boolean {
    return this.#text.length > CELL_CHARACTERS_MAX;
  }

  clear(): void {
    this.#text = "";
    this.#isText = false;
    this.#isPronunciation = false;
  }

  open(name: string): void {
    if (name === "t") this.#isText = true;
    else if (name === "rPh") this.#isPronunciation = true;
  }

  close(name: string): void {
    if (name === "t") this.#isText = false;
    else if (name === "rPh") this.#isPronunciation = false;
  }

  add(text: string): void {
    if (this.#isText && !this.#isPronunciation) this.#text += text;
  }
}
