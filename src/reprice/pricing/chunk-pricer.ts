import type { Benchmarked } from "../../answers/benchmark/compared.ts";
import { suggestedRemedies } from "../../answers/explanation/explain-no-rate.ts";
import { isZero, size } from "../../core/money/arithmetic.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { Freshness } from "../../pricing/state/freshness.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Plan } from "../plan.ts";
import { Lines, withoutLeadingCells } from "../reading/chunks.ts";
import { comparedColumn, comparedWord } from "../reading/input-columns.ts";
import { BILLING_CODE, withModifierApart } from "../values/billing-code.ts";
import { type NotOwed, OTHER_SETTING, WHY_NOT_OWED } from "../values/not-owed.ts";
import { type AnsweredLine, ClaimPricer } from "./claim-pricer.ts";
import { assumedTexts, missingEditions } from "./data-notes.ts";
import type { ComparedLine } from "./largest-differences.ts";
import {
  allFaults,
  type FaultyLine,
  faultLine,
  headingByParameter,
  isSkipped,
  type LineFault,
  type OtherState,
  ofColumn,
  type SkippedRow,
} from "./line-fault.ts";
import { lineBesideMedicare } from "./line-medicare.ts";
import { atAlternative, type JudgedLine, judgedLine } from "./line-outcome.ts";
import { hasReadableUnits, LineReader, type ReadLine } from "./line-reader.ts";
import {
  type Expected,
  expectedAt,
  judge,
  type RateOfUnits,
  rateOfUnits,
  withChargeLimit,
} from "./payment-comparison.ts";
import { explainedLine, formulaIn, isOwed, listedLine, type PricedLine, resultLine } from "./priced-line.ts";
import { type PublishedAlternatives, paidAlternative, paidAlternativeRemark } from "./published-alternatives.ts";
import { codeOfNoAmount, type ListedLine, type NoAmountCode, reasonOfNoAmount, UNREADABLE_UNITS } from "./reason.ts";
import {
  doubtRemarks,
  MODIFIER_IN_CODE,
  modifierInCodeRemarks,
  notOwedRemark,
  patientRemarks,
  type Remark,
  remarksOn,
  takebackRemarks,
} from "./remarks.ts";
import { RepeatableRequest } from "./repeatable-request.ts";
import { Takebacks } from "./takebacks.ts";
import { RepricingTally, type TallyRecord } from "./tally.ts";

/** The result of a chunk: output lines, rejected lines and counts. */
export interface PricedChunk {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly faults: Uint8Array<ArrayBuffer>;
  readonly tally: TallyRecord;
}

/** Groups of one line would alternate pricing and writing, and each would evict the other from the processor's caches. */
const LINES_PER_GROUP = 50;

/** Prices the lines of a chunk, in their order. */
export async function priceChunk(
  bytes: Buffer,
  firstLine: number,
  plan: Plan,
  lookup: RateLookup,
  source: StateInRelease,
  freshness: Freshness,
  alternatives: PublishedAlternatives,
): Promise<PricedChunk> {
  const work = new ChunkWork(plan, lookup, source, freshness, alternatives);
  const reader = new LineReader(plan.columns, lookup, plan);
  const pricer = new ClaimPricer(lookup, source, plan.today, plan.columns.codeSystem, plan.columnsOption);
  const lines = new Lines(bytes, firstLine, plan.recordsAreLines);
  for (let next = lines.next(); next !== null; next = lines.next()) {
    const line = withoutLeadingCells(next, plan.leadingCells);
    const read = reader.read(line);
    if (isSkipped(read)) work.addSkipped(read);
    else if ("code" in read) work.addFaulty(line, [read]);
    else if (read.otherState !== null) work.addOfOtherState(read, read.otherState);
    else if (isNotOwed(read) && isStateUnknown(read, plan)) work.addRejected(read, read.faults);
    else if (isNotOwed(read) && read.notOwed.code === OTHER_SETTING) work.addNotLookedUp(read, []);
    else work.addAnswered(read, await pricer.answer(read));
  }
  return work.done();
}

