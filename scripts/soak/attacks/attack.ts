/** The server that is attacked, and what an attacker and the others have keys for. */
export interface Target {
  readonly port: number;
  /** Keys of the attacker. */
  readonly keys: readonly string[];
  /** The key of a client that wants to have its files repriced meanwhile. */
  readonly victimKey: string;
  /** How long an attack goes on that has no end by itself. */
  readonly milliseconds: number;
}

/** What an attack tells besides what it does to the lookups. */
export interface AttackOutcome {
  /** What was sent, and what became of it. */
  readonly notes: readonly string[];
  /** What must not happen to other clients, whatever the machine is busy with. */
  readonly problems: readonly string[];
  /** What must not take so long on a quiet machine. */
  readonly delays: readonly string[];
}

/** Something that one client can do to all others. */
export interface Attack {
  /** Options of the server that is attacked. */
  readonly options?: readonly string[];
  /** Makes what the attack needs on the server; lookups are not measured meanwhile. */
  readonly prepare?: (target: Target) => Promise<void>;
  readonly attack: (target: Target) => Promise<AttackOutcome>;
}

export function outcome(given: Partial<AttackOutcome>): AttackOutcome {
  return { notes: [], problems: [], delays: [], ...given };
}
