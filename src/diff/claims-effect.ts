import type { Day } from "../core/calendar/day.ts";
import { difference } from "../core/money/arithmetic.ts";
import { percentChange } from "../core/money/comparison.ts";
import { dollarText } from "../core/money/money.ts";
import type { OnProgress } from "../core/runtime/progress.ts";
import { safeCell } from "../dataset/safe-cell.ts";
import type { LookupAnswer, LookupSource } from "../pricing/answer.ts";
import type { RateLookup } from "../pricing/lookup.ts";
import type { Result } from "../pricing/result.ts";
import { lookupOf } from "../pricing/state/state.ts";
import { type ClaimsOptions, claimsOf } from "../reprice/claims.ts";
import { ClaimPricer } from "../reprice/pricing/claim-pricer.ts";
import { LineReader, type ReadLine } from "../reprice/pricing/line-reader.ts";
import { expectedOf } from "../reprice/pricing/payment-comparison.ts";
import { ChunkReader, Lines, withoutLeadingCells } from "../reprice/reading/chunks.ts";
import { columnsText } from "../reprice/reading/columns-text.ts";
import { daysLeftToToday, type InputColumns } from "../reprice/reading/input-columns.ts";
import { columnsOf } from "../reprice/reprice.ts";
import { OTHER_SETTING, WHY_NOT_OWED } from "../reprice/values/not-owed.ts";
import {
  type ClaimOutcome,
  type ClaimPrice,
  claimPrice,
  EffectTally,
  outcomeOf,
  type PricedClaim,
} from "./effect-tally.ts";

/** Claims to price with two releases: a table as for `reprice`. */
interface ClaimsRequest extends Omit<ClaimsOptions, "compare"> {
  /** Receives the columns before any work. */
  readonly onColumns: (names: readonly string[], columns: InputColumns) => void;
  readonly before: LookupSource;
  readonly after: LookupSource;
  readonly today: Day;
  readonly movesMax: number;
  /** Receives every line of the file, in order. */
  readonly onClaim: (claim: PricedClaim | FaultyClaim) => void;
  readonly notify: (text: string) => void;
  readonly onProgress: OnProgress;
}

/** Prices claims with two releases, each line as of its own day. Rejected lines are counted with their reasons. */
export async function claimsEffect(request: ClaimsRequest): Promise<EffectTally> {
  const { today, notify } = request;
  const options: ClaimsOptions = { ...request, compare: null };
  const lookup = lookupOf(request.state, request.setting);
  const claims = await claimsOf(options);
  const { input, header, leadingCells } = claims;
  try {
    const columns = columnsOf(claims, options, notify);
    request.onColumns(header.names, columns);
    notify(claims.format);
    notify(columnsText(header.names, columns));
    for (const name of daysLeftToToday(lookup, columns, today)) {
      notify(`There is no column ${name}: every claim is priced as of ${today}.`);
    }
    const reader = new LineReader(columns, lookup, { ...claims, today, state: request.state.code });
    const effect = new Effect(lookup, columns, request);
    const chunks = new ChunkReader(input, header.end);
    for (let chunk = await chunks.next(); chunk !== null; chunk = await chunks.next()) {
      const lines = new Lines(chunk.bytes, chunk.firstLine, input.recordsAreLines);
      for (let line = lines.next(); line !== null; line = lines.next()) {
        const read = reader.read(withoutLeadingCells(line, leadingCells));
        if ("code" in read) effect.addFaulty({ line: line.number, reason: read.message });
        else await effect.add(read);
      }
      const { done, total } = input.reading ?? { done: chunk.end.offset, total: input.size };
      request.onProgress({ stage: `priced up to line ${chunk.end.line - 1}`, done, total });
    }
    return effect.tally;
  } finally {
    await input.close();
  }
}

class Effect {
  readonly tally: EffectTally;
  readonly #lookup: RateLookup;
  readonly #hasUnits: boolean;
  readonly #before: ClaimPricer;
  readonly #after: ClaimPricer;
  readonly #onClaim: ClaimsRequest["onClaim"];

  constructor(
    lookup: RateLookup,
    { units, codeSystem }: InputColumns,
    { before, after, today, movesMax, onClaim }: ClaimsRequest,
  ) {
    this.tally = new EffectTally(movesMax);
    this.#lookup = lookup;
    this.#hasUnits = units !== null;
    this.#before = new ClaimPricer(lookup, before, today, codeSystem);
    this.#after = new ClaimPricer(lookup, after, today, codeSystem);
    this.#onClaim = onClaim;
  }

