import { asMoney, sum } from "../../core/money/arithmetic.ts";
import { factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { failure } from "../../core/runtime/failure.ts";
import type { OnProgress } from "../../core/runtime/progress.ts";
import { cellsOf, RecordCursor, recordBetween, UNFINISHED } from "../../core/text/csv.ts";
import { Refusal } from "../../core/text/refusal.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import { judge, type Tolerance, type Verdict } from "../pricing/payment-comparison.ts";
import { hasRemark } from "../pricing/remarks.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Advice } from "../reading/advice.ts";
import { ChunkReader } from "../reading/chunks.ts";
import { readHeader } from "../reading/header.ts";
import { comparedColumn } from "../reading/input-columns.ts";
import { type InputFile, openInput } from "../reading/input-file.ts";
import { moneyTakenBack, paidIn } from "../values/amounts.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";
import { type CountedLine, type Grouping, type GroupRow, GroupTotals } from "./grouping.ts";
import { type ListedLines, type ListedReport, NOTHING_LISTED } from "./listed-lines.ts";

/** The names of a run's files in its report. */
export interface FileNames {
  readonly out: string;
  readonly faults: string;
}

export interface RunFacts {
  readonly state: Pick<State, "code" | "name" | "providers">;
  readonly lookup: RateLookup;
  readonly release: ReleaseDescription;
  readonly input: string;
  readonly output: WrittenOutput;
  readonly called: FileNames;
  readonly tally: TallyRecord;
  readonly tolerance: Tolerance;
  readonly report: Report;
  readonly program: string;
  readonly day: string;
  /** How the reader of the report can assign columns. */
  readonly advice: Advice;
  readonly command: string;
}

export function notPricedLines({ notPriced }: TallyRecord): number {
  return notPriced.reduce((sum, [, , lookups]) => sum + lookups, 0);
}

/** The total expected amount of the compared lines. */
export function expectedOfCompared({ totalPaid, totalDifference }: TallyRecord): string {
  return dollarText(sum(factor(totalPaid), factor(totalDifference)));
}

/** Priced lines that are not compared: no paid amount, several amounts, or a modifier that is not priced. */
export function notComparedLines({ priced, compared }: TallyRecord): number {
  return priced - compared;
}

/** The lines that a sheet lists: more than an analyst reads, few enough for any computer; the CSV has all of them. */
export const LISTED_MAX = 100_000;

interface ReportForm {
  readonly groupings: readonly Grouping[];
  readonly tolerance: Tolerance;
  /** The most lines of each kind that a sheet lists. */
  readonly listedMax: number;
  /** Gathers the lines that the summary lists by themselves; nothing of them when absent. */
  readonly listed?: ListedLines;
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Totals {
  readonly by: string;
  readonly rows: readonly GroupRow[];
}

/** Contents of a finished output: totals by group, and the positions of the lines that sheets list. */
export interface Report {
  readonly totals: readonly Totals[];
  readonly underpaid: readonly RecordPlace[];
  readonly overpaid: readonly RecordPlace[];
  readonly notPriced: readonly RecordPlace[];
  /** Lines with a modifier that changes the payment but is not in their rate. */
  readonly modifierNotPriced: readonly RecordPlace[];
  readonly listed: ListedReport;
}

/** Reads a finished output once, in order. Its lines are judged as they were when they were priced. */
export async function reportOn(output: WrittenOutput, request: ReportForm): Promise<Report> {
  const file = await openInput(output.out);
  try {
    const gathering = new Gathering(output, request);
    let done = 0;
    for await (const records of recordsOf(file)) {
      if (request.interruption.aborted) throw interrupted(output.out);
      for (const record of records) gathering.add(record);
      const last = records.at(-1);
      done = last === undefined ? done : last.offset + last.length;
      request.onProgress({ stage: "adding up", done, total: file.size });
    }
    return gathering.report();
  } finally {
    await file.close();
  }
}

export function interrupted(out: string): Error {
  return failure(`Interrupted while the summary was made. ${out} is complete; begin again with --force for the rest.`);
}

class Gathering {
  readonly #lines: AnsweredLines;
  readonly #groups: readonly (Grouping & { readonly totals: GroupTotals })[];
  readonly #verdictOf: ReturnType<typeof judge>;
  readonly #amountAt: number;
  readonly #expectedAt: number;
  readonly #differenceAt: number | null;
  readonly #takenBackIn: (cells: readonly string[]) => bigint | null;
  readonly #isModifierNotPriced: (cells: readonly string[]) => boolean;
  readonly #isModifierAssumed: (cells: readonly string[]) => boolean;
  readonly #listed: Readonly<Record<Exclude<Verdict, "asExpected"> | "modifierNotPriced", LargestPlaces>>;
  readonly #notPriced: RecordPlace[] = [];
  readonly #listedMax: number;
  readonly #summaryLines: ListedLines | null;

  constructor(
    { names, form, columns, cells: { hasSemicolons } }: WrittenOutput,
    { groupings, tolerance, listedMax, listed }: ReportForm,
  ) {
    const ours = ourColumns(form);
    const at = (name: string) => names.length + ours.indexOf(name);
    this.#amountAt = at("amount_at_rate");
    this.#expectedAt = at("expected_amount");
    this.#differenceAt = form.isCompared ? at("difference") : null;
    const codesAt = at("remark_codes");
    const paid = [comparedColumn(columns), columns.paid].filter((column) => column !== null);
    this.#takenBackIn = (cells) => {
      if (!hasRemark(cells[codesAt], "money_taken_back")) return null;
      const taken = moneyTakenBack(...paid.map(({ index }) => paidIn(cells[index], hasSemicolons)));
      return taken === null ? null : asMoney(taken).cents;
    };
    this.#isModifierNotPriced = (cells) => hasRemark(cells[codesAt], "modifier_not_priced");
    this.#isModifierAssumed = (cells) => hasRemark(cells[codesAt], "modifier_assumed");
    this.#lines = new AnsweredLines({
      inputLine: at("input_line"),
      amountAtRate: this.#amountAt,
      expectedAmount: this.#expectedAt,
    });
    this.#groups = groupings.map((grouping) => ({ ...grouping, totals: new GroupTotals() }));
    this.#verdictOf = judge(tolerance);
    this.#listed = {
      underpaid: new LargestPlaces(listedMax),
      overpaid: new LargestPlaces(listedMax),
      modifierNotPriced: new LargestPlaces(listedMax),
    };
    this.#listedMax = listedMax;
    this.#summaryLines = listed ?? null;
  }

  add(record: AnsweredRecord["record"]): void {
    const line = this.#lines.next(record);
    if (line !== null) this.#count(line);
  }

  report(): Report {
    const last = this.#lines.last();
    if (last !== null) this.#count(last);
    return {
      totals: this.#groups.map(({ by, totals }) => ({ by, rows: totals.rows() })),
      underpaid: this.#listed.underpaid.places(),
      overpaid: this.#listed.overpaid.places(),
      notPriced: this.#notPriced,
      modifierNotPriced: this.#listed.modifierNotPriced.places(),
      listed: this.#summaryLines?.done() ?? NOTHING_LISTED,
    };
  }

  #count({ record, amounts }: AnsweredRecord): void {
    const counted = this.#counted(record.cells, amounts);
    this.#summaryLines?.add(record.cells, counted);
    for (const { totals, keyOf, labelOf } of this.#groups) {
      totals.add(keyOf(record.cells), () => labelOf(record.cells), counted);
    }
    const { verdict, difference, modifierNotPriced } = counted;
    const place = { offset: record.offset, length: record.length };
    if (!counted.isPriced && this.#notPriced.length < this.#listedMax) this.#notPriced.push(place);
    if (modifierNotPriced !== null) this.#listed.modifierNotPriced.note(place, modifierNotPriced);
    if (difference === null || verdict === null || verdict === "asExpected") return;
    this.#listed[verdict].note(place, difference);
  }

  #counted(cells: readonly string[], amounts: number): CountedLine {
    const takenBack = this.#takenBackIn(cells);
    const unknown = { expected: null, modifierNotPriced: null, difference: null, verdict: null, takenBack };
    if (amounts !== 1) return { ...unknown, isPriced: amounts > 0 };
    if (this.#isModifierNotPriced(cells)) {
      const atRate = asMoney(factor(cells[this.#amountAt] as string)).cents;
      return { ...unknown, isPriced: true, modifierNotPriced: atRate };
    }
    if (this.#isModifierAssumed(cells)) return { ...unknown, isPriced: true };
    const expected = factor(cells[this.#expectedAt] as string);
    const text = this.#differenceAt === null ? "" : (cells[this.#differenceAt] as string);
    const cents = asMoney(expected).cents;
    if (text === "") return { ...unknown, isPriced: true, expected: cents };
    const difference = factor(text);
    const verdict = this.#verdictOf(expected, difference);
    return { ...unknown, isPriced: true, expected: cents, difference: asMoney(difference).cents, verdict };
  }
}

/** Our columns that distinguish the lines of an input. */
interface AnswerColumns {
  readonly inputLine: number;
  readonly amountAtRate: number;
  readonly expectedAmount: number;
}

/** The answer to an input line: the result with its amount, or the first when none or several have one. */
interface AnsweredRecord {
  readonly record: PlacedRecord;
  /** The number of different amounts: only a single one is the expected payment. */
  readonly amounts: number;
}

/** Joins the results of a line, which are consecutive in an output. */
export class AnsweredLines {
  readonly #columns: AnswerColumns;
  #current: PlacedRecord | null = null;
  #amounts = new Set<string>();

  constructor(columns: AnswerColumns) {
    this.#columns = columns;
  }

  /** The line before, once the next one begins; null within the results of one line. */
  next(record: PlacedRecord): AnsweredRecord | null {
    const { inputLine, amountAtRate, expectedAmount } = this.#columns;
    // When a modifier leaves the expected amount open, the output has only the amount at the rate.
    const amount = record.cells[expectedAmount] || (record.cells[amountAtRate] ?? "");
    const hasAmount = amount !== "";
    if (this.#current?.cells[inputLine] === record.cells[inputLine]) {
      if (hasAmount && this.#amounts.size === 0) this.#current = record;
      if (hasAmount) this.#amounts.add(amount);
      return null;
    }
    const before = this.last();
    this.#current = record;
    this.#amounts = new Set(hasAmount ? [amount] : []);
    return before;
  }

  last(): AnsweredRecord | null {
    return this.#current === null ? null : { record: this.#current, amounts: this.#amounts.size };
  }
}

export interface RecordPlace {
  readonly offset: number;
  readonly length: number;
}

interface PlacedRecord extends RecordPlace {
  readonly cells: readonly string[];
}

/** Our files have nothing above their header. */
const FIRST_RECORD = () => 0;

/** The records of one of our files after its header, a chunk at a time: memory does not depend on the length. */
export async function* recordsOf(file: InputFile): AsyncGenerator<readonly PlacedRecord[]> {
  const { end } = await readHeader(file, FIRST_RECORD);
  const chunks = new ChunkReader(file, end);
  let start = end.offset;
  for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
    yield [...recordsIn(chunk.bytes, start)];
    start = chunk.end.offset;
  }
}

function* recordsIn(bytes: Buffer, start: number): Generator<PlacedRecord> {
  // One character per byte, so that positions in the text are positions in the file.
  const text = bytes.toString("latin1");
  const cursor = new RecordCursor(text, true);
  for (let from = 0, end = cursor.next(); end !== UNFINISHED; from = end, end = cursor.next()) {
    const cells = cellsIn(recordBetween(text, from, end));
    if (cells !== null) yield { offset: start + from, length: end - from, cells };
  }
}

export async function recordAt(file: InputFile, { offset, length }: RecordPlace): Promise<readonly string[]> {
  const text = (await file.read(offset, length)).toString("latin1");
  return cellsIn(recordBetween(text, 0, text.length)) ?? [];
}

const BEYOND_ASCII = /[\u0080-\u00ff]/;

/** The cells of a record of bytes; null when it is no CSV, like some rejected lines. */
function cellsIn(record: string): readonly string[] | null {
  if (record === "") return null;
  const cells = cellsOf(BEYOND_ASCII.test(record) ? Buffer.from(record, "latin1").toString("utf8") : record);
  return cells instanceof Refusal ? null : cells;
}

interface Ranked extends RecordPlace {
  readonly size: number;
}

/** Keeps the positions of the records with the largest amounts; the records stay in the file. */
export class LargestPlaces {
  readonly #max: number;
  #kept: Ranked[] = [];
  /** Smaller amounts are not kept. */
  #floor = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** `cents` only ranks: the list is read from the file. */
  note({ offset, length }: RecordPlace, cents: bigint): void {
    const size = Math.abs(Number(cents));
    if (this.#max === 0 || size < this.#floor) return;
    this.#kept.push({ offset, length, size });
    // Cutting at twice the number avoids sorting each time.
    if (this.#kept.length >= 2 * this.#max) this.#cut();
  }

  /** The largest first; of equal ones the earlier record. */
  places(): readonly RecordPlace[] {
    this.#cut();
    return this.#kept;
  }

  #cut(): void {
    this.#kept.sort((a, b) => b.size - a.size || a.offset - b.offset);
    if (this.#kept.length < this.#max) return;
    this.#kept.length = this.#max;
    this.#floor = this.#kept.at(-1)?.size ?? 0;
  }
}
