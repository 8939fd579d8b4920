import { failure } from "../../../core/runtime/failure.ts";
import { detached } from "../../../core/text/text-tables.ts";
import type { ByteSource } from "../bytes.ts";
import { damagedWorkbook, type FurtherElements, readXml } from "./xml.ts";

/** The texts of a workbook are in memory while it is read: a publication has some ten thousand different ones. */
const TEXTS_MAX = 2_000_000;
const CHARACTERS_MAX = 64 * 1024 * 1024;

export async function sharedTexts(part: ByteSource | undefined, elements: FurtherElements): Promise<readonly string[]> {
  if (part === undefined) return [];
  const further = elements.of(part);
  const texts: string[] = [];
  const current = new RichText();
  let characters = 0;
  let inText = 0;
  await readXml(part, {
    get place() {
      return `text ${texts.length + 1} that cells of the workbook share`;
    },
    open(name) {
      if (name === "si") {
        current.clear();
        inText = 0;
        return;
      }
      inText += 1;
      // A plain text is one element.
      if (inText > 1) further.add(this, inText);
      current.open(name);
    },
    close(name) {
      if (name !== "si") {
        current.close();
        return;
      }
      characters += current.value.length;
      texts.push(detached(current.value));
      refuseTooManyTexts(texts.length, characters);
    },
    text(text) {
      current.add(text);
      if (current.isTooLong) {
        throw failure(
          `a text of the workbook has more than ${CELL_CHARACTERS_MAX} characters, the most a cell can hold; shorten it`,
        );
      }
    },
  });
  return texts;
}

function refuseTooManyTexts(count: number, characters: number): void {
  if (count <= TEXTS_MAX && characters <= CHARACTERS_MAX) return;
  throw failure(
    `the workbook has more than ${TEXTS_MAX} different texts, or texts of more than ${CHARACTERS_MAX} characters; save the sheet as CSV and use that`,
  );
}

/** The limit of spreadsheet programs. */
export const CELL_CHARACTERS_MAX = 32_767;

/** The text of a string item: its own, or joined from its runs, without pronunciation. */
export class RichText {
  #text = "";
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