class ChunkWork {
  readonly #plan: Plan;
  readonly #lookup: RateLookup;
  readonly #source: StateInRelease;
  readonly #freshness: Freshness;
  readonly #verdictOf: ReturnType<typeof judge>;
  readonly #output = new OutputText();
  readonly #faults = new OutputText();
  readonly #tally = new RepricingTally();
  /** Headings of the parameters, as the input has them. */
  readonly #headings: ReadonlyMap<string, string>;
  readonly #repeatable: RepeatableRequest;
  readonly #isCompared: boolean;
  readonly #alternatives: PublishedAlternatives;
  readonly #benchmarked: Benchmarked;
  readonly #takebacks: Takebacks;
  #group: PricedLine[] = [];

  constructor(
    plan: Plan,
    lookup: RateLookup,
    source: StateInRelease,
    freshness: Freshness,
    alternatives: PublishedAlternatives,
  ) {
    this.#freshness = freshness;
    this.#plan = plan;
    this.#lookup = lookup;
    this.#headings = headingByParameter(plan.columns);
    this.#source = source;
    this.#verdictOf = judge(plan.tolerance);
    this.#alternatives = alternatives;
    this.#repeatable = new RepeatableRequest(lookup);
    this.#takebacks = new Takebacks(plan.takebacks, lookup);
    this.#isCompared = comparedColumn(plan.columns) !== null;
    this.#benchmarked = { lookup, source, release: { rates: source.data, origins: source.origins } };
  }

  addSkipped(row: SkippedRow): void {
    this.#tally.addSkipped(row);
  }

  addFaulty(line: FaultyLine, faults: readonly LineFault[]): void {
    this.#faults.add(this.#faultLine(line, faults));
    this.#tally.addFaulty(faults);
  }

  #faultLine(line: FaultyLine, faults: readonly LineFault[]): string {
    return faultLine(line, faults, { columns: this.#plan.columns.count, acronyms: this.#lookup.acronyms });
  }

  /** A line that stays in the results: the file of rejected lines has its figures that cannot be read. */
  #addDoubts(read: ReadLine): void {
    if (read.doubts.length > 0) this.#faults.add(this.#faultLine(asFaulty(read), read.doubts));
  }

  /** Priced under this state it would have the amount of another program. */
  addOfOtherState(read: ReadLine, other: OtherState): void {
    this.addFaulty(asFaulty(read), [other]);
    this.#tally.addOfOtherState(other.state);
    if (read.paidOrTakenBack !== null) this.#tally.addPaidOnRejected(read.paidOrTakenBack);
  }

  addRejected(read: ReadLine, faults: readonly LineFault[]): void {
    this.addFaulty(asFaulty(read), [...faults, ...read.doubts]);
    if (read.paidOrTakenBack !== null) this.#tally.addPaidOnRejected(read.paidOrTakenBack);
  }