  async add(read: ReadLine): Promise<void> {
    if (read.notOwed?.code === OTHER_SETTING) {
      this.addFaulty({ line: read.line, reason: WHY_NOT_OWED[OTHER_SETTING].meaning });
      return;
    }
    const was = (await this.#before.answer(read)).answer;
    const is = (await this.#after.answer(read)).answer;
    // The paid amount does not matter here; units do, unless they mark the line as a reversal.
    const doubts = read.isReversal ? [] : read.doubts.filter(({ code }) => code === "invalid_units");
    const [fault] = [...read.faults, ...doubts, ...faultsOf(was), ...faultsOf(is)];
    if (fault !== undefined || !was.ok || !is.ok) {
      // Without the value: otherwise each line would be its own reason.
      this.addFaulty({ line: read.line, reason: fault === undefined ? "no lookup" : `${fault.field}: ${fault.code}` });
      return;
    }
    const earlier = was.results.map(({ result }) => result);
    const later = is.results.map(({ result }) => result);
    const claim = {
      line: read.line,
      code: codeOf(later[0] ?? earlier[0]),
      provider: providerOf([...later, ...earlier]),
      before: this.#price(earlier, read),
      after: this.#price(later, read),
    };
    this.tally.add(claim);
    this.#onClaim(claim);
  }

  addFaulty(claim: FaultyClaim): void {
    this.tally.addFaulty(claim.reason);
    this.#onClaim(claim);
  }

  /** The payment that a reversal undoes is a line too: with an amount of its own it would count twice instead of never. */
  #price(results: readonly Result[], { units, isReversal }: ReadLine): ClaimPrice {
    if (isReversal) return { kind: "takenBack" };
    const expected = results.map((result) => expectedOf(result, units, this.#hasUnits, this.#lookup.claimLines));
    return claimPrice(results, expected);
  }
}

function faultsOf(answer: LookupAnswer) {
  return answer.ok ? [] : answer.faults;
}

function codeOf(result: Result | undefined): string {
  return textOf(result?.billing_code) ?? "(none)";
}

/** The provider's number if there is one, and the name. If only one release knows the provider, that one names it. */
function providerOf(results: readonly Result[]): string {
  const known = results.find(({ provider_name }) => textOf(provider_name) !== null) ?? results[0] ?? {};
  const parts = [textOf(known.npi) ?? textOf(known.state_provider_id), textOf(known.provider_name)];
  return parts.filter((part) => part !== null).join(" ") || "(unknown)";
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

interface FaultyClaim {
  readonly line: number;
  readonly reason: string;
}

const COLUMNS = [
  "input_line",
  "billing_code",
  "provider",
  "outcome",
  "before",
  "after",
  "difference",
  "percent",
  "reason_before",
  "reason_after",
] as const;

/** The names in the JSON of the effect. */
const OUTCOME_WORDS: Readonly<Record<ClaimOutcome, string>> = {
  unchanged: "unchanged",
  raised: "raised",
  cut: "cut",
  gained: "gained",
  lost: "lost",
  unpriced: "not_priced_in_either",
  several: "with_several_amounts",
  takenBack: "taken_back",
};

export const CLAIMS_CSV_HEADER = `${COLUMNS.join(",")}\n`;

/** One claim under two releases, as a line of a CSV. A missing amount is empty, with the reason in its place. */
export function claimCsvLine(claim: PricedClaim | FaultyClaim): string {
  const cells = "reason" in claim ? faultyCells(claim) : pricedCells(claim);
  return `${COLUMNS.map((column) => safeCell(cells[column])).join(",")}\n`;
}

type Cells = Partial<Record<(typeof COLUMNS)[number], string | null>>;

function faultyCells({ line, reason }: FaultyClaim): Cells {
  return { input_line: String(line), outcome: "faulty", reason_before: reason, reason_after: reason };
}

function pricedCells({ line, code, provider, before, after }: PricedClaim): Cells {
  const areBoth = before.kind === "priced" && after.kind === "priced";
  return {
    input_line: String(line),
    billing_code: code,
    provider,
    outcome: OUTCOME_WORDS[outcomeOf(before, after)],
    before: amountCell(before),
    after: amountCell(after),
    difference: areBoth ? dollarText(difference(after.amount, before.amount)) : null,
    percent: areBoth ? percentChange(before.amount, after.amount) : null,
    reason_before: reasonCell(before),
    reason_after: reasonCell(after),
  };
}

function amountCell(price: ClaimPrice): string | null {
  return price.kind === "priced" ? dollarText(price.amount) : null;
}

function reasonCell(price: ClaimPrice): string | null {
  if (price.kind === "several") return "Several amounts: which is meant is not ours to say.";
  if (price.kind === "takenBack") return "The line takes money back: it is in no total.";
  return price.kind === "unpriced" ? price.reason : null;
}
