import { cellsOf, csvCell, lineFeedsIn } from "../../core/text/csv.ts";
import { plainCountText } from "../../core/text/plural.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { byDischargeStatus } from "../../pricing/claim-fields.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { Line } from "../reading/chunks.ts";
import { digitsUnder } from "../reading/guessed-columns.ts";
import { COMMAS, delimiterName } from "../reading/header.ts";
import {
  daysMeaningToday,
  type InputColumn,
  type InputColumns,
  type ParameterColumn,
  roleByIndex,
} from "../reading/input-columns.ts";
import { BILLING_CODE, codeAndModifier } from "../values/billing-code.ts";
import { CHARGES } from "../values/column-names.ts";
import { dayReader } from "../values/days.ts";
import {
  isStillPatient,
  parametersByStatus,
  STILL_PATIENT,
  statusAloneReader,
  statusReader,
} from "../values/discharge-status.ts";
import { daysStayed, LENGTH_OF_STAY } from "../values/length-of-stay.ts";
import { modifiersOf } from "../values/modifiers.ts";
import { asItIs, type ReadValue, trimmedFor, type ValueReader, type WayOfReading } from "../values/read-value.ts";
import { type CellForm, readersOf } from "../values/readers.ts";
import { type AmountsOfLine, CellReading, type ReadColumn } from "./cell-reading.ts";
import {
  headedAs,
  invalidCell,
  isShortTotal,
  isStrayRow,
  type LineFault,
  malformed,
  type OtherState,
  type SkippedRow,
  STRAY_ROW,
  TOTAL_OR_CLAIM,
  TOTALS_ROW,
  totalsReading,
  withoutFarCells,
} from "./line-fault.ts";
import { type LinesForm, type OpenQuote, openQuoteReader } from "./open-quote.ts";

const NONE: readonly string[] = [];

/** The form of the cells of a file, and the code of the state that its lines are priced for. */
interface LineForm extends CellForm, LinesForm {
  readonly state: string;
}

export class LineReader {
  readonly #columns: InputColumns;
  readonly #lookup: RateLookup;
  readonly #isOutpatient: boolean;
  readonly #hasSemicolons: boolean;
  readonly #parameters: readonly ReadColumn[];
  /** The column of the parameter with the billed charges. */
  readonly #charges: ParameterColumn | null;
  readonly #codeHeading: string;
  readonly #stay: ReturnType<typeof stayReaderOf>;
  /** Columns that say what was done and by which provider. */
  readonly #totalWords: readonly number[];
  /** Columns that are read. */
  readonly #read: readonly number[];
  readonly #openQuoteIn: OpenQuote;
  readonly #state: string;
  readonly #isRejectedBefore: boolean;
  /** The sign between the cells of the file; null for rows of a sheet. */
  readonly #separator: string | null;

