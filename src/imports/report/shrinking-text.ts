import { failure } from "../../runtime/failure.ts";
import type { Shrinking } from "../merging/shrinking.ts";
import { count } from "./counts.ts";

/** A table of which an edition takes away more than it should without being told to. */
export interface ShrunkTable extends Shrinking {
  /** Such as `ca/outpatient_rates`. */
  readonly table: string;
}

/** `ca/outpatient_rates: it takes away 8,606 of 8,656 rows in force ...` */
export function shrunkText({ table, lost, inForce, examples }: ShrunkTable, publication: string): string {
  const shown = `${examples.join("; ")}${lost > examples.length ? "; ..." : ""}`;
  return `${table}: it takes away ${count(lost)} of ${count(inForce)} rows in force that ${publication} brought or has a part in, with nothing in their place (${shown})`;
}

/** Refuses an edition that takes away too much, unless somebody has said that it is meant. */
export function refuseShrinking(tables: readonly ShrunkTable[], publication: string): void {
  if (tables.length === 0) return;
  const lines = tables.map((each) => shrunkText(each, publication));
  throw failure(
    `the edition leaves out more than a fifth of the publication's rows in force in ${lines.length === 1 ? "a table" : "some tables"}. ${lines.join("; ")}. Is the file whole, and the edition's day right? If it is meant, import it with --accept-shrink`,
  );
}
