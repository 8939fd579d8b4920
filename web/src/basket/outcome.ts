import { advisoriesOf, codeWithSeverity, outcomeText } from "../../../src/answers/explanation/result-words.ts";
import { withDays } from "../../../src/core/calendar/day.ts";
import { countText } from "../../../src/core/text/plural.ts";
import type { RequestFault } from "../../../src/pricing/request/read.ts";
import type { Result } from "../../../src/pricing/result.ts";
import { availableIn } from "../answer/alternatives.ts";
import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";
import { figureText } from "../words/amount.ts";
import { labelOf, listText, messageWords, type Result as NamedResult, namesOf } from "../words/names.ts";
import type { BasketRow } from "./baskets.ts";

/** A result of a row as a basket keeps it. */
export interface KeptResult {
  readonly code: string;
  /** Its name, or its identifier without one. */
  readonly provider: string;
  /** What distinguishes it from other results of its row, such as the campus; empty for the only one. */
  readonly which: string;
  /** The digits of the amount; null where the answer has none. */
  readonly amount: string | null;
  /** The answer in place of an amount, such as "No rate"; empty with an amount. */
  readonly outcome: string;
  /** Why there is no amount; empty with one. */
  readonly reason: string;
}

/** A result of a row, as it was answered now. */
export interface PricedResult extends KeptResult {
  /** What to know about the amount, such as remarks of the state. */
  readonly notes: readonly string[];
  /** Other values that the answer names, each list as a sentence. Their prices stand at the lookup. */
  readonly alternatives: readonly string[];
}

/** An answer to a row that has no result. */
export function withoutResult(row: BasketRow, outcome: string, reason: string): PricedResult {
  const { billing_code: code = "", npi = "", provider_name: name = "" } = row.fields;
  return { code, provider: name || npi, which: "", amount: null, outcome, reason, notes: [], alternatives: [] };
}

/** The results of a lookup, as rows of a basket. */
export function pricedResults(
  results: readonly Result[],
  state: CatalogueState,
  setting: CatalogueSetting,
): readonly PricedResult[] {
  const names = namesOf(results as readonly NamedResult[]);
  return results.map((result, place) => ({
    code: result.billing_code ? codeWithSeverity(result) : "",
    provider: String(result.provider_name ?? result.npi ?? result.state_provider_id ?? ""),
    which: names[place] ?? "",
    ...answerOf(result, state, setting),
    notes: notesOf(result, results.length),
    alternatives: availableIn(result, setting).map(({ name, values }) => `Other ${spoken(name)}: ${listText(values)}.`),
  }));
}

function answerOf(
  result: Result,
  state: CatalogueState,
  setting: CatalogueSetting,
): Pick<PricedResult, "amount" | "outcome" | "reason"> {
  if (result.payment_rate) return { amount: String(result.payment_rate), outcome: "", reason: "" };
  return { amount: null, outcome: outcomeText(result), reason: reasonOf(result, state, setting) };
}

/** Why a result has no amount, without the API's names and paths. */
function reasonOf(result: Result, state: CatalogueState, setting: CatalogueSetting): string {
  if (!result.rate_found && !result.provider_name && result.npi) {
    return `No provider of ${state.name} in this data has NPI ${result.npi}.`;
  }
  if (result.rate_found) return missingText(result, setting);
  const message = String(result.error_message ?? "");
  const sentences = message.split(/(?<=\.) /).filter((sentence) => !/\s\/[a-z]/.test(sentence));
  return withDays(messageWords(sentences.join(" "), "field"));
}

/** What the calculation lacks: "Not entered: anesthesia minutes." Empty where it says nothing. */
function missingText({ calculation_method: method }: Result, { parameters }: CatalogueSetting): string {
  const lacking = parameters.filter(({ name }) => String(method ?? "").includes(`${name} not supplied`));
  return lacking.length === 0 ? "" : `Not entered: ${listText(lacking.map(({ name }) => spoken(name)))}.`;
}

/** "length of stay", "NPI" */
function spoken(name: string): string {
  const label = labelOf(name);
  return /^[A-Z][a-z]/.test(label) ? label.charAt(0).toLowerCase() + label.slice(1) : label;
}

/** Only a rate per unit has more digits than cents (`payment_rate` in the contract). */
const BELOW_CENTS = /\.[0-9]{3,}$/;

function notesOf(result: Result, shown: number): readonly string[] {
  const total = result.provider_matches_total;
  const isMore = typeof total === "number" && total > shown;
  return [
    ...(BELOW_CENTS.test(String(result.payment_rate ?? "")) ? ["Per unit."] : []),
    ...(isMore ? [`${figureText(String(total))} providers match; ${countText(shown, "is", "are")} shown.`] : []),
    ...advisoriesOf(result),
  ];
}

/** Values that are named when one is not accepted; more would be a list to scroll. */
const VALUES_NAMED_MAX = 8;

/** Why a row was not priced, in the words of its fields. */
export function faultWords(faults: readonly RequestFault[], row: BasketRow, setting: CatalogueSetting): string {
  return faults.map((fault) => oneFault(fault, row, setting)).join(" ");
}

function oneFault({ field, code }: RequestFault, { fields }: BasketRow, { parameters }: CatalogueSetting): string {
  if (code === "missing_provider_identifier") return "There is no provider.";
  if (code === "missing_parameter") return `${labelOf(field)} is not entered.`;
  const parameter = parameters.find(({ name }) => name === field);
  if (parameter === undefined) return `${labelOf(field)} does not exist for this state and setting.`;
  const values = Array.isArray(parameter.schema.enum) ? parameter.schema.enum.map(String) : [];
  const expected =
    values.length === 0
      ? "."
      : values.length <= VALUES_NAMED_MAX
        ? `: choose ${listText(values)}.`
        : `: it is none of the ${countText(values.length, "value")} that there are.`;
  return `${labelOf(field)} ${fields[field] ?? ""} is not accepted${expected}`;
}
