import { readFile } from "node:fs/promises";
import { dollarText } from "../../core/money/money.ts";
import { readHeader } from "../reading/header.ts";
import { amountUnder } from "../reading/input-columns.ts";
import { type InputFile, openInput } from "../reading/input-file.ts";
import { unitsIn } from "../values/amounts.ts";
import { creditHeading } from "./negative-payments.ts";
import { type PlacedRecord, type RecordPlace, recordsIn } from "./records.ts";

// Rows of finished results by the lines of the file. An index has the place of every few hundredth row, so that a row is found
// without reading what is before it.

/** A row's line and its place in the results. */
type IndexedRow = readonly [line: number, offset: number];

/** A block of rows between two entries is read at once: some hundred kilobytes. */
const ROWS_PER_ENTRY = 500;

/** Where the file has what identifies a claim and its amounts; null for a column that it does not have. */
interface ClaimColumns {
  readonly claim: number | null;
  /** The payer's number of the claim. */
  readonly payerClaim: number | null;
  readonly billed: number | null;
  readonly units: number | null;
  /** The column that expected amounts are compared with. */
  readonly compared: number | null;
  /** Whether that column has what was allowed, not what was paid. */
  readonly isAllowed: boolean;
  /** The column with payments as credits, whose signs are changed. */
  readonly credits: number | null;
  readonly hasSemicolons: boolean;
  /** The columns that a payer's form has. */
  readonly onForm: readonly number[];
}

const NO_COLUMNS: ClaimColumns = {
  ...{ claim: null, payerClaim: null, billed: null, units: null, compared: null, credits: null },
  ...{ isAllowed: false, hasSemicolons: false, onForm: [] },
};

interface IndexRecord {
  readonly columns: ClaimColumns;
  readonly rows: readonly IndexedRow[];
}

/** The index, gathered while the results are read. */
export class RowIndex {
  readonly #columns: ClaimColumns;
  readonly #rows: IndexedRow[] = [];
  #count = 0;

  constructor(columns: ClaimColumns = NO_COLUMNS) {
    this.#columns = columns;
  }

