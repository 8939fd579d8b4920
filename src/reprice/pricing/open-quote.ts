import { snakeCase } from "../../core/text/spelling.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { InputColumns } from "../reading/input-columns.ts";
import { BILLING_CODE } from "../values/billing-code.ts";
import type { LineFault } from "./line-fault.ts";

/*
 * A quotation mark that is not closed makes one cell of all lines up to the next mark: the claims between would be lost, and the
 * first would have the amounts of the last. A note of several lines is no such cell: what decides is whether its lines look like
 * claims. They are not taken apart, since a claim may be copied into a note.
 */

/** How the lines of a file are told apart. */
export interface LinesForm {
  /** The sign between the cells of the file; null for rows of a sheet, which are no lines. A comma when absent. */
  readonly separator?: string | null;
  /** Cells in front of a line's own: those of a file of rejected lines. */
  readonly leadingCells?: number;
}

type Cells = readonly string[];

/** The error of a record of several lines where a cell of it has claims in it; null where none has. */
export type OpenQuote = (line: number, cells: Cells) => LineFault | null;

export function openQuoteReader(columns: InputColumns, lookup: RateLookup, form: LinesForm): OpenQuote {
  const { separator = ",", leadingCells = 0 } = form;
  if (separator === null) return () => null;
  const { count } = columns;
  const isOwn = claimShape(columns, lookup);
  const isClaim = (cells: Cells) => isOwn(cells) || (leadingCells > 0 && isOwn(cells.slice(leadingCells)));
  const mayBeClaim = (length: number) => length === count || length === count + leadingCells;
  return (line, cells) => {
    let firstLine = line;
    for (const [place, cell] of cells.entries()) {
      if (!cell.includes("\n")) continue;
      const lines = linesOver(cells, place, separator, mayBeClaim);
      const claims = lines.filter(isClaim).length;
      // The first line always begins like a claim, and the last one ends like one: by itself, neither says anything.
      const areBoth = [lines[0], lines.at(-1)].every((each) => each !== undefined && isClaim(each));
      if (areBoth || lines.slice(1, -1).some(isClaim)) {
        return openQuote(firstLine, firstLine + lines.length - 1, claims);
      }
      firstLine += lines.length - 1;
    }
    return null;
  };
}

const NO_CELLS: Cells = [];

/**
 * The cells of each line that a cell goes over: those of its own line in front of it, and those behind it. None where they are
 * too few or too many for a claim: copying the cells around each note of a wide table would be quadratic.
 */
function linesOver(
  cells: Cells,
  place: number,
  separator: string,
  mayBeClaim: (length: number) => boolean,
): readonly Cells[] {
  const lines = (cells[place] as string).split("\n");
  return lines.map((line, at) => {
    const own = line.split(separator);
    const before = at === 0 ? place : 0;
    const behind = at === lines.length - 1 ? cells.length - place - 1 : 0;
    if (!mayBeClaim(before + own.length + behind)) return NO_CELLS;
    return [...cells.slice(0, before), ...own, ...cells.slice(cells.length - behind)];
  });
}

function openQuote(first: number, last: number, claims: number): LineFault {
  return {
    field: "",
    code: "open_quote",
    message: `A quotation mark in line ${first} makes one cell of all text up to line ${last}, and ${claims} of these lines look like claims. Close the mark in its line, or take the line breaks out of the cell.`,
    claims,
  };
}

/** One of them alone may be a number in a note. */
const FOUND_MIN = 2;

const NAME = "provider_name";
const ANYTHING = /\S/;
const DAY = /[0-9].*[0-9]/;
/** A code or an identifier: words of a note have no digits, or blanks beside them. */
const TOKEN = /^\S*[0-9]\S*$/;

/**
 * Whether cells are those of a claim: as many as the headings, with a code, a provider and a day where claims have them. One of the
 * three may be missing or wrong, as on claims that are rejected.
 */
function claimShape({ count, parameters }: InputColumns, lookup: RateLookup): (cells: Cells) => boolean {
  const identifying = Object.entries(lookup.parameters)
    .filter(([, { identifiesProvider }]) => identifiesProvider)
    .map(([key]) => snakeCase(key));
  const needed = parameters.flatMap(({ name, index }) => {
    if (name === BILLING_CODE) return [{ index, form: TOKEN }];
    return name === lookup.dayParameter ? [{ index, form: DAY }] : [];
  });
  const providers = parameters
    .filter(({ name }) => identifying.includes(name))
    .map(({ name, index }) => ({ index, form: name === NAME ? ANYTHING : TOKEN }));
  return (cells) => {
    const fits = ({ index, form }: (typeof needed)[number]) => form.test(cells[index]?.trim() ?? "");
    if (cells.length !== count) return false;
    const found = needed.filter(fits).length + (providers.some(fits) ? 1 : 0);
    const all = needed.length + 1;
    return found >= Math.min(all, Math.max(all - 1, FOUND_MIN));
  };
}
