import { withDays } from "../../core/calendar/day.ts";
import { asMoney, sum } from "../../core/money/arithmetic.ts";
import { DollarSum } from "../../core/money/dollar-sum.ts";
import { factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { failure } from "../../core/runtime/failure.ts";
import type { OnProgress } from "../../core/runtime/progress.ts";
import { capital } from "../../core/text/labels.ts";
import { SHEET_ROWS_MAX } from "../../core/workbook/sheet-xml.ts";
import { madeUpWarning } from "../../dataset/description.ts";
import { titleOf } from "../../dataset/table.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { State } from "../../pricing/state/state.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import { dataNotesTexts } from "../pricing/data-notes.ts";
import type { LineOutcome } from "../pricing/line-outcome.ts";
import type { Tolerance, Verdict } from "../pricing/payment-comparison.ts";
import { NOT_COMPARED, type NotComparedCode } from "../pricing/reason.ts";
import { hasRemark } from "../pricing/remarks.ts";
import type { TallyRecord } from "../pricing/tally.ts";
import type { Advice } from "../reading/advice.ts";
import { claimNumberColumn } from "../reading/claim-number-column.ts";
import { amountUnder, comparedColumn, type InputColumn, payerClaimColumn } from "../reading/input-columns.ts";
import { openInput } from "../reading/input-file.ts";
import { moneyTakenBack } from "../values/amounts.ts";
import { ourColumns, type WrittenOutput } from "../writing/output-columns.ts";
import { type CountedLine, type Grouping, type GroupRow, GroupTotals } from "./grouping.ts";
import { type ListedLines, type ListedReport, NOTHING_LISTED, type NpisOfFile } from "./listed-lines.ts";
import { creditColumn } from "./negative-payments.ts";
import { payerFormColumns } from "./payer-form-columns.ts";
import { type PlacedRecord, RecordPlaces, recordsOf } from "./records.ts";
import { RowIndex } from "./result-rows.ts";
import { VarianceIndex } from "./variance-index.ts";

/** The names of a run's files in its report. */
export interface FileNames {
  readonly out: string;
  readonly faults: string;
}

/** Unknown NPIs of a file that other states have, each with these states. */
type StatesOfNpis = ReadonlyMap<string, readonly Pick<State, "code" | "name">[]>;

/** The NPIs that the rates do not have; null where that is not known. */
export interface NpisNotFound {
  readonly npis: NpisOfFile | null;
  /** The other states that have the first `MISSING_MAX` of them; null where no other state was asked. */
  readonly statesOfNpis: StatesOfNpis | null;
}

export interface RunFacts {
  readonly state: Pick<State, "code" | "name" | "program" | "providers" | "valueWords">;
  readonly lookup: RateLookup;
  readonly release: ReleaseDescription;
  readonly input: string;
  /** The file with the claims that a remittance was joined with; null without one. */
  readonly claims?: string | null;
  readonly output: WrittenOutput;
  readonly called: FileNames;
  readonly tally: TallyRecord;
  readonly tolerance: Tolerance;
  readonly report: Report;
  /** Null where no other state was asked. */
  readonly statesOfNpis?: StatesOfNpis | null;
  readonly program: string;
  readonly day: string;
  /** How the reader of the report can assign columns. */
  readonly advice: Advice;
  /** How to run it again; null where no command did. */
  readonly command: string | null;
  /** Where the page shows the explanation of a lookup, up to its query; null when no service made the report. */
  readonly pageAddress: string | null;
}

/** Sources of the tables behind these prices, and of the providers. */
export function sourcesOfPrices({ state, lookup, release }: Pick<RunFacts, "state" | "lookup" | "release">) {
  const tables = new Set<string | null>([...lookup.tables, state.providers.table].map(titleOf));
  return release.sources.filter(({ table }) => tables.has(table));
}

/** The tables behind these prices that have made-up figures, as readers call them. */
export function madeUpTables(facts: Pick<RunFacts, "state" | "lookup" | "release">): readonly string[] {
  const madeUp = sourcesOfPrices(facts).filter(({ synthetic }) => synthetic === true);
  return [...new Set(madeUp.flatMap(({ table }) => (table === null ? [] : tableWords(table, facts))))];
}

/** `ca/drg_weights` is "DRG weights". */
export function tableWords(title: string, { state, lookup }: Pick<RunFacts, "state" | "lookup">): string {
  const tables = [...lookup.tables, state.providers.table];
  return tables.find((table) => titleOf(table) === title)?.called ?? title;
}

/** For every sheet and every printed page; null when the release has no made-up figures. */
export function testDataWarning({ release }: Pick<RunFacts, "release">): string | null {
  return madeUpWarning(release.sources);
}

/** What the data lacks, in the words of readers. */
export function dataNotes(facts: Pick<RunFacts, "state" | "lookup" | "tally">): readonly string[] {
  const texts = dataNotesTexts(facts.tally.data, (table) => tableWords(table, facts));
  return texts.map((text) => withDays(capital(text)));
}

export function notPricedLines({ notPriced }: TallyRecord): number {
  return notPriced.reduce((sum, [, , lookups]) => sum + lookups, 0);
}

/** The total expected amount of the compared lines. */
export function expectedOfCompared({ totalPaid, totalDifference }: TallyRecord): string {
  return dollarText(sum(factor(totalPaid), factor(totalDifference)));
}

/** Priced lines that are not compared: not owed, no paid amount, several amounts, or paid at another published rate. */
export function notComparedLines({ priced, compared }: TallyRecord): number {
  return priced - compared;
}

/** Those of them that may be owed: lines that were not owed stand apart, and so do those paid at another published rate. */
export function notComparedButOwed(tally: TallyRecord): number {
  const notOwed = tally.notOwed.reduce((lines, { priced }) => lines + priced, 0);
  return notComparedLines(tally) - notOwed - tally.paidAtAlternative.lines;
}

/** The lines that take money back: those with a price are not compared, the others are not priced. */
export function takenBackLines({ takenBack, notCompared }: TallyRecord): { priced: number; notPriced: number } {
  const priced = notCompared
    .filter(([code]) => code === "money_taken_back")
    .reduce((lines, [, , counted]) => lines + counted, 0);
  return { priced, notPriced: takenBack.lines - priced };
}

/** A title, a note and the headings are above the lines of a sheet, a total and a remark below them. */
const ROWS_BESIDE_LINES = 5;

/** The lines that a sheet lists: as many as spreadsheet programs open. The CSV has all of them. */
export const LISTED_MAX = SHEET_ROWS_MAX - ROWS_BESIDE_LINES;

interface ReportForm {
  readonly groupings: readonly Grouping[];
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

/** Lines of one outcome and their amounts. An amount that a line does not have, or that cannot be read, counts as nothing. */
export interface OutcomeTotals {
  lines: number;
  readonly billed: DollarSum;
  readonly allowed: DollarSum;
  readonly paid: DollarSum;
  readonly expected: DollarSum;
  readonly difference: DollarSum;
}

export function noTotals(): OutcomeTotals {
  const [billed, allowed, paid] = [new DollarSum(), new DollarSum(), new DollarSum()];
  return { lines: 0, billed, allowed, paid, expected: new DollarSum(), difference: new DollarSum() };
}

/** The lines of one outcome: how many, what they come to, and where they are in the output. */
export interface OutcomeLines {
  /** Without the lines that stand apart below. */
  readonly totals: Readonly<OutcomeTotals>;
  /** The priced lines that were not owed: nothing is expected of them. */
  readonly notOwed: Readonly<OutcomeTotals>;
  /** The lines that were paid at another published rate. */
  readonly atAlternative: Readonly<OutcomeTotals>;
  readonly places: RecordPlaces;
}

/** Contents of a finished output: totals by group, and the lines of each outcome. */
export interface Report {
  readonly totals: readonly Totals[];
  readonly outcomes: ReadonlyMap<LineOutcome, OutcomeLines>;
  /** The first and the last day that was priced; null without a line. */
  readonly days: { readonly first: string; readonly last: string } | null;
  readonly listed: ListedReport;
  readonly index: RowIndex;
  readonly variances: VarianceIndex;
}

/** Reads a finished output once, in order. Its lines were judged when they were priced. */
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

const VERDICTS: Readonly<Partial<Record<LineOutcome, Verdict>>> = {
  underpaid: "underpaid",
  overpaid: "overpaid",
  as_expected: "asExpected",
};

interface GatheredLines extends OutcomeLines {
  readonly totals: OutcomeTotals;
  readonly notOwed: OutcomeTotals;
  readonly atAlternative: OutcomeTotals;
}

/** The order of the sheet of lines that are not compared: those that were not owed first. */
const REASONS_IN_ORDER = Object.keys(NOT_COMPARED).reverse();

class Gathering {
  readonly #groups: readonly (Grouping & { readonly totals: GroupTotals })[];
  readonly #outcomes = new Map<LineOutcome, GatheredLines>();
  readonly #outcomeAt: number;
  readonly #reasonAt: number;
  readonly #dayAt: number;
  readonly #codesAt: number;
  readonly #amountAt: number;
  readonly #expectedAt: number;
  readonly #differenceAt: number | null;
  readonly #takenBackIn: (cells: readonly string[]) => bigint | null;
  /** The amounts of the input that the totals add up. */
  readonly #sent: readonly (readonly [of: "billed" | "allowed" | "paid", column: InputColumn])[];
  readonly #hasSemicolons: boolean;
  readonly #listedMax: number;
  readonly #summaryLines: ListedLines | null;
  readonly #index: RowIndex;
  readonly #variances: VarianceIndex;
  readonly #lineAt: number;
  readonly #hasTakebacks: boolean;
  #days: Report["days"] = null;

  constructor(
    { names, form, columns, cells: { hasSemicolons }, takebacks }: WrittenOutput,
    { groupings, listedMax, listed }: ReportForm,
  ) {
    this.#index = new RowIndex({
      claim: claimNumberColumn(names, columns),
      payerClaim: payerClaimColumn(names),
      billed: columns.billed?.index ?? null,
      units: columns.units?.index ?? null,
      compared: comparedColumn(columns)?.index ?? null,
      isAllowed: columns.allowed !== null,
      credits: creditColumn(columns)?.index ?? null,
      hasSemicolons,
      onForm: payerFormColumns(names, columns),
    });
    const ours = ourColumns(form);
    const at = (name: string) => names.length + ours.indexOf(name);
    this.#lineAt = at("input_line");
    this.#outcomeAt = at("outcome");
    this.#reasonAt = at("reason");
    this.#dayAt = at("date_priced");
    this.#codesAt = at("remark_codes");
    this.#amountAt = at("amount_at_rate");
    this.#expectedAt = at("expected_amount");
    this.#differenceAt = form.isCompared ? at("difference") : null;
    const paid = [comparedColumn(columns), columns.paid].filter((column) => column !== null);
    this.#takenBackIn = (cells) => {
      if (!hasRemark(cells[this.#codesAt], "money_taken_back")) return null;
      const taken = moneyTakenBack(...paid.map((column) => amountUnder(column, cells, hasSemicolons)));
      return taken === null ? null : asMoney(taken).cents;
    };
    const { billed, allowed } = columns;
    const sent = Object.entries({ billed, allowed, paid: columns.paid }) as [
      "billed" | "allowed" | "paid",
      InputColumn | null,
    ][];
    this.#sent =
      listedMax === 0 ? [] : sent.flatMap(([of, column]) => (column === null ? [] : [[of, column] as const]));
    this.#hasSemicolons = hasSemicolons;
    this.#hasTakebacks = (takebacks?.keysTotal ?? 0) > 0;
    this.#variances = new VarianceIndex(groupings.map(({ by }) => by));
    this.#groups = groupings.map((grouping) => ({ ...grouping, totals: new GroupTotals() }));
    this.#listedMax = listedMax;
    this.#summaryLines = listed ?? null;
  }

  add(record: PlacedRecord): void {
    const { cells } = record;
    this.#index.add(Number(cells[this.#lineAt]), record.offset);
    const counted = this.#counted(cells);
    this.#summaryLines?.add(cells, counted);
    const keys = this.#groups.map(({ keyOf }) => keyOf(cells));
    for (const [place, { totals, labelOf }] of this.#groups.entries()) {
      totals.add(keys[place] as string, () => labelOf(cells), counted);
    }
    const { verdict, expected, difference: variance } = counted;
    if ((verdict === "underpaid" || verdict === "overpaid") && expected !== null && variance !== null) {
      this.#variances.add(record, expected, expected - variance, keys);
    }
    const day = cells[this.#dayAt] ?? "";
    if (day !== "") {
      const { first, last } = this.#days ?? { first: day, last: day };
      if (this.#days === null || day < first || day > last) {
        const [earliest, , latest] = [first, day, last].sort();
        this.#days = { first: earliest as string, last: latest as string };
      }
    }
    const lines = this.#linesOf(cells[this.#outcomeAt] as LineOutcome);
    const { places } = lines;
    const isApart = counted.isNotOwed && counted.isPriced;
    const isAtAlternative = cells[this.#reasonAt] === ("paid_at_alternative" satisfies NotComparedCode);
    const totals = isApart ? lines.notOwed : isAtAlternative ? lines.atAlternative : lines.totals;
    totals.lines += 1;
    for (const [of, column] of this.#sent) {
      const amount = amountUnder(column, cells, this.#hasSemicolons);
      if (amount !== null) totals[of].add(asMoney(amount));
    }
    totals.expected.addText(cells[this.#expectedAt] ?? "");
    const difference = this.#differenceAt === null ? "" : (cells[this.#differenceAt] ?? "");
    totals.difference.addText(difference);
    places.add(record, this.#rankOf(cells, difference));
  }

  /** The place of a line in its sheet: its variance, its reason, or, as expected, whether its payment may have been taken back. */
  #rankOf(cells: readonly string[], difference: string): number {
    if (difference === "") return REASONS_IN_ORDER.indexOf(cells[this.#reasonAt] ?? "") + 1;
    if (cells[this.#outcomeAt] !== ("as_expected" satisfies LineOutcome)) return Number(difference);
    return hasRemark(cells[this.#codesAt], "takeback_in_file") ? 1 : 0;
  }

  report(): Report {
    return {
      totals: this.#groups.map(({ by, totals }) => ({ by, rows: totals.rows() })),
      outcomes: this.#outcomes,
      days: this.#days,
      listed: this.#summaryLines?.done() ?? NOTHING_LISTED,
      index: this.#index,
      variances: this.#variances,
    };
  }

  #linesOf(outcome: LineOutcome) {
    const known = this.#outcomes.get(outcome);
    if (known !== undefined) return known;
    // The largest differences come first, the lines of one reason, or those with a takeback; otherwise the order of the file.
    const isGrouped = outcome === "not_compared" || (outcome === "as_expected" && this.#hasTakebacks);
    const isRanked = outcome === "underpaid" || outcome === "overpaid" || isGrouped;
    const places = new RecordPlaces(this.#listedMax, { isRanked, isInOrder: !isRanked || isGrouped });
    const lines = { totals: noTotals(), notOwed: noTotals(), atAlternative: noTotals(), places };
    this.#outcomes.set(outcome, lines);
    return lines;
  }

  #counted(cells: readonly string[]): CountedLine {
    const outcome = cells[this.#outcomeAt] as LineOutcome;
    const isNotOwed = hasRemark(cells[this.#codesAt], "not_owed");
    const expected = cents(cells[this.#expectedAt]);
    const difference = this.#differenceAt === null ? null : cents(cells[this.#differenceAt]);
    // When a modifier leaves the expected amount open, the output has only the amount at the rate.
    const isOpen = expected === null && hasRemark(cells[this.#codesAt], "modifier_not_priced");
    return {
      isPriced: outcome !== "not_priced",
      expected,
      modifierNotPriced: isOpen ? cents(cells[this.#amountAt]) : null,
      difference,
      verdict: VERDICTS[outcome] ?? null,
      takenBack: this.#takenBackIn(cells),
      isNotOwed,
    };
  }
}

/** An amount of ours in cents; null when the cell is empty. */
function cents(text: string | undefined): bigint | null {
  return text === undefined || text === "" ? null : asMoney(factor(text)).cents;
}
