import { failure } from "../runtime/failure.ts";

/** What is damaged about a release that was sound when it was opened. Plain data: a thread tells it to another. */
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
    // Something outside of us went wrong: commands and logs tell it by its sentence.
    this.name = failure("").name;
    this.damage = damage;
  }
}
