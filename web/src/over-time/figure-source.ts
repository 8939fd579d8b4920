import { periodText } from "../words/day.ts";
import { listText } from "../words/name.ts";
import type { ResultChange } from "./history.ts";

/* Where the figures of a history come from, in words. */

type Told = NonNullable<ResultChange["inputs"][number]["after"]>;

/** A source line is one line or two; the figures have all of them. */
const NAMED_MAX = 2;

/** "ca/conversion_factors, line 3, column conversion_factor; 1 Jan 2024 onward; Medi-Cal Rates" */
export function sourceText(from: Told["from"]): string {
  if ("default" in from) return `the methodology's own value (${from.section})`;
  const { table, line, column, publication, effective_start_date: start, effective_end_date: end } = from;
  const row = `${table}, line ${line}, column ${column}`;
  return [
    row,
    ...(start === null && end === null ? [] : [`in force ${periodText(start, end)}`]),
    ...(publication === null ? [] : [publicationText(publication)]),
  ].join("; ");
}

type Published = Pick<
  NonNullable<Exclude<Told["from"], { readonly default: string }>["publication"]>,
  "name" | "edition" | "place"
>;

function publicationText({ name, edition, place }: Published): string {
  return [name, edition === null ? null : `edition ${edition}`, place].filter((each) => each !== null).join(", ");
}

/** The publications that figures of some changes come from: a few names, and how many more. */
export function publicationsOf(changes: readonly ResultChange[]): string {
  const names = changes
    .flatMap(({ inputs }) => inputs.flatMap(({ before, after }) => [after, before]))
    .flatMap((told) => (told === null || "default" in told.from ? [] : [told.from.publication?.name ?? ""]));
  const all = [...new Set(names.filter((name) => name !== ""))];
  const rest = all.length - NAMED_MAX;
  return rest > 0 ? `${all.slice(0, NAMED_MAX).join("; ")} and ${rest} more` : listText(all);
}
