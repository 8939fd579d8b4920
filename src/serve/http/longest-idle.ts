/** What tells for how long a connection has been idle. */
export interface Activity {
  /** The number of its last request, or of its opening, among all of them: an order that costs a request no clock. */
  turn: number;
  /** Whether all that was asked on it is answered, and sent. */
  isIdle(): boolean;
}

/**
 * Finds the connection that has been idle for longest (LRU eviction). A request only leaves its number; who is first is
 * found out when room is needed, for several at once, so that a flood of newcomers does not search everything each time.
 */
export class LongestIdle<Connection extends Activity> {
  readonly #open: ReadonlySet<Connection>;
  readonly #foundMax: number;
  /** What the last search found, with the turn that each had then, the longest idle last. */
  #found: { readonly connection: Connection; readonly turn: number }[] = [];

  constructor(open: ReadonlySet<Connection>, foundMax: number) {
    this.#open = open;
    this.#foundMax = foundMax;
  }

  /** Null when all are at work; `turn` is the number of the moment. */
  next(turn: number): Connection | null {
    return this.#nextFound() ?? this.#search(turn);
  }

  #search(turn: number): Connection | null {
    const idle: Connection[] = [];
    for (const connection of this.#open) {
      if (connection.isIdle()) idle.push(connection);
      // Idle from now at the earliest, however long ago it asked.
      else connection.turn = turn;
    }
    idle.sort((one, other) => one.turn - other.turn);
    this.#found = idle
      .slice(0, this.#foundMax)
      .map((connection) => ({ connection, turn: connection.turn }))
      .reverse();
    return this.#nextFound();
  }

  /** Who was found and has neither asked nor gone since then is still idle for longer than all who were not found. */
  #nextFound(): Connection | null {
    for (let first = this.#found.pop(); first !== undefined; first = this.#found.pop()) {
      if (first.connection.turn === first.turn && this.#open.has(first.connection)) return first.connection;
    }
    return null;
  }
}
