import type { Day } from "../../calendar/day.ts";
import type { LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { type LookupAnswer, lookupAnswer } from "../../pricing/lookup-answer.ts";
import { snakeCase } from "../../text/spelling.ts";
import { COMMAND_ADVICE } from "../reading/advice.ts";
import { type CodeSystem, MODIFIER } from "../reading/column-words.ts";
import type { AnsweredLine } from "./answered-line.ts";
import { type LineFields, lostZerosOf, publishedProcedures, theOneMeant } from "./lost-zeros.ts";
import type { ReadLine } from "./read-line.ts";

const NONE: readonly string[] = [];

/** A line after its modifiers have filled in parameters. */
interface SaidByModifiers {
  readonly said: LineFields;
  readonly others: readonly string[];
  /** Modifiers that say something else than the parameter. */
  readonly contradicting: readonly string[];
}

/** Answers the lines of claims with the lookups of a release. */
export class ClaimPricer {
  readonly #lookup: RateLookup;
  readonly #source: LookupSource;
  readonly #codeSystem: CodeSystem | null;
  readonly #columnsOption: string;
  readonly #defaults: { readonly today: Day };
  /** Whether any modifier may be sent; otherwise only those that have a price. */
  readonly #takesAnyModifier: boolean;
  readonly #isPublished: (code: string) => boolean;

  /** `codeSystem`: what the heading of the codes says that they are. `columnsOption`: where it is said what columns are. */
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

  /** Most lines have neither modifiers nor a short code: nothing is waited for that need not be. */
  answer({ fields, modifiers }: ReadLine): AnsweredLine | Promise<AnsweredLine> {
    if (modifiers.length > 0 || lostZerosOf(this.#lookup, fields) !== null) return this.#chosen(fields, modifiers);
    const answer = this.#ask(fields, null);
    return answer instanceof Promise ? answer.then(plainly) : plainly(answer);
  }

  async #chosen(fields: LineFields, modifiers: readonly string[]): Promise<AnsweredLine> {
    const { said, others, contradicting } = this.#saidByModifiers(fields, modifiers);
    const twoCodes = lostZerosOf(this.#lookup, said);
    const answered =
      twoCodes === null
        ? { ...(await this.#withModifiers(said, others)), hasLostZeros: false }
        : await theOneMeant(
            twoCodes,
            this.#codeSystem,
            (each) => this.#withModifiers(each, others),
            this.#isPublished,
            this.#columnsOption,
          );
    return contradicting.length === 0
      ? answered
      : { ...answered, leftModifiers: [...answered.leftModifiers, ...contradicting] };
  }

  /** A modifier that says what a parameter says fills it in; a cell of its own counts before. */
  #saidByModifiers(fields: LineFields, modifiers: readonly string[]): SaidByModifiers {
    let result: SaidByModifiers = { said: fields, others: modifiers, contradicting: NONE };
    if (modifiers.length === 0) return result;
    for (const [name, values] of Object.entries(this.#lookup.claimLines?.saidByModifiers ?? {})) {
      const found = modifiers.filter((each) => values.includes(each));
      const value = (result.said[name] || found[0]) ?? "";
      result = {
        said: found.length === 0 ? result.said : { ...result.said, [name]: value },
        others: result.others.filter((each) => !found.includes(each)),
        contradicting: [...result.contradicting, ...found.filter((each) => each !== value.toUpperCase())],
      };
    }
    return result;
  }

  /**
   * Of the modifiers that ask for a price, those that always do and then those for which the state publishes a row, the first
   * that has one is applied. Where none has, the line has none either: it must not become the price without them.
   */
  async #withModifiers(fields: LineFields, modifiers: readonly string[]): Promise<Omit<AnsweredLine, "hasLostZeros">> {
    const always = modifiers.filter((each) => this.#lookup.claimLines?.modifiers.includes(each));
    const published = await this.#publishedFor(fields, modifiers, always);
    const asking = [...always, ...published.keys()];
    const idleModifiers = modifiers.filter((each) => !asking.includes(each));
    const [first = null] = asking;
    const answerOf = async (each: string | null) => published.get(each ?? "") ?? (await this.#ask(fields, each));
    let chosen = { applied: first, answer: await answerOf(first) };
    for (const each of asking.slice(1)) {
      if (hasPrice(chosen.answer)) break;
      const other = { applied: each, answer: await answerOf(each) };
      if (hasPrice(other.answer)) chosen = other;
    }
    return {
      answer: chosen.answer,
      idleModifiers,
      leftModifiers: asking.filter((each) => each !== chosen.applied),
    };
  }

  /** The modifiers beside those for which there is a row, with their answers. */
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
  return { answer, idleModifiers: NONE, leftModifiers: NONE, hasLostZeros: false };
}

function hasPrice(answer: LookupAnswer): boolean {
  return answer.ok && answer.results.some(({ result }) => result.payment_rate !== null);
}

function isPublishedFor(answer: LookupAnswer, modifier: string): boolean {
  return answer.ok && answer.results.some(({ result }) => result[MODIFIER] === modifier);
}
