import { type Damage, ReleaseDamaged } from "./damaged.ts";

export const WRITTEN = "the file was written to";

/** Whether a release that is open is still the one that was proved. Once damaged, it stays so: open it anew. */
export class Soundness {
  readonly #file: string;
  readonly #isWritten: () => boolean;
  #damage: Damage | null = null;
  #onDamage: ((damage: Damage) => void) | null = null;

  /** `isWritten` tells whether the content of the file is another than the one that was proved. */
  constructor(file: string, isWritten: () => boolean = () => false) {
    this.#file = file;
    this.#isWritten = isWritten;
  }

  /** The first damage that was noticed; null while none was. */
  get damage(): Damage | null {
    return this.#damage;
  }

  /** Takes note of damage, and gives what is to be thrown by whoever noticed it. */
  damaged(place: string, cause: string): ReleaseDamaged {
    return this.report({ file: this.#file, place, cause });
  }

  /** For what no checksum covers: throws when the content is another than the one that was proved. */
  refuseWritten(place: string): void {
    if (this.#isWritten()) throw this.damaged(place, WRITTEN);
  }

  /** Takes note of damage that was noticed in another thread. */
  report(damage: Damage): ReleaseDamaged {
    if (this.#damage === null) {
      this.#damage = damage;
      this.#onDamage?.(damage);
    }
    return new ReleaseDamaged(damage);
  }

  /** Who is told of the first damage, at once when it was noticed before. */
  watch(onDamage: (damage: Damage) => void): void {
    this.#onDamage = onDamage;
    if (this.#damage !== null) onDamage(this.#damage);
  }
}
