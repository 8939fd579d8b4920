import { amountText as amountWithUnit } from "../explanation/words/amount.ts";
import type { History, HistoryPeriod } from "../history/history.ts";
import type { ResultChange } from "../history/result-changes.ts";
import { NO_RATE_CODES, type NoRateCode } from "../pricing/no-rate.ts";
import { fieldTexts, words } from "./changed-fields.ts";
import { resultText } from "./result-text.ts";
import { wrapped } from "./wrapped.ts";

type ChangedInput = ResultChange["inputs"][number];
type Told = ChangedInput["after"];

/** A history as text: the periods, the newest first, each with its results and what changed from the one before. */
export function historyText({ periods }: History): string {
  return periods.map(periodLines).join("\n\n");
}

function periodLines(period: HistoryPeriod): string {
  const { results, changes } = period;
  const lines = [wrapped("", spanText(period)), ...results.flatMap((each) => indented(resultText(each)))];
  if (changes?.length === 0) lines.push("  Published again as in the period before.");
  else if (changes !== null) lines.push("  Changed from the period before:", ...changedLines(changes));
  return lines.join("\n");
}

function spanText({ start, end }: HistoryPeriod): string {
  if (start === null) return end === null ? "At all times" : `Until ${end}`;
  return end === null ? `${start} onward` : `${start} to ${end}`;
}

/** A result is as wide as its calculation, which is a line that is copied rather than read. */
function indented(text: string): readonly string[] {
  return text.split("\n").map((line) => `  ${line}`);
}

function changedLines(changes: readonly ResultChange[]): readonly string[] {
  return changes.flatMap((change) => [
    wrapped("    ", `${placeText(change, changes)}${amountText(change)}`),
    ...change.inputs.map((input) => wrapped("      ", inputText(input))),
    ...fieldTexts(change).map((text) => wrapped("      ", text)),
  ]);
}

/** Which result it is, where there are several. */
function placeText({ result, previous_result }: ResultChange, changes: readonly ResultChange[]): string {
  if (result === null) return `a result that is gone (number ${(previous_result ?? 0) + 1}): `;
  return changes.length === 1 ? "" : `result ${result + 1}: `;
}

function amountText({ payment_rate, no_rate }: ResultChange): string {
  const [before, after] = [paid(payment_rate.before, no_rate.before), paid(payment_rate.after, no_rate.after)];
  return before === after ? `${after} as before` : `${before} -> ${after}`;
}

function paid(amount: string | null, noRate: NoRateCode | null): string {
  if (amount !== null) return `$${amount}`;
  return noRate === null ? "no amount" : `no rate (${NO_RATE_CODES[noRate].replace(/\.$/, "")})`;
}

/** A figure that only one of the periods has is no change of a figure. */
function inputText({ name, unit, before, after }: ChangedInput): string {
  const where = [before, after].map(sourceText).filter((each) => each !== null);
  const source = where.length === 0 ? "" : ` (${where.join(" -> ")})`;
  const [was, is] = [before, after].map((told) => (told === null ? null : amountWithUnit(told.value, unit)));
  const values = was === null ? is : is === null ? `no longer used, was ${was}` : `${was} -> ${is}`;
  return `${words(name)}: ${values}${source}`;
}

function sourceText(told: Told): string | null {
  if (told === null || !("table" in told.from)) return null;
  const { table, line, column } = told.from;
  return `${table} line ${line}, ${column}`;
}
