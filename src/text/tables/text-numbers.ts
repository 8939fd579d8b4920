import { detached } from "./detached.ts";
import { HashSlots, NO_NUMBER } from "./hash-slots.ts";
import { textHash } from "./text-hash.ts";

/** Numbers distinct texts 0, 1, 2 ... in the order they first come; several times quicker than a map. */
export class TextNumbers {
  readonly texts: string[] = [];
  readonly #slots = new HashSlots();

  numberOf(text: string): number {
    const hash = textHash(text);
    const slots = this.#slots;
    for (let slot = slots.first(hash); ; slot = slots.next(slot)) {
      const number = slots.at(slot);
      if (number === NO_NUMBER) break;
      if (this.texts[number] === text) return number;
    }
    this.texts.push(detached(text));
    slots.add(hash);
    return this.texts.length - 1;
  }
}