  constructor(columns: InputColumns, lookup: RateLookup, form: LineForm) {
    const readerOf = readersOf(lookup, form, columns.codeSystem, columns.severity !== null);
    const neededDays = daysMeaningToday(lookup, form.today);
    const identifiers = lookup.reader.names.filter(
      (_, place) => Object.values(lookup.parameters)[place]?.identifiesProvider,
    );
    this.#columns = columns;
    this.#lookup = lookup;
    this.#state = form.state;
    this.#separator = form.separator === undefined ? COMMAS.sign : form.separator;
    this.#isRejectedBefore = (form.leadingCells ?? 0) > 0;
    this.#read = [...roleByIndex(columns).keys()];
    this.#openQuoteIn = openQuoteReader(columns, lookup, form);
    this.#hasSemicolons = form.hasSemicolons;
    this.#isOutpatient = lookup.setting === "outpatient";
    this.#parameters = [
      ...columns.parameters.map((column) => ({
        ...column,
        read: statusReaderOf(column, lookup) ?? readerOf(column.name),
        isNeededDay: neededDays.includes(column.name),
      })),
      ...alsoByStatus(columns, lookup),
    ];
    this.#stay = stayReaderOf(columns, lookup, form);
    this.#charges = columns.parameters.find(({ name }) => CHARGES.includes(name)) ?? null;
    this.#codeHeading = columns.parameters.find(({ name }) => name === BILLING_CODE)?.heading ?? BILLING_CODE;
    this.#totalWords = columns.parameters
      .filter(({ name }) => name === BILLING_CODE || identifiers.includes(name))
      .map(({ index }) => index);
  }

  /** A line, or the reason why the row is none. */
  read({ number, record }: Line): ReadLine | LineFault | SkippedRow {
    if (record === null) return malformed("The line has bytes that are not UTF-8. Save the file as CSV UTF-8.");
    const cells = cellsOf(record);
    if (cells instanceof Refusal) return malformed(`The line cannot be split into cells: expected ${cells.expected}.`);
    const openQuote = record.includes("\n") ? this.#openQuoteIn(number, cells) : null;
    if (openQuote !== null) return openQuote;
    const { count } = this.#columns;
    const totalWords = this.#totalWords.map((index) => cells[index] ?? "");
    const isWide = cells.length >= count;
    const totals = isWide ? totalsReading(cells, totalWords) : null;
    if (totals !== null) return totals === "total" ? TOTALS_ROW : TOTAL_OR_CLAIM;
    if (!isWide && isShortTotal(cells)) return TOTALS_ROW;
    if (isStrayRow(cells, count, this.#read)) return this.#isRejectedBefore ? WITHOUT_CELLS : STRAY_ROW;
    if (cells.length === count) return this.#claimLine(number, record, cells);
    const inTable = isWide ? withoutFarCells(cells, count) : null;
    if (inTable === null) return malformed(this.#otherCellCount(record, cells.length));
    const line = this.#claimLine(number, inTable.map(csvCell).join(","), inTable);
    return { ...line, ways: [...line.ways, "farCells"] };
  }

  #claimLine(line: number, record: string, cells: readonly string[]): ReadLine {
    const reading = new CellReading(cells, this.#hasSemicolons, this.#columns.notOwed);
    const fields: Record<string, string> = {};
    // Empty cells are kept, since they count as absent: objects of one shape are read faster.
    for (const column of this.#parameters) fields[column.name] = reading.parameter(column);
    if (this.#stay !== null) fields[LENGTH_OF_STAY] = reading.counted(this.#stay(cells, fields));
    const charges = this.#charges;
    if (charges !== null) fields[charges.name] = reading.charges(charges, fields[charges.name] ?? "", this.#columns);
    const behindCode = this.#codeOf(fields, reading);
    const { modifiers } = this.#columns;
    const found = modifiersOf([...behindCode, ...modifiers.map(({ index }) => cells[index] as string)]);
    if (found instanceof Refusal) reading.faults.push(tooManyModifiers(modifiers, found));
    const read = {
      line,
      record,
      fields,
      modifiers: found instanceof Refusal ? [] : found,
      ...reading.amounts(this.#columns),
    };
    const other = reading.otherState(this.#columns.payerState, this.#state);
    // What another state's line has under these columns has the meaning of that state.
    if (other !== null) return { ...read, otherState: other, ways: [], faults: [other], doubts: [] };
    return { ...read, otherState: null, ways: reading.ways, faults: reading.faults, doubts: reading.doubts };
  }

  /** A row of a sheet has its cells as they are: quotes would not change them. */
  #otherCellCount(record: string, count: number): string {
    const further = lineFeedsIn(record);
    const reach = further === 0 ? "" : ` A quote makes it ${further + 1} lines long.`;
    const separator = this.#separator;
    const remedy = separator === null ? "" : ` Put cells that contain ${delimiterName(separator)} in quotes.`;
    return `The line has ${plainCountText(count, "cell")}, the header ${this.#columns.count}.${reach}${remedy}`;
  }

  /** Joins or splits the code as a request needs it; returns the modifiers that stood behind it. */
  #codeOf(fields: Record<string, string>, reading: CellReading): readonly string[] {
    const code = fields[BILLING_CODE] ?? "";
    const { severity, revenueCode } = this.#columns;
    if (code === "" && revenueCode !== null) reading.withoutCode(revenueCode, this.#codeHeading);
    if (severity !== null) fields[BILLING_CODE] = reading.withSeverity(code, severity, this.#codeHeading, this.#lookup);
    const parts = this.#isOutpatient && code.includes("-") ? codeAndModifier(code) : null;
    if (parts === null) return NONE;
    fields[BILLING_CODE] = parts.code;
    reading.ways.push("codeModifier");
    return [parts.modifier];
  }
}

/** How a column is read whose parameter a discharge status decides; null for the others. */
function statusReaderOf({ name, heading }: ParameterColumn, lookup: RateLookup): ValueReader | null {
  const field = parametersByStatus(lookup).get(name);
  return field === undefined ? null : trimmedFor(statusReader(field, digitsUnder(heading)));
}

/** One column of discharge statuses decides several parameters: a transfer, and in California an interim claim. */
function alsoByStatus({ parameters }: InputColumns, lookup: RateLookup): readonly ReadColumn[] {
  const decided = parametersByStatus(lookup);
  const column = parameters.find(({ name }) => decided.has(name));
  if (column === undefined) return [];
  const { heading, index } = column;
  const others = [...decided].filter(([name]) => !parameters.some((each) => each.name === name));
  return others.map(([name, field]) => {
    const read = statusAloneReader(field, digitsUnder(heading));
    return { name, heading, index, isNeededDay: false, read };
  });
}

function tooManyModifiers(columns: readonly InputColumn[], { expected }: Refusal): LineFault {
  const field = columns.map(({ name }) => name).join(", ");
  return { field, code: "invalid_parameter", message: `${field}: expected ${expected}.` };
}

/** A row of a file of rejected lines was a line of the file before: it is never skipped. */
const WITHOUT_CELLS = malformed(
  "The line has nothing in the columns that are read. Take its cells from the file that it was rejected from.",
);

/** A claim line: the lookup's parameters, and the figures that are compared with the rate. */
export interface ReadLine extends AmountsOfLine {
  readonly line: number;
  /** As in the file, without cells far from the table. */
  readonly record: string;
  /** All parameters but the modifier, as a request has them; a cell that cannot be read is left as is. */
  readonly fields: Readonly<Record<string, string>>;
  /** Upper-cased, each once. */
  readonly modifiers: readonly string[];
  /** How cells were read that a request would refuse. */
  readonly ways: readonly WayOfReading[];
  /** The line is of another state than the one that is priced; null for every other line. */
  readonly otherState: OtherState | null;
  /** Errors in its parameters before the lookup checks them. */
  readonly faults: readonly LineFault[];
  /** Errors that leave the line priced but not compared: unreadable units, amounts or denial codes. */
  readonly doubts: readonly LineFault[];
}

/** Whether the units of a line are known: unreadable ones could be any number. */
export function hasReadableUnits({ doubts }: Pick<ReadLine, "doubts">): boolean {
  return !doubts.some(({ code }) => code === "invalid_units");
}

/** Counts the length of a stay by its two dates. `fields` are the parameters of its line. */
type StayReader = (cells: readonly string[], fields: Readonly<Record<string, string>>) => ReadValue | LineFault;

const NOT_COUNTED = asItIs("");
const WHOLE_DAY = new Refusal("a day and not a month alone: the length of stay is counted by it");
const YES: ReadonlySet<string | undefined> = new Set(["true", "1"]);

/** Null for a table whose lengths of stay are not counted by dates. */
function stayReaderOf({ stay, parameters }: InputColumns, lookup: RateLookup, form: CellForm): StayReader | null {
  if (stay === null) return null;
  const { admitted, discharged } = stay;
  const read = trimmedFor(dayReader(form));
  const statuses = parametersByStatus(lookup);
  const status = parameters.find(({ name }) => statuses.has(name)) ?? null;
  const paidByDay = [...statuses].filter(([, field]) => byDischargeStatus(field, STILL_PATIENT) === "true");
  return (cells, fields) => {
    const [from, to] = [admitted, discharged].map(({ index }) => read(cells[index] as string)) as [
      ReadValue | Refusal,
      ReadValue | Refusal,
    ];
    const isParameter = ({ name }: ParameterColumn) => name === lookup.dayParameter;
    // An error in a parameter is reported where the parameter is read.
    if (from instanceof Refusal) return isParameter(admitted) ? NOT_COUNTED : invalidDay(admitted, cells, from);
    if (to instanceof Refusal) return isParameter(discharged) ? NOT_COUNTED : invalidDay(discharged, cells, to);
    if (from.text === "" || to.text === "") return NOT_COUNTED;
    // The bill may be a later one of the stay, so its days are not those since the admission.
    if (paidByDay.some(([name]) => YES.has(fields[name]?.toLowerCase()))) return stillThere(discharged, cells);
    if (status !== null && isStillPatient(cells[status.index] as string)) return NOT_COUNTED;
    if (from.way === "monthAlone") return invalidDay(admitted, cells, WHOLE_DAY);
    if (to.way === "monthAlone") return invalidDay(discharged, cells, WHOLE_DAY);
    const days = daysStayed(from.text, to.text);
    return days === null ? wrongOrder(discharged, admitted, cells) : { text: String(days), way: "daysOfStay" };
  };
}

function invalidDay({ heading, name: role, index }: ParameterColumn, cells: readonly string[], refusal: Refusal) {
  return invalidCell("invalid_parameter", { heading, role }, cells[index] as string, refusal);
}

function shown({ heading, name, index }: ParameterColumn, cells: readonly string[]): string {
  return `${headedAs(heading, name)} ${quoted(cells[index] as string)}`;
}

function wrongOrder(discharged: ParameterColumn, admitted: ParameterColumn, cells: readonly string[]): LineFault {
  const message = `${shown(discharged, cells)} is before ${shown(admitted, cells)}: correct one of them.`;
  return { field: discharged.heading, code: "invalid_parameter", message };
}

function stillThere(discharged: ParameterColumn, cells: readonly string[]): LineFault {
  const message = `${shown(discharged, cells)} is beside discharge status ${STILL_PATIENT} or an interim claim, whose patient is still there: the days of the bill are not known. Add a column ${LENGTH_OF_STAY} with them.`;
  return { field: discharged.heading, code: "invalid_parameter", message };
}
