import { understoodRequest } from "../../answers/explanation/explain.ts";
import { suggestedRemedies } from "../../answers/explanation/explain-no-rate.ts";
import { explainResult } from "../../answers/explanation/explain-result.ts";
import { type ShownSource, shownSources } from "../../answers/explanation/record-words.ts";
import { repeatingCommand, saidParameters } from "../../answers/explanation/result-words.ts";
import type { ExplainedRow, Explanation, ResultExplanation } from "../../answers/explanation/schema.ts";
import { compare, ONE } from "../../core/money/arithmetic.ts";
import { dollarText } from "../../core/money/money.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { safeCell } from "../../dataset/safe-cell.ts";
import type { LookupRequest, RateLookup } from "../../pricing/lookup.ts";
import type { ProviderResult, Result } from "../../pricing/result.ts";
import type { Freshness } from "../../pricing/state/freshness.ts";
import type { StateInRelease } from "../../release/release.ts";
import type { Plan } from "../plan.ts";
import { Lines, withoutLeadingCells } from "../reading/chunks.ts";
import { comparedColumn } from "../reading/input-columns.ts";
import { type AnsweredLine, ClaimPricer } from "./claim-pricer.ts";
import { assumedTexts, missingEditions } from "./data-notes.ts";
import {
  allFaults,
  type FaultyLine,
  faultLine,
  headingByParameter,
  isSkipped,
  type LineFault,
  ofColumn,
  type SkippedRow,
} from "./line-fault.ts";
import { hasReadableUnits, LineReader, type ReadLine } from "./line-reader.ts";
import { differenceOf, type Expected, expectedOf, judge, withChargeLimit } from "./payment-comparison.ts";
import {
  codeOfNoAmount,
  type ListedLine,
  type NoAmountCode,
  type NotComparedCode,
  reasonOfNoAmount,
  UNREADABLE_UNITS,
} from "./reason.ts";
import { type Remark, remarkCodes, remarksOn } from "./remarks.ts";
import { type ComparedLine, RepricingTally, type TallyRecord } from "./tally.ts";

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
): Promise<PricedChunk> {
  const work = new ChunkWork(plan, lookup, source, freshness);
  const reader = new LineReader(plan.columns, lookup, plan);
  const pricer = new ClaimPricer(lookup, source, plan.today, plan.columns.codeSystem, plan.columnsOption);
  const lines = new Lines(bytes, firstLine, plan.recordsAreLines);
  for (let next = lines.next(); next !== null; next = lines.next()) {
    const line = withoutLeadingCells(next, plan.leadingCells);
    const read = reader.read(line);
    if (isSkipped(read)) work.addSkipped(read);
    else if ("code" in read) work.addFaulty(line, [read]);
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
  #group: PricedLine[] = [];

  constructor(plan: Plan, lookup: RateLookup, source: StateInRelease, freshness: Freshness) {
    this.#freshness = freshness;
    this.#plan = plan;
    this.#lookup = lookup;
    this.#headings = headingByParameter(plan.columns);
    this.#source = source;
    this.#verdictOf = judge(plan.tolerance);
  }

  addSkipped(row: SkippedRow): void {
    this.#tally.addSkipped(row);
  }

  addFaulty(line: FaultyLine, faults: readonly LineFault[]): void {
    this.#faults.add(faultLine(line, faults, this.#plan.columns.count));
    this.#tally.addFaulty(faults);
  }

  addAnswered(read: ReadLine, answered: AnsweredLine): void {
    const { answer } = answered;
    const line: FaultyLine = { number: read.line, shown: read.record };
    const faults = allFaults(
      read.faults,
      answer.ok ? [] : answer.faults.map((fault) => ofColumn(fault, this.#headings)),
    );
    if (!answer.ok || faults.length > 0) {
      this.addFaulty(line, [...faults, ...read.doubts]);
      return;
    }
    if (read.doubts.length > 0) this.#faults.add(faultLine(line, read.doubts, this.#plan.columns.count));
    const results = answer.results.map(({ result }) => result);
    const { claimLines } = this.#lookup;
    // Units that cannot be read could be any number.
    const hasUnitsColumn = this.#plan.columns.units !== null;
    const isCounted = hasReadableUnits(read);
    const expected = results.map((result) =>
      isCounted ? withChargeLimit(expectedOf(result, read.units, hasUnitsColumn, claimLines), read.billed) : null,
    );
    const { unpricedModifiers, assumedModifiers } = answered;
    const unknownFor =
      unpricedModifiers.length > 0 ? "modifierNotPriced" : assumedModifiers.length > 0 ? "modifierAssumed" : null;
    const { explains, release } = this.#plan;
    const explained = explains
      ? explainedLines(this.#lookup, this.#source, release.file, answer.request, answer.results)
      : null;
    const hasRate = results.some(({ payment_rate }) => payment_rate !== null);
    const code = !isCounted && hasRate ? UNREADABLE_UNITS : codeOfNoAmount(answer.results[0]?.outcome.noRate ?? null);
    const remarks = remarksOn(read, answered, expected, missingEditions(answer.results, this.#lookup, this.#source));
    this.#group.push({
      ...read,
      request: answer.request,
      results,
      expected,
      unknownFor,
      hasUnknownModifier: answered.unknownModifiers.length > 0,
      explained,
      code,
      lacks: () => lackingIn(answer.results),
      remarks,
      assumed: () => assumedTexts(answer.results),
    });
    this.#tally.addData(answer.results, this.#lookup, this.#source, this.#freshness);
    this.#tally.addReading(read, answered, expected, this.#plan.columns.billed !== null);
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
      text += resultLines(line, this.#plan);
    }
    this.#output.add(text);
    this.#group = [];
  }

  #count(priced: PricedLine): void {
    const { results, expected, unknownFor, hasUnknownModifier, paid, code } = priced;
    const known = expected.filter((each): each is Expected => each !== null);
    const [one] = known;
    const amountOf = ({ amount, atRate }: Expected) => (unknownFor === null ? amount : atRate);
    const lineOf = (): ListedLine => this.#listed(priced, results[one === undefined ? 0 : expected.indexOf(one)] ?? {});
    const notCompared = (reason: NotComparedCode) => {
      if (comparedColumn(this.#plan.columns) !== null) this.#tally.addNotCompared(reason, lineOf);
    };
    if (one === undefined) {
      const reason = reasonFor(code, results[0] ?? {});
      this.#tally.addNotPriced(results.length, { code, reason, lacks: priced.lacks(), lineOf });
    }
    // Results with one amount leave no doubt about it.
    else if (known.some((each) => compare(amountOf(each), amountOf(one)) !== 0)) {
      this.#tally.addWithSeveralAmounts(results.length);
      notCompared("several_amounts");
    } else if (unknownFor === "modifierNotPriced") {
      this.#tally.addModifierNotPriced(results.length, one.atRate);
      notCompared("modifier_not_priced");
    } else if (unknownFor === "modifierAssumed") {
      this.#tally.addModifierAssumed(results.length);
      notCompared("modifier_assumed");
    } else {
      this.#tally.addPriced(results.length, one, hasUnknownModifier);
      if (paid === null) {
        notCompared(reasonOfNoPayment(priced));
        return;
      }
      const comparison = { expected: one.amount, paid, difference: differenceOf(one, paid) };
      const verdict = this.#verdictOf(comparison.expected, comparison.difference);
      const comparedLine = (): ComparedLine => ({
        ...lineOf(),
        formula: withUnitsAndLimit(textOf(results[expected.indexOf(one)]?.calculation_method), one),
        assumed: priced.assumed(),
        remarks: priced.remarks.map(({ text }) => text),
      });
      this.#tally.addCompared(comparison, verdict, comparedLine, hasUnknownModifier);
    }
  }

  #listed({ line, billed, request }: PricedLine, result: Result): ListedLine {
    const { billing_code, npi, state_provider_id, provider_name } = result;
    return {
      line,
      code: textOf(billing_code),
      provider: textOf(npi) ?? textOf(state_provider_id),
      providerName: textOf(provider_name),
      billed: billed === null ? null : dollarText(billed),
      lookup: lookupAgain(this.#lookup, request),
    };
  }
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Why a line with one known amount has nothing to compare it with. */
function reasonOfNoPayment({ takenBack, paidWithoutAllowed, doubts }: ReadLine): NotComparedCode {
  if (takenBack !== null) return "money_taken_back";
  if (paidWithoutAllowed !== null) return "allowed_amount_empty";
  return doubts.length > 0 ? "unreadable_amount" : "nothing_paid";
}

/** The parameters without a value that would complete the price of a line, joined as its reason keeps them. */
function lackingIn(results: readonly ProviderResult[]): string {
  const [first] = results;
  if (first === undefined || first.outcome.payment !== null) return "";
  const remedies = suggestedRemedies(first.outcome);
  return [...new Set(remedies.flatMap(({ parameter, value }) => (value === null ? [parameter] : [])))].join("|");
}

function reasonFor(code: NoAmountCode, result: Result): string {
  return code === UNREADABLE_UNITS ? "The units cannot be read." : reasonOfNoAmount(result);
}

function lookupAgain(lookup: RateLookup, request: LookupRequest): ComparedLine["lookup"] {
  const said = saidParameters(repeatableRequest(lookup, request), lookup);
  return Object.fromEntries(said.map(([name, value]) => [name, String(value)]));
}

/** The formula of a rate, with the units and the charges of the line. */
function withUnitsAndLimit(formula: string | null, expected: Expected): string | null {
  if (formula === null) return null;
  const { rate, unitsPriced, atRate, amount, isLimited } = expected;
  const units =
    compare(unitsPriced, ONE) === 0
      ? ""
      : `; $${dollarText(rate)} x ${unitsPriced.text} units = $${dollarText(atRate)}`;
  const limit = isLimited
    ? `; lesser of $${dollarText(atRate)} and billed $${dollarText(amount)} = $${dollarText(amount)}`
    : "";
  return `${formula}${units}${limit}`;
}

/** A modifier changes the payment but the rate ignores it; or the rate belongs to a modifier that the line lacks. */
type ModifierDoubt = "modifierNotPriced" | "modifierAssumed";

/** The results of a line, each with its expected payment. */
interface PricedLine extends ReadLine {
  readonly request: LookupRequest;
  readonly results: readonly Result[];
  readonly expected: readonly (Expected | null)[];
  /** Why the expected payment is unknown although there is a rate; null when it is known. */
  readonly unknownFor: ModifierDoubt | null;
  /** Whether it has a modifier of no list, which the rate may ignore. */
  readonly hasUnknownModifier: boolean;
  readonly remarks: readonly Remark[];
  /** Why there is no amount. */
  readonly code: NoAmountCode;
  /** The parameters that it lacks; used only for a line without an amount. */
  readonly lacks: () => string;
  /** The defaults of its price, in words; used only for a line that is listed by itself. */
  readonly assumed: () => readonly string[];
  /** The sources of each result's figures; null when not requested. */
  readonly explained: readonly ExplainedLine[] | null;
}

/** The output lines of an input line: the line itself, followed by one result. */
function resultLines(priced: PricedLine, plan: Plan): string {
  const { record, line, paid, results, expected, unknownFor, remarks, explained } = priced;
  const isCompared = comparedColumn(plan.columns) !== null;
  const remark = `${safeCell(remarks.map(({ text }) => text).join(" "))},${remarkCodes(remarks)}`;
  let text = "";
  for (const [index, result] of results.entries()) {
    const one = expected[index] ?? null;
    text += `${record},${line},${index + 1},${results.length},${one?.unitsPriced.text ?? ""}`;
    const known = unknownFor === null ? one : null;
    text += `,${one === null ? "" : dollarText(one.atRate)},${known === null ? "" : dollarText(known.amount)}`;
    if (isCompared) text += `,${known === null || paid === null ? "" : dollarText(differenceOf(known, paid))}`;
    text += `,${remark}`;
    for (const field of plan.fields) text += `,${safeCell(result[field])}`;
    const explanation = explained?.[index];
    if (explanation !== undefined) text += `,${safeCell(explanation.figures)},${safeCell(explanation.command)}`;
    text += "\n";
  }
  return text;
}

/** The sources of a result's figures, and the command that prints the whole explanation. */
interface ExplainedLine {
  readonly figures: string;
  readonly command: string;
}

/** Explains results in the words of `ratebook explain`; the formula itself is `calculation_method`. */
function explainedLines(
  lookup: RateLookup,
  source: StateInRelease,
  release: string,
  request: LookupRequest,
  results: readonly ProviderResult[],
): readonly ExplainedLine[] {
  const repeatable = repeatableRequest(lookup, request);
  const command = repeatingCommand({ request: repeatable }, { state: source.state, lookup }, release).join(" ");
  const registry = { providers: source.state.providers.table, origins: source.origins };
  return results.map((result) => ({ figures: figuresText(explainResult(result, registry, null)), command }));
}

/** `rate = $24.00 (ca/outpatient_rates, line 12; Medi-Cal Rates, edition 2026-09-15, line 12); ...` */
function figuresText(explained: ResultExplanation): string {
  return shownSources(explained)
    .ofFigures.flatMap((source) => {
      const where = whereText(source, explained.rows);
      return source.figures.map(({ name, value, where: column }) => `${name} = ${value} (${where ?? column})`);
    })
    .join("; ");
}

/** The address of a row: its line in the dataset, then its publication; null for a figure without a row. */
function whereText({ id, title }: ShownSource, rows: readonly ExplainedRow[]): string | null {
  if (id === null) return null;
  const publication = rows.find((row) => row.id === id)?.publication ?? null;
  const edition = publication?.edition == null ? null : `edition ${publication.edition}`;
  const published = [publication?.name, edition, publication?.place].filter((part) => part != null).join(", ");
  return published === "" ? title : `${title}; ${published}`;
}

/** A request that can be sent again. It is pasted and kept in histories: private values that do not change the price are left out. */
function repeatableRequest(lookup: RateLookup, request: LookupRequest): Explanation["request"] {
  const confidential = Object.entries(lookup.parameters).flatMap(([key, each]) =>
    each.confidential ? [snakeCase(key)] : [],
  );
  const understood = Object.entries(understoodRequest(lookup, request));
  return Object.fromEntries(understood.filter(([name]) => !confidential.includes(name)));
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
