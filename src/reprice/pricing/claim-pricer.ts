import type { Day } from "../../core/calendar/day.ts";
import { quoted } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import { type LookupAnswer, type LookupSource, lookupAnswer } from "../../pricing/answer.ts";
import type { OverlookedParameter, RateLookup } from "../../pricing/lookup.ts";
import type { NoRateCode } from "../../pricing/no-rate.ts";
import { COMMAND_ADVICE } from "../reading/advice.ts";
import { BILLING_CODE as CODE } from "../values/billing-code.ts";
import type { CodeSystem } from "../values/column-names.ts";
import { MODIFIER } from "../values/column-names.ts";
import { changesPayment, modifierMeaning } from "../values/modifiers.ts";
import type { ReadLine } from "./line-reader.ts";

/** A parameter that a line lacks, with the rate it would have with it. */
interface Overlooked extends OverlookedParameter {
  /** What was sent in its place; empty when nothing was. */
  readonly sent: string;
  readonly rate: string;
}

/** A modifier that filled in a parameter, such as 80 the procedure type Assistant Surgeon. */
interface FilledIn {
  readonly modifier: string;
  readonly parameter: string;
  readonly value: string;
}

interface AnsweredModifiers {
  /** Modifiers that inform and do not change the payment. */
  readonly idleModifiers: readonly string[];
  /** Modifiers without a published row and without a national meaning: the price ignores them. */
  readonly unknownModifiers: readonly string[];
  /** Modifiers with a price beside the applied one, since a lookup takes one; or that contradict a cell. */
  readonly leftModifiers: readonly string[];
  /** Modifiers that change the payment but are not in the price: the line is not compared. */
  readonly unpricedModifiers: readonly string[];
  /** Parameters that modifiers set to another value. */
  readonly filledIn: readonly FilledIn[];
  /** Modifiers in the prices that the line lacks: the code has no rate without one. The line is not compared. */
  readonly assumedModifiers: readonly string[];
}

/** The answer to a line: with the modifiers that were used, and the code as it was read. */
export interface AnsweredLine extends AnsweredModifiers {
  readonly answer: LookupAnswer;
  readonly hasLostZeros: boolean;
  readonly overlooked: Overlooked | null;
}

const NONE: readonly string[] = [];
const NO_MODIFIERS: Omit<AnsweredModifiers, "assumedModifiers"> = {
  idleModifiers: NONE,
  unknownModifiers: NONE,
  leftModifiers: NONE,
  unpricedModifiers: NONE,
  filledIn: [],
};

/** A line after its modifiers have set parameters. */
interface SaidByModifiers {
  readonly said: LineFields;
  readonly others: readonly string[];
  /** Modifiers that contradict the parameter's cell. */
  readonly contradicting: readonly string[];
  readonly filledIn: readonly FilledIn[];
}

interface Applied {
  readonly modifier: string | null;
  readonly answer: LookupAnswer;
}

/** Prices claim lines with the lookups of a release. */
export class ClaimPricer {
  readonly #lookup: RateLookup;
  readonly #source: LookupSource;
  readonly #codeSystem: CodeSystem | null;
  readonly #columnsOption: string;
  readonly #defaults: { readonly today: Day };
  /** Whether any modifier may be sent; otherwise only those with a price. */
  readonly #takesAnyModifier: boolean;
  readonly #isPublished: (code: string) => boolean;

  /** `codeSystem`: the code system that the heading names. `columnsOption`: the option that assigns columns, for messages. */
  constructor(
    lookup: RateLookup,
    source: LookupSource,
    today: Day,
    codeSystem: CodeSystem | null,
    columnsOption = COMMAND_ADVICE.option("columns"),
  ) {
    this.#codeSystem = codeSystem;
    this.#columnsOption = columnsOption;
    this.#lookup = lookup;
    this.#source = source;
    this.#defaults = { today };
    this.#isPublished = publishedProcedures(lookup, source);
    const modifier = Object.entries(lookup.parameters).find(([key]) => snakeCase(key) === MODIFIER)?.[1];
    this.#takesAnyModifier = modifier?.kind === "modifier";
  }

