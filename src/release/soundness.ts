import { failure } from "../core/runtime/failure.ts";

export const WRITTEN = "the file was written to";

/** Whether an open release is still the one that was proved. A damaged one stays damaged: open it again. */
export class Soundness {
  readonly #file: string;
  readonly #isWritten: () => boolean;
  #damage: Damage | null = null;
  #onDamage: ((damage: Damage) => void) | null = null;

  /** `isWritten` returns whether the content of the file is another than the one that was proved. */
  constructor(file: string, isWritten: () => boolean = () => false) {
    this.#file = file;
    this.#isWritten = isWritten;
  }

  /** The first damage that was noticed; null while none was. */
  get damage(): Damage | null {
    return this.#damage;
  }

  /** Notes damage, and returns the error that the reader throws. */
  damaged(place: string, cause: string): ReleaseDamaged {
    return this.report({ file: this.#file, place, cause });
  }

  /** For what no checksum covers: throws when the content is another than the one that was proved. */
  refuseWritten(place: string): void {
    if (this.#isWritten()) throw this.damaged(place, WRITTEN);
  }

  /** Notes damage that was found in another thread. */
  report(damage: Damage): ReleaseDamaged {
    if (this.#damage === null) {
      this.#damage = damage;
      this.#onDamage?.(damage);
    }
    return new ReleaseDamaged(damage);
  }

  /** Calls back at the first damage, at once when it was found before. */
  watch(onDamage: (damage: Damage) => void): void {
    this.#onDamage = onDamage;
    if (this.#damage !== null) onDamage(this.#damage);
  }
}

/** What is damaged about a release that was sound when it was opened. Plain data: a thread sends it to another. */
export interface Damage {
  readonly file: string;
  /** The table, or the part of the file, where it was noticed. */
  readonly place: string;
  readonly cause: string;
}

/** Thrown in place of every answer that would have been read from a damaged release. */
export class ReleaseDamaged extends Error {
  readonly damage: Damage;

  constructor(damage: Damage) {
    const { file, place, cause } = damage;
    super(`${file} was damaged after it was opened (${place}: ${cause}). Put a sound copy in its place.`);
    // Not a bug of the program: commands and logs show its message without a stack.
    this.name = failure("").name;
    this.damage = damage;
  }
}

/**
 * What would help: `newer` is a release of a newer program, `other` is the file of another program, `missing` is not there; anything else is a release that
 * can be built or copied again.
 */
type RefusalKind = "newer" | "other" | "missing" | "unsound";

/** Why a file is not put into service, in a sentence for the caller. */
export class ReleaseRefused extends Error {
  readonly kind: RefusalKind;

  constructor(file: string, reason: string, kind: RefusalKind = "unsound") {
    super(`${file} ${reason}`);
    this.name = "ReleaseRefused";
    this.kind = kind;
  }
}
