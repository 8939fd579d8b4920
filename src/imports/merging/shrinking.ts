import { type Day, dayAfter, dayBefore, LAST_DAY } from "../../core/calendar/day.ts";
import { failure } from "../../core/runtime/failure.ts";
import { grouped, plural } from "../../core/text/plural.ts";
import type { MergedRow } from "./timeline.ts";
import { BROUGHT, PART_OF, type Piece } from "./work-store.ts";

const EXAMPLES_MAX = 5;

/** An edition that ends more than one in this many of its publication's rows is more likely truncated than intended. */
const ONE_IN = 5;

/** The rows that an edition removes from a table. */
interface Shrinking {
  /** Effective rows that its publication brought, or has a share in, when it took effect. */
  readonly effective: number;
  /** Those that it ends or removes without replacement, or no longer has a share in. */
  readonly lost: number;
  readonly examples: readonly string[];
}

/** Whether an edition removes so many rows that the user must confirm it. A single row is no pattern. */
export function isTooMuch({ effective, lost }: Shrinking): boolean {
  return lost > 1 && lost * ONE_IN > effective;
}

/** Counts the rows that an edition removes, key by key. */
export class ShrinkingCount {
  readonly #from: Day | null;
  readonly #layer: number;
  #inForce = 0;
  #lost = 0;
  readonly #examples: string[] = [];

  /**
   * `from`: the day from which the edition determines the table, null for an undated one. `layer`: its publication among those of
   * the table.
   */
  constructor(from: Day | null, layer: number) {
    this.#from = from;
    this.#layer = layer;
  }

  see(before: readonly Piece[], rows: readonly MergedRow[], keyText: () => string): void {
    for (const piece of before) {
      const isPart = piece.place === PART_OF;
      if ((piece.place !== BROUGHT && !isPart) || !this.#isEffective(piece)) continue;
      this.#inForce += 1;
      // Rows of others replace a whole row, but not cells that only this publication has.
      if (this.#isCovered(piece, isPart ? rows.filter((row) => this.#hasPart(row)) : rows)) continue;
      this.#lost += 1;
      if (this.#examples.length < EXAMPLES_MAX) this.#examples.push(keyText());
    }
  }

  get outcome(): Shrinking {
    return { effective: this.#inForce, lost: this.#lost, examples: this.#examples };
  }

  /** Effective at least until the day before the edition: it did not end rows that ended earlier. */
  #isEffective({ end }: Piece): boolean {
    return this.#from === null || end === "" || end >= dayBefore(this.#from);
  }

  /** Whether its key has rows on every day that the edition determines, as this row did. */
  #isCovered({ start, end }: Piece, rows: readonly MergedRow[]): boolean {
    if (this.#from === null) return rows.length > 0;
    const from = start > this.#from ? (start as Day) : this.#from;
    // A row that ends when the edition begins, for example with its quarter, is expected in the next one.
    return covers(rows, from, end !== "" && end < from ? from : (end as Day | ""));
  }

  #hasPart({ isByHand, origins }: MergedRow): boolean {
    return isByHand || origins.some(({ layer }) => layer === this.#layer);
  }
}

/** Whether rows have no gap between two days; without a last day they must be open-ended. */
function covers(rows: readonly MergedRow[], first: Day, last: Day | ""): boolean {
  let day = first;
  for (const { start, end } of rows) {
    if (start === null || start > day || (end !== null && end < day)) continue;
    if (end === null || end >= (last === "" ? LAST_DAY : last)) return true;
    day = dayAfter(end);
  }
  return false;
}

/** A table that loses too many rows without an option that allows it. */
export interface ShrunkTable extends Shrinking {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
}

/** `ca/outpatient_rates: it takes away 8,606 of 8,656 rows in force ...` */
export function shrunkText({ table, lost, effective, examples }: ShrunkTable, publication: string): string {
  const shown = `${examples.join("; ")}${lost > examples.length ? "; ..." : ""}`;
  return `${table}: it takes away ${grouped(lost)} of ${grouped(effective)} rows in force that ${publication} brought or has a part in, with nothing in their place (${shown})`;
}

/** Refuses an edition that removes too many rows, unless the user accepted it. */
export function refuseShrinking(tables: readonly ShrunkTable[], publication: string): void {
  if (tables.length === 0) return;
  const lines = tables.map((each) => shrunkText(each, publication));
  throw failure(
    `the edition leaves out more than a fifth of the publication's rows in force in ${plural(lines.length, "a table", "some tables")}. ${lines.join("; ")}. Is the file whole, and the edition's day right? If it is meant, import it with --accept-shrink`,
  );
}
