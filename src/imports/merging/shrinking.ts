import { type Day, dayAfter, dayBefore, LAST_DAY } from "../../core/calendar/day.ts";
import { failure } from "../../core/runtime/failure.ts";
import { grouped, plural } from "../../core/text/plural.ts";
import type { MergedRow } from "./timeline.ts";
import { BROUGHT, PART_OF, type Piece } from "./work-store.ts";

/** How many examples show what is meant. */
const EXAMPLES_MAX = 5;

/** An edition that ends more than one in so many of its publication's rows is more likely cut off than meant. */
const ONE_IN = 5;

/** What an edition takes away from a table. */
interface Shrinking {
  /** Rows in force when it took effect that its publication brought, or had a part in. */
  readonly inForce: number;
  /** Those of them that it ends or removes with nothing in their place, or no longer has a part in. */
  readonly lost: number;
  readonly examples: readonly string[];
}

/** Whether an edition takes away so much that somebody must have said so. A single row is no pattern. */
export function isTooMuch({ inForce, lost }: Shrinking): boolean {
  return lost > 1 && lost * ONE_IN > inForce;
}

/** Watches the keys of a table go by and counts what an edition takes away. */
export class ShrinkingCount {
  readonly #from: Day | null;
  readonly #layer: number;
  #inForce = 0;
  #lost = 0;
  readonly #examples: string[] = [];

  /**
   * From which day the edition determines the table, null for one whose rows hold at every date; and the place of its
   * publication among those that feed the table.
   */
  constructor(from: Day | null, layer: number) {
    this.#from = from;
    this.#layer = layer;
  }

  see(before: readonly Piece[], rows: readonly MergedRow[], keyText: () => string): void {
    for (const piece of before) {
      const isPart = piece.place === PART_OF;
      if ((piece.place !== BROUGHT && !isPart) || !this.#isInForce(piece)) continue;
      this.#inForce += 1;
      // Rows of others are in the place of a whole row, but not of cells that only this publication knows.
      if (this.#isCovered(piece, isPart ? rows.filter((row) => this.#hasPart(row)) : rows)) continue;
      this.#lost += 1;
      if (this.#examples.length < EXAMPLES_MAX) this.#examples.push(keyText());
    }
  }

  get outcome(): Shrinking {
    return { inForce: this.#inForce, lost: this.#lost, examples: this.#examples };
  }

  /** Until the day before the edition at least: what ended earlier was not ended by it. */
  #isInForce({ end }: Piece): boolean {
    return this.#from === null || end === "" || end >= dayBefore(this.#from);
  }

  /** Whether its key goes on to say something on every day that the edition determines, as the row did. */
  #isCovered({ start, end }: Piece, rows: readonly MergedRow[]): boolean {
    if (this.#from === null) return rows.length > 0;
    const from = start > this.#from ? (start as Day) : this.#from;
    // A row that ends by itself when the edition begins, with its quarter say, is expected in the next one.
    return covers(rows, from, end !== "" && end < from ? from : (end as Day | ""));
  }

  #hasPart({ isByHand, origins }: MergedRow): boolean {
    return isByHand || origins.some(({ layer }) => layer === this.#layer);
  }
}

/** Whether rows leave no gap between two days; without a last one they must go on for ever. */
function covers(rows: readonly MergedRow[], first: Day, last: Day | ""): boolean {
  let day = first;
  for (const { start, end } of rows) {
    if (start === null || start > day || (end !== null && end < day)) continue;
    if (end === null || end >= (last === "" ? LAST_DAY : last)) return true;
    day = dayAfter(end);
  }
  return false;
}

/** A table of which an edition takes away more than it should without an option that allows it. */
export interface ShrunkTable extends Shrinking {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
}

/** `ca/outpatient_rates: it takes away 8,606 of 8,656 rows in force ...` */
export function shrunkText({ table, lost, inForce, examples }: ShrunkTable, publication: string): string {
  const shown = `${examples.join("; ")}${lost > examples.length ? "; ..." : ""}`;
  return `${table}: it takes away ${grouped(lost)} of ${grouped(inForce)} rows in force that ${publication} brought or has a part in, with nothing in their place (${shown})`;
}

/** Refuses an edition that takes away too much, unless the user has said that it is meant. */
export function refuseShrinking(tables: readonly ShrunkTable[], publication: string): void {
  if (tables.length === 0) return;
  const lines = tables.map((each) => shrunkText(each, publication));
  throw failure(
    `the edition leaves out more than a fifth of the publication's rows in force in ${plural(lines.length, "a table", "some tables")}. ${lines.join("; ")}. Is the file whole, and the edition's day right? If it is meant, import it with --accept-shrink`,
  );
}