  /** Synchronous when possible: most lines have neither modifiers nor a short code. */
  answer({ fields, modifiers }: ReadLine): AnsweredLine | Promise<AnsweredLine> {
    if (modifiers.length > 0 || lostZerosOf(this.#lookup, fields) !== null) return this.#chosen(fields, modifiers);
    const answer = this.#ask(fields, null);
    const { overlooked } = this.#lookup;
    if (overlooked !== null) return this.#withOverlooked(fields, answer, overlooked);
    return answer instanceof Promise ? answer.then(plainly) : plainly(answer);
  }

  /** Answers a line that lacks a parameter as it is, and adds the rate with the parameter when that differs. */
  async #withOverlooked(
    fields: LineFields,
    answering: LookupAnswer | Promise<LookupAnswer>,
    overlookedBy: NonNullable<RateLookup["overlooked"]>,
  ): Promise<AnsweredLine> {
    const answer = await answering;
    const found = pricedResults(answer).flatMap((result) => overlookedBy(result) ?? [])[0];
    if (found === undefined) return plainly(answer);
    const asMeant = await this.#ask({ ...fields, [found.parameter]: found.value }, null);
    const rate = pricedResults(asMeant)[0]?.payment_rate;
    const isOther = typeof rate === "string" && rate !== pricedResults(answer)[0]?.payment_rate;
    const overlooked: Overlooked | null = isOther ? { ...found, rate, sent: fields[found.parameter] ?? "" } : null;
    return { ...plainly(answer), overlooked };
  }

  async #chosen(fields: LineFields, modifiers: readonly string[]): Promise<AnsweredLine> {
    const twoCodes = lostZerosOf(this.#lookup, fields);
    if (twoCodes === null) return { ...(await this.#withModifiers(fields, modifiers)), hasLostZeros: false };
    return await theOneMeant(
      twoCodes,
      this.#codeSystem,
      (each) => this.#withModifiers(each, modifiers),
      this.#isPublished,
      this.#columnsOption,
    );
  }

  /** A modifier that implies a parameter sets it; the parameter's own cell has precedence. */
  async #saidByModifiers(fields: LineFields, modifiers: readonly string[]): Promise<SaidByModifiers> {
    let result: SaidByModifiers = { said: fields, others: modifiers, contradicting: NONE, filledIn: [] };
    if (modifiers.length === 0) return result;
    for (const { parameter, values, isPublished } of this.#lookup.claimLines?.saidByModifiers ?? []) {
      const found = modifiers.filter((each) => Object.hasOwn(values, each));
      const [first] = found;
      if (first === undefined) continue;
      const value = result.said[parameter] || (values[first] as string);
      const said = { ...result.said, [parameter]: value };
      if (isPublished !== undefined) {
        const answer = await this.#ask(said, null);
        if (!answer.ok || !answer.results.some((each) => isPublished(each.result, value))) continue;
      }
      const isSame = (each: string) => values[each]?.toUpperCase() === value.toUpperCase();
      const isFilledIn = !result.said[parameter] && value !== first;
      result = {
        filledIn: isFilledIn ? [...result.filledIn, { modifier: first, parameter, value }] : result.filledIn,
        said,
        others: result.others.filter((each) => !found.includes(each)),
        contradicting: [...result.contradicting, ...found.filter((each) => !isSame(each))],
      };
    }
    return result;
  }

  /**
   * Applies the first modifier that has a price: first those that always have one, then those with a published row. If none
   * has one, the line has no price either: it must not get the price without them.
   */
  async #withModifiers(fields: LineFields, modifiers: readonly string[]): Promise<Omit<AnsweredLine, "hasLostZeros">> {
    const { said, others, contradicting, filledIn } = await this.#saidByModifiers(fields, modifiers);
    const always = others.filter((each) => this.#lookup.claimLines?.modifiers.includes(each));
    const published = await this.#publishedFor(said, others, always);
    const asking = [...always, ...published.keys()];
    const [first = null] = asking;
    const answerOf = async (each: string | null) => published.get(each ?? "") ?? (await this.#ask(said, each));
    let chosen: Applied = { modifier: first, answer: await answerOf(first) };
    for (const each of asking.slice(1)) {
      if (hasPrice(chosen.answer)) break;
      const other = { modifier: each, answer: await answerOf(each) };
      if (hasPrice(other.answer)) chosen = other;
    }
    const without = others.filter((each) => !asking.includes(each));
    const left = asking.filter((each) => each !== chosen.modifier);
    const unpriced = [...left, ...[...without, ...contradicting, ...unshown(chosen)].filter(changesPayment)];
    return {
      answer: chosen.answer,
      idleModifiers: without.filter((each) => modifierMeaning(each) === "informs"),
      unknownModifiers: without.filter((each) => modifierMeaning(each) === null),
      leftModifiers: [...left, ...contradicting],
      unpricedModifiers: unpriced.filter((each) => !this.#isCovered(each, chosen.answer)),
      assumedModifiers: assumedBy(chosen.answer, modifiers),
      filledIn,
      overlooked: null,
    };
  }

  /** Whether the payment is right for a modifier that the price does not show: there is no price, or it covers the modifier. */
  #isCovered(modifier: string, answer: LookupAnswer): boolean {
    const covers = this.#lookup.claimLines?.coversModifier;
    return pricedResults(answer).every((result) => covers?.(result, modifier) ?? false);
  }

  /** Further modifiers with a published row, and their answers. */
  async #publishedFor(
    fields: LineFields,
    modifiers: readonly string[],
    beside: readonly string[],
  ): Promise<ReadonlyMap<string, LookupAnswer>> {
    const answers = new Map<string, LookupAnswer>();
    if (!this.#takesAnyModifier) return answers;
    for (const modifier of modifiers) {
      if (beside.includes(modifier)) continue;
      const answer = await this.#ask(fields, modifier);
      if (isPublishedFor(answer, modifier)) answers.set(modifier, answer);
    }
    return answers;
  }

  #ask(fields: LineFields, modifier: string | null): LookupAnswer | Promise<LookupAnswer> {
    const sent = modifier === null ? fields : { ...fields, [MODIFIER]: modifier };
    return lookupAnswer(this.#lookup, "fromQuery", sent, this.#defaults, this.#source);
  }
}

function plainly(answer: LookupAnswer): AnsweredLine {
  return {
    answer,
    ...NO_MODIFIERS,
    assumedModifiers: assumedBy(answer, NONE),
    hasLostZeros: false,
    overlooked: null,
  };
}

function pricedResults(answer: LookupAnswer) {
  return answer.ok ? answer.results.flatMap(({ result }) => (result.payment_rate === null ? [] : [result])) : [];
}

function hasPrice(answer: LookupAnswer): boolean {
  return pricedResults(answer).length > 0;
}

function isPublishedFor(answer: LookupAnswer, modifier: string): boolean {
  return answer.ok && answer.results.some(({ result }) => result[MODIFIER] === modifier);
}

/** The modifiers in the prices that the line lacks: without one, a lookup returns each published rate with a modifier. */
function assumedBy(answer: LookupAnswer, modifiers: readonly string[]): readonly string[] {
  const shown = pricedResults(answer).map((result) => result[MODIFIER]);
  const lacking = shown.filter((each) => typeof each === "string" && each !== "" && !modifiers.includes(each));
  return lacking.length === 0 ? NONE : [...new Set(lacking as string[])];
}

/** The modifier that was sent but is not in the price: the provider's payment path has no rule for modifiers. */
function unshown({ modifier, answer }: Applied): readonly string[] {
  const isShown = pricedResults(answer).every((result) => result[MODIFIER] === modifier);
  return modifier === null || isShown ? NONE : [modifier];
}

const PROCEDURE_CODE_LENGTH = 5;
const TOO_SHORT = new RegExp(`^[0-9]{1,${PROCEDURE_CODE_LENGTH - 1}}$`);

type LineFields = Readonly<Record<string, string>>;

/** A code too short for a procedure: as read, and with the zeros that a spreadsheet removes. */
interface TwoCodes {
  readonly short: LineFields;
  readonly padded: LineFields;
}

/** Both readings of a code that may have lost its zeros; null for any other. */
function lostZerosOf({ setting }: RateLookup, fields: LineFields): TwoCodes | null {
  const code = fields[CODE] ?? "";
  if (setting !== "outpatient" || !TOO_SHORT.test(code)) return null;
  return { short: fields, padded: { ...fields, [CODE]: withZeros(code) } };
}

export function withZeros(code: string): string {
  return code.padStart(PROCEDURE_CODE_LENGTH, "0");
}

/** Whether a reason implies that the state lists the code. A code system that does not pay the provider is not listed. */
const IS_LISTED: Readonly<Record<NoRateCode, boolean>> = {
  no_such_provider: false,
  none_can_be_priced: false,
  code_not_listed: false,
  not_in_force: true,
  not_for_provider_type: false,
  not_for_request: true,
  no_provider_rate: true,
  by_report: true,
  missing_information: true,
  not_payable: true,
  not_loaded: false,
};

function remedyWith(columnsOption: string): string {
  return `Take the column of codes (${columnsOption}) whose heading says CPT or EAPG, give it such a heading, or write procedures as text with all of their digits.`;
}

/**
 * Chooses between two readings of a code. The heading decides; otherwise the reading that the state lists. The code stays as
 * read when the state lists neither, or pays the same for both. Neither is chosen when it lists both, even if it pays the
 * procedure only to others.
 */
async function theOneMeant(
  { short, padded }: TwoCodes,
  codeSystem: CodeSystem | null,
  ask: (fields: LineFields) => Promise<Omit<AnsweredLine, "hasLostZeros">>,
  isPublished: (code: string) => boolean,
  columnsOption: string,
): Promise<AnsweredLine> {
  // No procedure has so short a number, and a group with that number would be another service.
  if (codeSystem === "procedure") return { ...(await ask(padded)), hasLostZeros: true };
  const asRead = await ask(short);
  if (codeSystem === "group") return { ...asRead, hasLostZeros: false };
  const isRead = isListed(asRead.answer);
  // Most short codes are groups without a procedure of that number: one lookup is enough.
  const isProcedure = isPublished(padded[CODE] as string);
  if (isRead && !isProcedure) return { ...asRead, hasLostZeros: false };
  const withZeros = await ask(padded);
  const isPadded = isListed(withZeros.answer);
  if (!isRead)
    return isPadded || isProcedure ? { ...withZeros, hasLostZeros: true } : { ...asRead, hasLostZeros: false };
  // The procedure may be meant although the state pays it only to other providers: the group's price would be a guess.
  if (!isPadded && !hasRate(asRead.answer)) return { ...asRead, hasLostZeros: false };
  if (ratesOf(asRead.answer) === ratesOf(withZeros.answer)) return { ...asRead, hasLostZeros: false };
  const message = `${CODE} ${quoted(short[CODE])} is not valid: expected a code that can be read in one way, and the state has both the group ${short[CODE]} and the procedure ${padded[CODE]}. ${remedyWith(columnsOption)}`;
  const answer: LookupAnswer = { ok: false, faults: [{ field: CODE, code: "invalid_parameter", message }] };
  return { ...asRead, answer, hasLostZeros: false };
}

/** Whether the state publishes a procedure; the data caches the answer. */
function publishedProcedures({ claimLines }: RateLookup, { data }: LookupSource): (code: string) => boolean {
  const listing = claimLines?.procedures ?? [];
  return (code) => listing.some(({ table, column }) => data.hasRows(table, { column, text: code }));
}

function isListed(answer: LookupAnswer): boolean {
  return answer.ok && answer.results.some(({ outcome: { noRate } }) => noRate === null || IS_LISTED[noRate.code]);
}

function hasRate(answer: LookupAnswer): boolean {
  return answer.ok && answer.results.some(({ result }) => result.payment_rate !== null);
}

function ratesOf(answer: LookupAnswer): string {
  return answer.ok ? JSON.stringify(answer.results.map(({ result }) => result.payment_rate)) : "";
}
