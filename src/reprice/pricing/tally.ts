import { compare, difference, isZero, sum, ZERO } from "../../core/money/arithmetic.ts";
import { type Factor, factor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import type { AnsweredLine } from "./claim-pricer.ts";
import { DataNotes, type DataNotesRecord } from "./data-notes.ts";
import {
  type ComparedLine,
  type Difference,
  LargestDifferences,
  type PaymentComparison,
} from "./largest-differences.ts";
import type { LineFault, SkippedRow } from "./line-fault.ts";
import type { JudgedLine, LineOutcome } from "./line-outcome.ts";
import type { ReadLine } from "./line-reader.ts";
import { type NotOwedTotal, NotOwedTotals, type PaidNotOwed } from "./not-owed-totals.ts";
import type { Noted } from "./noted.ts";
import {
  type Expected,
  type LinesAndAmount,
  LinesAndSum,
  type Verdict,
  type VerdictRecord,
  VerdictTotals,
} from "./payment-comparison.ts";
import {
  type ListedLine,
  type NoAmountCode,
  type NotComparedCode,
  type ReasonCount,
  type ReasonOfLine,
  Reasons,
} from "./reason.ts";
import type { TakebackMatch } from "./takebacks.ts";

/** A tally in messages between threads and in checkpoints: amounts as text. */
export interface TallyRecord {
  readonly lookups: number;
  readonly faulty: number;
  /** Priced lines that are also in the file of rejected lines: their units or paid amount cannot be read. */
  readonly doubtful: number;
  readonly results: number;
  readonly priced: number;
  readonly withSeveralAmounts: number;
  readonly notPriced: readonly ReasonCount[];
  /** Why lines with a price are not compared; empty where no column is compared. */
  readonly notCompared: readonly ReasonCount<NotComparedCode>[];
  /** Lines with one known amount, and their total. */
  readonly totalLines: number;
  readonly total: string;
  readonly compared: number;
  readonly totalPaid: string;
  /** What was paid for all lines but the rejected, compared or not; nothing where no column has it. */
  readonly paidInAll: string;
  /** What was paid for the rejected lines, as far as they could be read. */
  readonly paidOnRejected: string;
  /** Lines with a payment above zero, and below it, the rejected ones among them. */
  readonly paymentsAbove: number;
  readonly paymentsBelow: number;
  readonly totalDifference: string;
  /** Lines with a modifier that changes the payment but is not in their rate, and their amount at the rate: in no total. */
  readonly modifierNotPriced: LinesAndAmount;
  /** Lines of the total with a modifier of no list and without a published rate, and their expected amount without it. */
  readonly modifierNotKnown: LinesAndAmount;
  /** The underpaid lines among them, and the missing amount. */
  readonly underpaidModifierNotKnown: LinesAndAmount;
  /** Lines billed below the rate, and how much less is expected of them. */
  readonly billedBelowRate: LinesAndAmount;
  readonly takenBack: LinesAndAmount;
  /** Lines paid at another published rate that is above the default one, and how much above; not compared. */
  readonly paidAtAlternative: LinesAndAmount;
  /** Rejected lines of other states, by the code of the state, the most frequent first. */
  readonly otherStates: readonly (readonly [state: string, lines: number])[];
  /** Lines that were not owed, by reason: in no other amount. */
  readonly notOwed: readonly NotOwedTotal[];
  /** Underpaid lines that were paid nothing, like denied ones, and the missing amount. */
  readonly paidNothing: LinesAndAmount;
  /** Underpaid lines that have a takeback in the file, and the missing amount. */
  readonly underpaidWithTakeback: LinesAndAmount;
  /** Of these, those with the same provider, code, day and amount: where both lines lack the number of the claim. */
  readonly takebackOfService: LinesAndAmount;
  /** Where one of the two lines lacks it. */
  readonly takebackOneNumbered: LinesAndAmount;
  /** Where the takeback has another one. */
  readonly takebackOfOtherClaim: LinesAndAmount;
  /** Lines that are not underpaid and whose payment a takeback of the file may have taken back, by outcome, and what was paid. */
  readonly asExpectedWithTakeback: LinesAndAmount;
  readonly overpaidWithTakeback: LinesAndAmount;
  /** Lines that are not compared or not priced. */
  readonly uncomparedWithTakeback: LinesAndAmount;
  /** Of these three, those without the same number of the claim. */
  readonly paidTakebackOfService: LinesAndAmount;
  readonly verdicts: VerdictRecord;
  readonly largest: readonly Difference[];
  readonly noted: readonly (readonly [what: Noted, times: number])[];
  readonly data: DataNotesRecord;
}

/** Lines in the file of rejected lines: they are no lookup, or a figure cannot be read. */
export function faultLines({ faulty, doubtful }: TallyRecord): number {
  return faulty + doubtful;
}

const BY_SERVICE = {
  service: "takebackOfService",
  oneNumbered: "takebackOneNumbered",
  otherClaim: "takebackOfOtherClaim",
} as const satisfies Readonly<Record<Exclude<TakebackMatch, "claim" | "line">, keyof TallyRecord>>;

const PAID_WITH_TAKEBACK = {
  as_expected: "asExpectedWithTakeback",
  overpaid: "overpaidWithTakeback",
  not_compared: "uncomparedWithTakeback",
  priced: "uncomparedWithTakeback",
  not_priced: "uncomparedWithTakeback",
} as const satisfies Readonly<Record<Exclude<LineOutcome, "underpaid">, keyof TallyRecord>>;

export class RepricingTally {
  readonly #counts = {
    ...{ lookups: 0, faulty: 0, doubtful: 0, results: 0, priced: 0 },
    ...{ withSeveralAmounts: 0, totalLines: 0, compared: 0 },
    ...{ paymentsAbove: 0, paymentsBelow: 0 },
  };
  readonly #amounts = { total: ZERO, totalPaid: ZERO, totalDifference: ZERO, paidInAll: ZERO, paidOnRejected: ZERO };
  readonly #lines = {
    modifierNotPriced: new LinesAndSum(),
    modifierNotKnown: new LinesAndSum(),
    underpaidModifierNotKnown: new LinesAndSum(),
    billedBelowRate: new LinesAndSum(),
    takenBack: new LinesAndSum(),
    paidAtAlternative: new LinesAndSum(),
    paidNothing: new LinesAndSum(),
    underpaidWithTakeback: new LinesAndSum(),
    takebackOfService: new LinesAndSum(),
    takebackOneNumbered: new LinesAndSum(),
    takebackOfOtherClaim: new LinesAndSum(),
    asExpectedWithTakeback: new LinesAndSum(),
    overpaidWithTakeback: new LinesAndSum(),
    uncomparedWithTakeback: new LinesAndSum(),
    paidTakebackOfService: new LinesAndSum(),
  };
  readonly #otherStates = new Map<string, number>();
  readonly #notOwed = new NotOwedTotals();
  readonly #notPriced = new Reasons<NoAmountCode>();
  readonly #notCompared = new Reasons<NotComparedCode>();
  readonly #verdicts = new VerdictTotals();
  readonly #largest = new LargestDifferences();
  readonly #noted = new Map<Noted, number>();
  readonly #data = new DataNotes();

  get lookups(): number {
    return this.#counts.lookups;
  }

  addFaulty(faults: readonly LineFault[]): void {
    this.#counts.lookups += 1;
    this.#counts.faulty += 1;
    this.#noteDaysFirst(faults);
    const claims = faults.reduce((sum, fault) => sum + (fault.claims ?? 0), 0);
    if (claims > 0) this.#note("openQuote", claims);
  }

  #noteDaysFirst(faults: readonly LineFault[]): void {
    const daysFirst = faults.filter(({ code }) => code === "day_before_month").length;
    if (daysFirst > 0) this.#note("dayBeforeMonth", daysFirst);
  }

  /** Besides: a line that was not owed and not looked up is counted as not priced too. */
  addNotLookedUp({ ways, doubts }: Pick<ReadLine, "ways" | "doubts">, faults: readonly LineFault[]): void {
    if (doubts.length > 0) this.#counts.doubtful += 1;
    for (const way of ways) this.#note(way, 1);
    this.#noteDaysFirst(faults);
  }

  /** Besides: the lines are counted as faulty too. */
  addOfOtherState(state: string, lines = 1): void {
    this.#otherStates.set(state, (this.#otherStates.get(state) ?? 0) + lines);
  }

  addSkipped({ countedAs }: SkippedRow): void {
    this.#note(countedAs, 1);
  }

  /** A lookup with an amount in one of its results. */
  addPriced(
    results: number,
    { atRate, amount, isLimited }: Pick<Expected, "atRate" | "amount" | "isLimited">,
    hasUnknownModifier = false,
  ): void {
    this.#counts.lookups += 1;
    this.#counts.results += results;
    this.#counts.priced += 1;
    this.#counts.totalLines += 1;
    this.#amounts.total = sum(this.#amounts.total, amount);
    if (hasUnknownModifier) this.#lines.modifierNotKnown.add(1, amount);
    if (isLimited) this.#lines.billedBelowRate.add(1, difference(atRate, amount));
  }

  /** A lookup with one rate, which lacks one of the line's modifiers. */
  addModifierNotPriced(results: number, atRate: Factor): void {
    this.#counts.lookups += 1;
    this.#counts.results += results;
    this.#counts.priced += 1;
    this.#lines.modifierNotPriced.add(1, atRate);
  }

  /** A lookup with one rate that is in no total: the line is not owed or a takeback, or the rate is of a modifier that it lacks. */
  addPricedInNoTotal(results: number): void {
    this.#counts.lookups += 1;
    this.#counts.results += results;
    this.#counts.priced += 1;
  }

  /** A lookup with amounts for several providers or services. Choosing one would be a guess. */
  addWithSeveralAmounts(results: number): void {
    this.#counts.lookups += 1;
    this.#counts.results += results;
    this.#counts.priced += 1;
    this.#counts.withSeveralAmounts += 1;
  }

  addNotPriced(results: number, reason: ReasonOfLine<NoAmountCode>): void {
    this.#counts.lookups += 1;
    this.#counts.results += results;
    this.#notPriced.add(reason);
  }

  /** Besides: the line is counted as priced too. */
  addNotCompared(code: NotComparedCode, lineOf: () => ListedLine): void {
    this.#notCompared.add({ code, reason: "", lacks: "", lineOf });
  }

  /** Besides: the line is counted as not compared too. `above`: the published rate that was paid minus the default one. */
  addPaidAtAlternative(above: Factor): void {
    this.#lines.paidAtAlternative.add(1, above);
  }

  /** Besides: the line is counted by its outcome too. */
  addWithTakeback(
    match: TakebackMatch,
    {
      outcome,
      comparison,
      paidOrTakenBack,
      paid,
    }: Pick<JudgedLine, "outcome" | "comparison"> & Pick<ReadLine, "paidOrTakenBack" | "paid">,
  ): void {
    const isByService = match !== "claim" && match !== "line";
    if (outcome === "underpaid") {
      const missing = comparison?.difference ?? ZERO;
      this.#lines.underpaidWithTakeback.add(1, missing);
      if (isByService) this.#lines[BY_SERVICE[match]].add(1, missing);
      return;
    }
    const payment = paidOrTakenBack ?? paid ?? ZERO;
    this.#lines[PAID_WITH_TAKEBACK[outcome]].add(1, payment);
    if (isByService) this.#lines.paidTakebackOfService.add(1, payment);
  }

  /** What was paid for a line, whatever became of it. */
  addPaid(amount: Factor): void {
    this.#amounts.paidInAll = sum(this.#amounts.paidInAll, amount);
    this.#addSign(amount);
  }

  /** What was paid for a rejected line. */
  addPaidOnRejected(amount: Factor): void {
    this.#amounts.paidOnRejected = sum(this.#amounts.paidOnRejected, amount);
    this.#addSign(amount);
  }

  #addSign(amount: Factor): void {
    if (isZero(amount)) return;
    if (compare(amount, ZERO) > 0) this.#counts.paymentsAbove += 1;
    else this.#counts.paymentsBelow += 1;
  }

  /** Besides: the line is counted as priced or not priced too. `expected` is null without one known amount. */
  addNotOwed(line: PaidNotOwed, isPriced: boolean, expected: Factor | null): void {
    this.#notOwed.note(line, isPriced, expected);
  }

  addReading(
    {
      ways,
      doubts,
      takenBack,
      notOwed,
      billed,
    }: Pick<ReadLine, "ways" | "doubts" | "takenBack" | "notOwed" | "billed">,
    answered: Omit<AnsweredLine, "answer">,
    expected: readonly (Expected | null)[],
    hasBilledColumn: boolean,
  ): void {
    const { idleModifiers, unknownModifiers, leftModifiers, assumedModifiers, hasLostZeros, overlooked } = answered;
    if (doubts.length > 0) this.#counts.doubtful += 1;
    if (takenBack !== null && notOwed === null) this.#lines.takenBack.add(1, takenBack);
    for (const way of ways) this.#note(way, 1);
    if (hasLostZeros) this.#note("lostZeros", 1);
    if (idleModifiers.length > 0) this.#note("idleModifiers", idleModifiers.length);
    if (unknownModifiers.length > 0) this.#note("unknownModifiers", unknownModifiers.length);
    if (leftModifiers.length > 0) this.#note("leftModifiers", 1);
    if (assumedModifiers.length > 0) this.#note("assumedModifiers", 1);
    if (overlooked !== null) this.#note("overlookedParameter", 1);
    const hasAmount = expected.some((each) => each !== null);
    if (doubts.length > 0 && hasAmount) this.#note("notCompared", 1);
    const isBilledUnknown = doubts.some(({ code }) => code === "invalid_billed_amount");
    if (hasBilledColumn && hasAmount && billed === null && !isBilledUnknown) this.#note("noBilledAmount", 1);
    if (hasAmount && billed !== null && isZero(billed)) this.#note("billedNothing", 1);
    if (expected.some((each) => each?.isAssumedUnit)) this.#note("noUnits", 1);
    if (expected.some((each) => each?.isCut)) this.#note("unitsCut", 1);
    if (expected.some((each) => each?.isForWholeLine)) this.#note("wholeLine", 1);
  }

  addData(...answered: Parameters<DataNotes["addAnswer"]>): void {
    this.#data.addAnswer(...answered);
  }

  #note(what: Noted, times: number): void {
    this.#noted.set(what, (this.#noted.get(what) ?? 0) + times);
  }

  /** The paid amount of a lookup with one amount, and its verdict. */
  addCompared(
    comparison: PaymentComparison,
    verdict: Verdict,
    lineOf: () => ComparedLine,
    hasUnknownModifier = false,
  ): void {
    const { paid, difference: missing } = comparison;
    this.#counts.compared += 1;
    this.#amounts.totalPaid = sum(this.#amounts.totalPaid, paid);
    this.#amounts.totalDifference = sum(this.#amounts.totalDifference, missing);
    this.#verdicts.note(verdict, missing);
    if (verdict === "underpaid" && isZero(paid)) this.#lines.paidNothing.add(1, missing);
    if (verdict === "underpaid" && hasUnknownModifier) this.#lines.underpaidModifierNotKnown.add(1, missing);
    if (verdict !== "asExpected") this.#largest.note(comparison, lineOf);
  }

  /** Adds the record of later lines. */
  add(record: TallyRecord): void {
    for (const name of namesOf(this.#counts)) this.#counts[name] += record[name];
    for (const name of namesOf(this.#amounts)) this.#amounts[name] = sum(this.#amounts[name], factor(record[name]));
    for (const name of namesOf(this.#lines)) this.#lines[name].addRecord(record[name]);
    for (const [state, lines] of record.otherStates) this.addOfOtherState(state, lines);
    this.#notOwed.add(record.notOwed);
    this.#notPriced.addRecord(record.notPriced);
    this.#notCompared.addRecord(record.notCompared);
    for (const [what, times] of record.noted) this.#note(what, times);
    this.#data.add(record.data);
    this.#verdicts.add(record.verdicts);
    this.#largest.add(record.largest);
  }

  record(): TallyRecord {
    return {
      ...this.#counts,
      ...recorded(this.#amounts, dollarText),
      ...recorded(this.#lines, (each) => each.record()),
      otherStates: [...this.#otherStates].sort(([a, of], [b, than]) => than - of || (a < b ? -1 : 1)),
      notOwed: this.#notOwed.record(),
      notPriced: this.#notPriced.record(),
      notCompared: this.#notCompared.record(),
      verdicts: this.#verdicts.record(),
      largest: this.#largest.record(),
      noted: [...this.#noted],
      data: this.#data.record(),
    };
  }
}

function namesOf<Name extends string>(counters: Readonly<Record<Name, unknown>>): readonly Name[] {
  return Object.keys(counters) as Name[];
}

function recorded<Name extends string, Counter, Kept>(
  counters: Readonly<Record<Name, Counter>>,
  keep: (counter: Counter) => Kept,
): Readonly<Record<Name, Kept>> {
  const kept = namesOf(counters).map((name) => [name, keep(counters[name])] as const);
  return Object.fromEntries(kept) as Record<Name, Kept>;
}