  add(line: number, offset: number): void {
    if (this.#count % ROWS_PER_ENTRY === 0) this.#rows.push([line, offset]);
    this.#count += 1;
  }

  /** The index as its file has it. */
  get record(): IndexRecord {
    return { columns: this.#columns, rows: this.#rows };
  }
}

/** One line of the file with its result. */
export interface ResultRow {
  readonly line: number;
  /** The place of the result that the row shows. */
  readonly shown: number;
  /** The columns of the file, each with its heading; payments as credits have their signs changed, and a heading that says so. */
  readonly sent: readonly (readonly [heading: string, value: string])[];
  /** The positions among them that a payer's form has (`payer-form-columns.ts`). */
  readonly onForm: readonly number[];
  /** The position of the claim number among them; null when no column has it. */
  readonly claimAt: number | null;
  /** The number of the claim; empty when no column has it. */
  readonly claim: string;
  readonly payerClaim: string;
  /** Dollars to the cent; empty when no column has them, or they cannot be read. */
  readonly billed: string;
  /** Digits; empty when no column has them, or they cannot be read. */
  readonly units: string;
  /** What was paid, or allowed where allowed amounts are compared. */
  readonly compared: string;
  readonly isAllowed: boolean;
  /** A column of ours by its name; empty when there is none. */
  readonly ours: (name: string) => string;
}

/** The first of our columns, whatever prefix it has beside the file's own. */
const FIRST_OF_OURS = /^(?:result_)*input_line$/;
const PREFIX = "result_";
/** Names of ours that begin like the prefix. */
const NOT_PREFIXED: readonly string[] = ["result_number", "result_count"];

/** The rows of lines, in the order of the file; a line that has none is left out. Throws when a file is missing. */
export async function resultRows(
  results: string,
  index: string,
  lines: ReadonlySet<number>,
): Promise<readonly ResultRow[]> {
  const { rows: entries, columns } = JSON.parse(await readFile(index, "utf8")) as IndexRecord;
  const file = await openInput(results);
  try {
    const { names } = await readHeader(file, () => 0);
    const found: ResultRow[] = [];
    for (const [place, [first, offset]] of entries.entries()) {
      const [after, end] = entries[place + 1] ?? [Number.POSITIVE_INFINITY, file.size];
      const wanted = new Set([...lines].filter((line) => line >= first && line < after));
      if (wanted.size > 0) found.push(...(await rowsIn(file, offset, end, { names, columns }, wanted)));
    }
    return found;
  } finally {
    await file.close();
  }
}

/** The rows at places of the results, in the order of the places. Throws when a file is missing. */
export async function rowsAt(
  results: string,
  index: string,
  places: readonly RecordPlace[],
): Promise<readonly ResultRow[]> {
  const { columns } = JSON.parse(await readFile(index, "utf8")) as IndexRecord;
  const file = await openInput(results);
  try {
    const { names } = await readHeader(file, () => 0);
    const start = names.findLastIndex((name) => FIRST_OF_OURS.test(name));
    const found: ResultRow[] = [];
    for (const { offset, length } of places) {
      for (const { cells } of recordsIn(await file.read(offset, length), offset)) {
        found.push(rowOf(cells, { names, columns }, start));
      }
    }
    return found;
  } finally {
    await file.close();
  }
}

interface RowForm {
  readonly names: readonly string[];
  readonly columns: ClaimColumns;
}

async function rowsIn(
  file: InputFile,
  offset: number,
  end: number,
  form: RowForm,
  wanted: ReadonlySet<number>,
): Promise<readonly ResultRow[]> {
  const start = form.names.findLastIndex((name) => FIRST_OF_OURS.test(name));
  const bytes = await file.read(offset, end - offset);
  const rows: ResultRow[] = [];
  for (const { cells } of recordsIn(bytes, offset)) {
    if (wanted.has(Number(cells[start]))) rows.push(rowOf(cells, form, start));
  }
  return rows;
}

function rowOf(cells: PlacedRecord["cells"], { names, columns }: RowForm, start: number): ResultRow {
  const amountIn = (place: number | null) => {
    const sign = place === columns.credits ? { isCredit: true as const } : {};
    const column = place === null ? null : { index: place, ...sign };
    const amount = column === null ? null : amountUnder(column, cells, columns.hasSemicolons);
    return amount === null ? "" : dollarText(amount);
  };
  const textIn = (place: number | null) => (place === null ? "" : (cells[place] ?? "").trim());
  const places = new Map(names.slice(start).map((name, place) => [withoutPrefix(name), start + place]));
  const ours = (name: string) => cells[places.get(name) ?? -1] ?? "";
  return {
    line: Number(cells[start]),
    shown: Math.max(Number(ours("result_number")) - 1, 0),
    claim: textIn(columns.claim),
    claimAt: columns.claim,
    onForm: columns.onForm,
    payerClaim: textIn(columns.payerClaim),
    billed: amountIn(columns.billed),
    units: columns.units === null ? "" : unitsIn(cells[columns.units] ?? "", columns.hasSemicolons),
    compared: amountIn(columns.compared),
    isAllowed: columns.isAllowed,
    sent: names.slice(0, start).map((name, place) => {
      const credit = place === columns.credits ? amountIn(place) : "";
      return credit === "" ? ([name, cells[place] ?? ""] as const) : ([creditHeading(name), credit] as const);
    }),
    ours,
  };
}

/** A column of ours has a prefix where the file has its name already. */
function withoutPrefix(name: string): string {
  if (NOT_PREFIXED.includes(name) || !name.startsWith(PREFIX)) return name;
  return withoutPrefix(name.slice(PREFIX.length));
}
