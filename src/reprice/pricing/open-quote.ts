import { linesOfRecord } from "../../core/text/csv.ts";
import { plural } from "../../core/text/plural.ts";
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
  const isAtEitherPlace = (cells: Cells) => isOwn(cells) || (leadingCells > 0 && isOwn(cells.slice(leadingCells)));
  const isFull = (length: number) => length === count || length === count + leadingCells;

  return (line, cells) => {
    const lines = linesOfRecord(cells, separator);
    // Several marks in a line make one cell of some of its cells. A cell of several lines is taken apart by itself, once.
    const isJoined = (cell: string) => cell.includes(separator) && !cell.includes("\n");
    const hasJoined = cells.some(isJoined);
    const isClaim = (line: Cells) =>
      isAtEitherPlace(line) ||
      (hasJoined && isAtEitherPlace(line.flatMap((cell) => (isJoined(cell) ? cell.split(separator) : cell))));
    const areClaims = lines.map(isClaim);
    const hiding = tallCells(cells, separator).flatMap((cell) => {
      const { first, last } = cell;
      const isClaimBetween = areClaims.slice(first + 1, last).includes(true);
      const begins = [lines[first] as Cells, ...beginningOf(cell, cells, isFull)];
      const ends = [lines[last] as Cells, ...endOf(cell, cells, isFull)];
      // The first line always begins like a claim, and the last one ends like one: by itself, neither says anything.
      const atEnds = [...(begins.some(isClaim) ? [first] : []), ...(ends.some(isClaim) ? [last] : [])];
      const areFull = [begins, ends].every((each) => each.some(({ length }) => isFull(length)));
      const isHiding = isClaimBetween || atEnds.length === 2 || (atEnds.length === 1 && areFull && hasEmptyCell(cell));
      return isHiding ? [{ first, last, atEnds }] : [];
    });
    const claims = areClaims.flatMap((isOne, at) => (isOne ? [at] : []));
    // Two claims may have lines of several cells between them.
    const first = hiding[0]?.first ?? (claims.length > 1 ? claims[0] : undefined);
    const last = hiding.at(-1)?.last ?? claims.at(-1);
    if (first === undefined || last === undefined) return null;
    const found = new Set([...claims, ...hiding.flatMap(({ atEnds }) => atEnds)]);
    return openQuote(line + first, line + last, found.size);
  };
}

/** A cell of several lines. */
interface TallCell {
  /** Its place among the cells of the record. */
  readonly place: number;
  /** The lines that it begins and ends in; the record's first is 0. */
  readonly first: number;
  readonly last: number;
  /** Its text in each line, taken apart as if there were no quotation mark. */
  readonly texts: readonly Cells[];
}

function tallCells(cells: Cells, separator: string): readonly TallCell[] {
  const tall: TallCell[] = [];
  let first = 0;
  for (const [place, cell] of cells.entries()) {
    if (!cell.includes("\n")) continue;
    const texts = cell.split("\n").map((line) => line.split(separator));
    const last = first + texts.length - 1;
    tall.push({ place, first, last, texts });
    first = last;
  }
  return tall;
}

/**
 * A line that a cell begins in, where notes of several lines may stand in front. None where it is too short or long for a claim:
 * copying the cells of a wide table for each of its notes would be quadratic.
 */
function beginningOf({ place, texts }: TallCell, cells: Cells, isFull: (length: number) => boolean): readonly Cells[] {
  const text = texts[0] as Cells;
  return isFull(place + text.length) ? [[...cells.slice(0, place), ...text]] : [];
}

/** A line that a cell ends in, where notes of several lines may follow. */
function endOf({ place, texts }: TallCell, cells: Cells, isFull: (length: number) => boolean): readonly Cells[] {
  const text = texts.at(-1) as Cells;
  const behind = cells.length - place - 1;
  return isFull(text.length + behind) ? [[...text, ...cells.slice(place + 1)]] : [];
}

/** A note may have lists with as many commas as a claim has, and no list has an empty cell. */
function hasEmptyCell({ texts }: TallCell): boolean {
  const [first, last] = [texts[0] as Cells, texts.at(-1) as Cells];
  return [first, last].some((each) => each.length > 1 && each.some((cell) => cell.trim() === ""));
}

function openQuote(first: number, last: number, claims: number): LineFault {
  const these = plural(claims, "1 of these lines looks like a claim", `${claims} of these lines look like claims`);
  return {
    field: "",
    code: "open_quote",
    message: `A quotation mark in line ${first} makes one cell of all text up to line ${last}, and ${these}. Close the mark in its line, or take the line breaks out of the cell.`,
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
 * Whether cells are those of a claim: a code, a provider and a day stand where claims have them. One of the three may be missing or
 * wrong where there are as many cells as headings, as on claims that are rejected. Fewer cells are the end of a note's own claim.
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
  const all = needed.length + 1;
  const enough = Math.min(all, Math.max(all - 1, FOUND_MIN));
  return (cells) => {
    const fits = ({ index, form }: (typeof needed)[number]) => form.test(cells[index]?.trim() ?? "");
    const found = needed.filter(fits).length + (providers.some(fits) ? 1 : 0);
    return cells.length >= count && found >= (cells.length === count ? enough : all);
  };
}
