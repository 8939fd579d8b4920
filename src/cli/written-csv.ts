import { appendFileSync } from "node:fs";
import { unwritable } from "../files/writing.ts";
import { TemporaryFile } from "../release/temporary-file.ts";

/** Text that is written together: enough for a call to cost nothing. */
const PIECE_CHARACTERS_MIN = 200_000;

/** A CSV that appears under its name only when it is complete. */
export class WrittenCsv {
  readonly #target: string;
  readonly #file: TemporaryFile;
  #piece = "";

  /** Throws a failure when nothing can be written there, before any work is done. */
  constructor(target: string, command: string) {
    this.#target = target;
    this.#file = new TemporaryFile(target, command);
  }

  write(text: string): void {
    this.#piece += text;
    if (this.#piece.length >= PIECE_CHARACTERS_MIN) this.#flush();
  }

  keep(): void {
    this.#flush();
    this.#file.keep();
  }

  discard(): void {
    this.#file.discard();
  }

  #flush(): void {
    try {
      appendFileSync(this.#file.path, this.#piece);
    } catch (error) {
      throw unwritable(this.#target, error);
    }
    this.#piece = "";
  }
}
