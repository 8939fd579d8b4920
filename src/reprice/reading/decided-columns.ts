import { ALLOWED_AMOUNT, MODIFIER, PAID_AMOUNT } from "./column-words.ts";
import type { KeptColumns } from "./columns-json.ts";
import { heading } from "./input-columns.ts";
import type { Headings } from "./recognised-columns.ts";

/** What was said about columns where the file was named. */
interface SaidColumns {
  readonly columns: ReadonlyMap<string, string>;
  readonly passThrough: readonly string[];
  /** The column that is compared. */
  readonly compare: string | null;
}

/**
 * What columns are by what was said now and by what a file keeps from an earlier run. What is said now counts: a kept heading
 * that is written in two lines is the same one, and a kept column for what another column was said to be has lost it.
 */
export function decidedColumns(
  { columns, passThrough, compare }: SaidColumns,
  kept: KeptColumns | null,
): Pick<Headings, "decided" | "passThrough"> & { readonly leftAlone: readonly string[] } {
  const said = new Map([...columns].map(([name, role]) => [heading(name), role]));
  // A kept column of either kind would stand beside the one that is said to be compared.
  const taken = new Set([...said.values(), ...(compare === null ? [] : [PAID_AMOUNT, ALLOWED_AMOUNT])]);
  // A claim has several modifiers.
  taken.delete(MODIFIER);
  const decided = new Map(said);
  const leftAlone: string[] = [];
  const isSaid = new Set([
    ...said.keys(),
    ...passThrough.map(heading),
    ...(compare === null ? [] : [heading(compare)]),
  ]);
  for (const [name, role] of kept ?? []) {
    if (isSaid.has(heading(name))) continue;
    if (role === null) leftAlone.push(heading(name));
    else if (!taken.has(role)) decided.set(heading(name), role);
  }
  return { decided, passThrough, leftAlone };
}
