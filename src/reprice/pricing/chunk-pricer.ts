import type { Factor } from "../../money/factor.ts";
import type { LookupSource } from "../../pricing/answer.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { type LookupAnswer, lookupAnswer } from "../../pricing/lookup-answer.ts";
import type { Plan } from "../plan.ts";
import { faultLine, type LineFault } from "./line-fault.ts";
import { type ReadLine, readLine } from "./line-reader.ts";
import { Lines } from "./lines.ts";
import { OutputText } from "./output-text.ts";
import { amountOf, comparison } from "./paid.ts";
import { reasonOfNoAmount } from "./reason.ts";
import { type PricedLine, resultLines } from "./result-lines.ts";
import { Tally, type TallyRecord } from "./tally.ts";

/** What became of a chunk: lines of the output, lines of the file of faults, and the counts. */
export interface PricedChunk {
  readonly output: Uint8Array<ArrayBuffer>;
  readonly faults: Uint8Array<ArrayBuffer>;
  readonly tally: TallyRecord;
}

/** In turns of one, pricing lookups and writing results push each other out of the processor's caches. */
const LINES_PER_GROUP = 50;

/** Prices the lines of a chunk, in their order. */
export async function priceChunk(
  bytes: Buffer,
  firstLine: number,
  plan: Plan,
  lookup: RateLookup,
  source: LookupSource,
): Promise<PricedChunk> {
  const work = new ChunkWork(plan);
  const lines = new Lines(bytes, firstLine);
  for (let line = lines.next(); line !== null; line = lines.next()) {
    const read = readLine(line, plan.columns);
    if ("code" in read) {
      work.addFaults(line.number, [read]);
      continue;
    }
    const answer = lookupAnswer(lookup, "fromQuery", read.fields, { today: plan.today }, source);
    work.addAnswer(read, answer instanceof Promise ? await answer : answer);
  }
  return work.done();
}

class ChunkWork {
  readonly #plan: Plan;
  readonly #output = new OutputText();
  readonly #faults = new OutputText();
  readonly #tally = new Tally();
  #group: PricedLine[] = [];

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  addFaults(line: number, faults: readonly LineFault[]): void {
    this.#faults.add(faults.map((fault) => faultLine(line, fault)).join(""));
    this.#tally.addFaulty();
  }

  addAnswer(line: ReadLine, answer: LookupAnswer): void {
    if (!answer.ok) {
      this.addFaults(line.line, answer.faults);
      return;
    }
    const results = answer.results.map(({ result }) => result);
    this.#group.push({ ...line, results, amounts: results.map(({ payment_rate }) => amountOf(payment_rate)) });
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

  #count({ line, results, amounts, paid }: PricedLine): void {
    const known = amounts.filter((amount): amount is Factor => amount !== null);
    const [amount] = known;
    if (amount === undefined) this.#tally.addNotPriced(results.length, reasonOfNoAmount(results[0] ?? {}));
    else if (known.length > 1) this.#tally.addWithSeveralAmounts(results.length);
    else {
      this.#tally.addPriced(results.length, amount);
      if (paid !== null) this.#tally.addCompared(line, comparison(amount, paid));
    }
  }
}
