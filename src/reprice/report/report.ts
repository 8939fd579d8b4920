import { asMoney } from "../../money/arithmetic.ts";
import { factor } from "../../money/factor.ts";
import { failure } from "../../runtime/failure.ts";
import type { OnProgress } from "../../runtime/progress.ts";
import { hasRemark } from "../pricing/remarks.ts";
import { judge, type Tolerance, type Verdict } from "../pricing/verdict.ts";
import { comparedColumn } from "../reading/input-columns.ts";
import { openInput } from "../reading/input-file.ts";
import { moneyTakenBack, paidIn } from "../values/figures.ts";
import { ourColumns } from "../writing/output-columns.ts";
import type { WrittenOutput } from "../written-output.ts";
import { AnsweredLines, type AnsweredRecord } from "./answered-lines.ts";
import { type CountedLine, type GroupRow, GroupTotals } from "./group-totals.ts";
import type { Grouping } from "./grouping.ts";
import { LargestPlaces } from "./largest-places.ts";
import { type RecordPlace, recordsOf } from "./records.ts";

/** The lines that a sheet lists: more than anybody reads, and little enough for any computer; all of them are in the CSV. */
export const LISTED_MAX = 100_000;

/** What a finished output is asked. */
interface ReportForm {
  readonly groupings: readonly Grouping[];
  readonly tolerance: Tolerance;
  /** How many lines of each kind a sheet will list. */
  readonly listedMax: number;
  readonly interruption: AbortSignal;
  readonly onProgress: OnProgress;
}

export interface Totals {
  readonly by: string;
  readonly rows: readonly GroupRow[];
}

/** What a finished output says: totals by group, and where the lines stand that sheets list. */
export interface Report {
  readonly totals: readonly Totals[];
  readonly underpaid: readonly RecordPlace[];
  readonly overpaid: readonly RecordPlace[];
  readonly notPriced: readonly RecordPlace[];
  /** Lines with a modifier that changes what is paid and is not in their rate. */
  readonly modifierNotPriced: readonly RecordPlace[];
}

/** Reads a finished output once, in order. Its lines are judged as they were when they were priced. */
export async function reportOn(output: WrittenOutput, asked: ReportForm): Promise<Report> {
  const file = await openInput(output.out);
  try {
    const gathering = new Gathering(output, asked);
    let done = 0;
    for await (const records of recordsOf(file)) {
      if (asked.interruption.aborted) throw interrupted(output.out);
      for (const record of records) gathering.add(record);
      const last = records.at(-1);
      done = last === undefined ? done : last.offset + last.length;
      asked.onProgress({ stage: "adding up", done, total: file.size });
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

  constructor(
    { names, form, columns, cells: { hasSemicolons } }: WrittenOutput,
    { groupings, tolerance, listedMax }: ReportForm,
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
    };
  }

  #count({ record, amounts }: AnsweredRecord): void {
    const counted = this.#counted(record.cells, amounts);
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