  addAnswered(read: ReadLine, answered: AnsweredLine): void {
    const { answer } = answered;
    const faults = allFaults(
      read.faults,
      answer.ok ? [] : answer.faults.map((fault) => ofColumn(fault, this.#headings)),
    );
    if ((!answer.ok || faults.length > 0) && isNotOwed(read)) {
      this.addNotLookedUp(read, faults);
      return;
    }
    if (!answer.ok || faults.length > 0) {
      this.addRejected(read, faults);
      return;
    }
    this.#addDoubts(read);
    const results = answer.results.map(({ result }) => result);
    const { claimLines } = this.#lookup;
    // Units that cannot be read could be any number.
    const hasUnitsColumn = this.#plan.columns.units !== null;
    const isCounted = hasReadableUnits(read);
    const expectedAtRate = (rate: RateOfUnits) =>
      withChargeLimit(expectedAt(rate, read.units, hasUnitsColumn), read.billed);
    const expected = results.map((result) => {
      const rate = isCounted ? rateOfUnits(result, claimLines) : null;
      return rate === null ? null : expectedAtRate(rate);
    });
    const { unpricedModifiers, assumedModifiers } = answered;
    const unknownFor =
      unpricedModifiers.length > 0 ? "modifierNotPriced" : assumedModifiers.length > 0 ? "modifierAssumed" : null;
    const said = this.#repeatable.said(answer.request);
    const hasRate = results.some(({ payment_rate }) => payment_rate !== null);
    const code = !isCounted && hasRate ? UNREADABLE_UNITS : codeOfNoAmount(answer.results[0]?.outcome.noRate ?? null);
    const compared = judgedLine({ ...read, expected, unknownFor, code }, this.#isCompared, this.#verdictOf);
    const { judged, otherRates } = this.#besideAlternatives(compared, answer, said, expectedAtRate);
    // A lookup of a stay takes no modifier.
    const apart = hasRate || claimLines === null ? null : withModifierApart(read.fields[BILLING_CODE] ?? "");
    const takeback = this.#takebacks.of(read, judged.outcome === "underpaid");
    const isPaidNothing =
      judged.outcome === "underpaid" && judged.comparison !== null && isZero(judged.comparison.paid);
    const onPatient = isPaidNothing ? read.onPatient : null;
    const missing = missingEditions(answer.results, this.#lookup, this.#source);
    const shown = answer.results[judged.shown];
    this.#add({
      ...read,
      ...judged,
      said,
      day: this.#repeatable.dayOf(answer.request),
      results,
      expected,
      unknownFor,
      hasUnknownModifier: answered.unknownModifiers.length > 0,
      explained:
        this.#plan.explains && shown !== undefined
          ? explainedLine(shown, said, this.#source, this.#lookup, this.#plan.release.file)
          : null,
      medicare:
        this.#plan.isBesideMedicare && shown !== undefined
          ? lineBesideMedicare(shown, answer.request, read.modifiers, this.#benchmarked)
          : null,
      code,
      whyNotPriced: () => `${reasonFor(code, results[0] ?? {})}${apart === null ? "" : ` ${MODIFIER_IN_CODE}`}`,
      lacks: () => lackingIn(answer.results),
      takeback,
      onPatient,
      remarks: [
        ...otherRates,
        ...modifierInCodeRemarks(read.fields[BILLING_CODE] ?? "", apart),
        ...takebackRemarks(takeback),
        ...patientRemarks(onPatient),
        ...remarksOn(read, answered, expected, missing, judged.amounts),
      ],
      assumed: () => assumedTexts(answer.results),
    });
    this.#tally.addData(answer.results, this.#lookup, this.#source, this.#freshness);
    this.#tally.addReading(read, answered, expected, this.#plan.columns.billed !== null);
  }

  /**
   * A line with a variance beside the other published rates of its lookup. Paid more than expected and at one of them, it is not
   * compared: which rate applies is another question than a variance. Paid less than expected it is underpaid, whatever else is
   * published. Nothing paid is a denial, and no rate.
   */
  #besideAlternatives(
    judged: JudgedLine,
    answer: Extract<AnsweredLine["answer"], { readonly ok: true }>,
    said: PricedLine["said"],
    expectedAtRate: (rate: RateOfUnits) => Expected,
  ): { readonly judged: JudgedLine; readonly otherRates: readonly Remark[] } {
    const { comparison, one } = judged;
    const shown = answer.results[judged.shown]?.result;
    if (comparison === null || one === null || shown === undefined) return { judged, otherRates: [] };
    const { verdict, paid } = comparison;
    if (verdict === "asExpected" || isZero(paid)) return { judged, otherRates: [] };
    const paidAt = paidAlternative(this.#alternatives.of(answer.request, shown, said), expectedAtRate, paid);
    if (paidAt === null) return { judged, otherRates: [] };
    const otherRates = [paidAlternativeRemark(paidAt, one, comparedWord(this.#plan.columns))];
    if (verdict === "underpaid") return { judged, otherRates };
    this.#tally.addPaidAtAlternative(size(comparison.difference));
    return { judged: atAlternative(judged), otherRates };
  }

  /**
   * A line that is not owed and cannot be looked up, such as a denied one without a code, or a claim of another setting. Only a
   * figure that cannot be read has to be corrected. It is listed without a price, and its reason is that it is not owed.
   */
  addNotLookedUp(read: NotOwedLine, faults: readonly LineFault[]): void {
    const { code } = read.notOwed;
    this.#addDoubts(read);
    this.#tally.addNotLookedUp(read, faults);
    const claim = { ...read, expected: [], unknownFor: null, code } as const;
    const fields = [...new Set(faults.map(({ field }) => field))].filter((field) => field !== "");
    const lacking = fields.length === 0 ? "" : ` Not looked up: ${fields.join(", ")} missing or not readable.`;
    this.#add({
      ...claim,
      ...judgedLine(claim, this.#isCompared, this.#verdictOf),
      ...{ said: [], day: "", results: [], hasUnknownModifier: false },
      explained: this.#plan.explains ? { figures: "", command: "" } : null,
      ...{ medicare: null, takeback: null },
      whyNotPriced: () => `${WHY_NOT_OWED[code].meaning}${lacking}`,
      lacks: () => "",
      remarks: [...doubtRemarks(read), notOwedRemark(read.notOwed)],
      assumed: () => [],
    });
  }

  #add(line: PricedLine): void {
    this.#group.push(line);
    if (this.#group.length === LINES_PER_GROUP) this.#writeGroup();
  }

  done(): PricedChunk {
    this.#writeGroup();
    return { output: this.#output.bytes(), faults: this.#faults.bytes(), tally: this.#tally.record() };
  }

  #writeGroup(): void {
    let text = "";
    for (const line of this.#group) {
      this.#count(line);
      text += resultLine(line, this.#plan, this.#isCompared);
    }
    this.#output.add(text);
    this.#group = [];
  }

  #count(priced: PricedLine): void {
    const { results, shown, one, isOneAmount, unknownFor, hasUnknownModifier, comparison, code, notOwed } = priced;
    const { length } = results;
    const lineOf = (): ListedLine => listedLine(priced, results[shown] ?? {});
    if (one === null) {
      this.#tally.addNotPriced(length, { code, reason: priced.whyNotPriced(), lacks: priced.lacks(), lineOf });
    } else if (!isOneAmount) this.#tally.addWithSeveralAmounts(length);
    else if (unknownFor === "modifierNotPriced") this.#tally.addModifierNotPriced(length, one.atRate);
    else if (unknownFor === "modifierAssumed" || !isOwed(priced)) this.#tally.addPricedInNoTotal(length);
    else this.#tally.addPriced(length, one, hasUnknownModifier);
    if (notOwed !== null) {
      const expected = isOneAmount && unknownFor === null ? (one?.amount ?? null) : null;
      this.#tally.addNotOwed({ ...notOwed, paidOrTakenBack: priced.paidOrTakenBack }, one !== null, expected);
    }
    if (priced.paidOrTakenBack !== null) this.#tally.addPaid(priced.paidOrTakenBack);
    if (priced.outcome === "not_compared") this.#tally.addNotCompared(priced.reason, lineOf);
    if (priced.takeback !== null) this.#tally.addWithTakeback(priced.takeback, priced);
    if (one === null || comparison === null) return;
    const comparedLine = (): ComparedLine => ({
      ...lineOf(),
      formula: formulaIn(results[shown] ?? {}, one),
      assumed: priced.assumed(),
      remarks: priced.remarks.map(({ text }) => text),
      hasTakeback: priced.takeback !== null,
      isPutOnPatient: priced.onPatient !== null,
    });
    this.#tally.addCompared(comparison, comparison.verdict, comparedLine, hasUnknownModifier);
  }
}

function asFaulty({ line, record }: ReadLine): FaultyLine {
  return { number: line, shown: record };
}

type NotOwedLine = ReadLine & { readonly notOwed: NotOwed };

function isNotOwed(read: ReadLine): read is NotOwedLine {
  return read.notOwed !== null;
}

/** A denial of another state would be counted as one of this state. */
function isStateUnknown({ faults }: ReadLine, { columns }: Plan): boolean {
  return columns.payerState !== null && faults.some(({ field }) => field === columns.payerState?.name);
}

function reasonFor(code: NoAmountCode, result: Result): string {
  return code === UNREADABLE_UNITS ? "The units cannot be read." : reasonOfNoAmount(result);
}

/** The parameters without a value that would complete the price of a line, joined as its reason keeps them. */
function lackingIn(results: readonly ProviderResult[]): string {
  const [first] = results;
  if (first === undefined || first.outcome.payment !== null) return "";
  const remedies = suggestedRemedies(first.outcome);
  return [...new Set(remedies.flatMap(({ parameter, value }) => (value === null ? [parameter] : [])))].join("|");
}

/** Collects lines as text and returns them as bytes. */
class OutputText {
  readonly #parts: Buffer[] = [];
  #bytes = 0;

  /** Encodes the lines of a few lookups: hundreds of kilobytes at once would evict all else from the caches. */
  add(text: string): void {
    const part = Buffer.from(text);
    this.#parts.push(part);
    this.#bytes += part.length;
  }

  /** All lines in separate memory, which can be moved to another thread. */
  bytes(): Buffer<ArrayBuffer> {
    const whole = Buffer.allocUnsafeSlow(this.#bytes);
    let position = 0;
    for (const part of this.#parts) {
      part.copy(whole, position);
      position += part.length;
    }
    return whole;
  }
}
