import type { AuditAction, AuditSubject } from "../audit/entry.ts";
import type { Keys } from "../keys/key-store.ts";

/** Writes an action on keys down. */
export type Note = (action: AuditAction, subject: AuditSubject) => Promise<void>;

/** Where keys are kept and what is done to them is written down: a home (`home-keys.ts`) or a database (`database-keys.ts`). */
export interface KeyPlace {
  /** Whether nodes follow it. */
  readonly isShared: boolean;
  /** Reads keys; an error that is not ours names the place. */
  read<Outcome>(work: (keys: Keys) => Promise<Outcome>): Promise<Outcome>;
  /**
   * Changes keys in one transaction, and writes it down: an entry is written before the change counts, so that a change that cannot
   * be written down does not happen. An unaudited key would be worse than none.
   */
  change<Outcome>(work: (keys: Keys, note: Note) => Promise<Outcome>): Promise<Outcome>;
}
