import { comparisonJson } from "../../comparing/comparison-json.ts";
import { comparisonOf } from "../../comparing/rate-comparison.ts";
import { comparisonDeclaration } from "../../comparing/rate-comparison-request.ts";
import { historyOf } from "../../history/history.ts";
import { historyJson } from "../../history/history-json.ts";
import { historyDeclaration } from "../../history/history-request.ts";
import { optionsOf, resultsAsSent } from "../../options/options.ts";
import { optionsDeclaration } from "../../options/options-request.ts";
import { EmptyTables } from "../../pricing/empty-tables.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import { PricedResults } from "../../pricing/priced-results.ts";
import type { Release, StateInRelease } from "../../release/release.ts";
import { orEnded } from "../../runtime/ending.ts";
import { StaleTables } from "../../state/stale-tables.ts";
import { lookupOf } from "../../state/state.ts";
import { historyCsv } from "../csv/history.ts";
import { optionsCsv } from "../csv/options.ts";
import { comparisonCsv } from "../csv/rate-comparison.ts";
import { problemOfFaults } from "../problem.ts";
import { freshnessIn } from "../stale-header.ts";
import { type Admits, type Answer, type ManyPricesQuestion, NO_ANSWER } from "./question.ts";

const ANSWERS = { history: answerHistory, comparison: answerComparison, options: answerOptions } as const;

/** Answers what takes several lookups: it pays for them before the first is priced, as a batch does. */
export function answerManyPrices(
  question: ManyPricesQuestion,
  source: StateInRelease,
  release: Release,
  admits: Admits,
): Promise<Answer> {
  const lookup = lookupOf(source.state, question.setting);
  const stale = new StaleTables(freshnessIn(source, release, question.staleAfterMonths));
  return ANSWERS[question.kind](question, lookup, source, stale, (lookups) => orEnded(admits(lookups)));
}

async function answerHistory(
  { fields, today, format }: ManyPricesQuestion,
  lookup: RateLookup,
  source: StateInRelease,
  stale: StaleTables,
  admits: Admits,
): Promise<Answer> {
  const read = historyDeclaration(source.state, lookup).read(fields, { today });
  if (!read.ok) return { ok: false, problem: problemOfFaults(read.faults) };
  const { request } = read;
  if (!(await admits(request.limit))) return NO_ANSWER;
  const history = await historyOf(lookup, request, source);
  const empty = new EmptyTables(lookup, source.data);
  const priced = new PricedResults();
  for (const { results } of history.periods) {
    stale.add(results);
    empty.add(results);
    priced.add(results);
  }
  const text = format === "csv" ? await historyCsv(history, lookup) : historyJson(history, lookup);
  const about = { lookups: request.limit, priced: priced.count };
  return { ok: true, body: text, ...about, stale: stale.headerText, empty: empty.headerText };
}

async function answerComparison(
  { fields, today, format }: ManyPricesQuestion,
  lookup: RateLookup,
  source: StateInRelease,
  stale: StaleTables,
  admits: Admits,
): Promise<Answer> {
  const read = comparisonDeclaration(source.state, lookup).read(fields, { today });
  if (!read.ok) return { ok: false, problem: problemOfFaults(read.faults) };
  const comparison = await comparisonOf(lookup, read.request, source, admits);
  if (comparison === null) return NO_ANSWER;
  const { members } = comparison;
  const empty = new EmptyTables(lookup, source.data);
  const priced = new PricedResults();
  for (const { results } of members) {
    stale.add(results);
    empty.add(results);
    priced.add(results);
  }
  const text = format === "csv" ? await comparisonCsv(comparison, lookup) : comparisonJson(comparison, lookup);
  const about = { lookups: members.length, priced: priced.count };
  return { ok: true, body: text, ...about, stale: stale.headerText, empty: empty.headerText };
}

async function answerOptions(
  { fields, today, format }: ManyPricesQuestion,
  lookup: RateLookup,
  source: StateInRelease,
  stale: StaleTables,
  admits: Admits,
): Promise<Answer> {
  const read = optionsDeclaration(source.state, lookup).read(fields, { today });
  if (!read.ok) return { ok: false, problem: problemOfFaults(read.faults) };
  const { request } = read;
  const results = resultsAsSent(lookup, request, source);
  if (!(await admits(results.length))) return NO_ANSWER;
  const options = await optionsOf(lookup, request, source, results);
  const body = format === "csv" ? optionsCsv(options) : JSON.stringify(options);
  const empty = new EmptyTables(lookup, source.data).add(results).headerText;
  const about = { lookups: results.length, priced: new PricedResults().add(results).count };
  return { ok: true, body, ...about, stale: stale.add(results).headerText, empty };
}
