import { withDays } from "../../core/calendar/day.ts";
import { groupedDollars, labelOf } from "../../core/text/labels.ts";
import { type Html, html } from "./markup.ts";
import { NO_RATE_WORDS } from "./no-rate-words.ts";
import { type ReaderWords, readerWords } from "./reader-words.ts";
import { type ShownStep, shownSteps } from "./record-words.ts";
import {
  advisoriesOf,
  assumedValues,
  codeText,
  codeWithSeverity,
  dayLabel,
  dayOf,
  type ExplainedLookup,
  holdsText,
  kindText,
  outcomeText,
  rowPeriod,
  shownNoRate,
} from "./result-words.ts";
import type { ExplainedInput, ExplainedNoRate, ExplainedRow, Explanation, ResultExplanation } from "./schema.ts";

// The explanation of a price for a reader who does not have Ratebook, such as a payer: names in words, days as people write
// them, publications in place of tables and lines of our files.

/** One result of a lookup: the rate, its calculation, and what its figures were published in. What a claim line comes to stands above. */
export function payerSections(explanation: Explanation, lookup: ExplainedLookup, place: number): Html {
  const explained = explanation.explanations[place];
  if (explained === undefined) return html``;
  const { result, no_rate } = explained;
  const steps = shownSteps(explained);
  const words = readerWords(lookup);
  return html`<article>
${headline(explained, explanation, lookup)}
${advisoriesOf(result).map((advisory) => html`<div class="notice"><p><strong>Please note.</strong> ${words.text(advisory)}</p></div>\n`)}${
  no_rate !== null && noRateNotice(no_rate, words)
}${steps.length > 0 && stepsTable(steps, no_rate === null, words)}${figuresTable(explained, words)}${assumedTable(explanation, words)}</article>
`;
}

function headline(
  { result, units, period }: ResultExplanation,
  explanation: Explanation,
  lookup: ExplainedLookup,
): Html {
  const { npi, state_provider_id, provider_name, billing_code, payment_rate } = result;
  const effective = holdsText({ period });
  const day = withDays(dayOf(explanation, lookup));
  const facts: readonly (readonly [string, unknown])[] = [
    [dayLabel(lookup), day],
    ["Code", codeText(result)],
    ["Kind of rate", kindText({ result, units })],
    [labelOf("npi"), npi],
    [labelOf("state_provider_id"), state_provider_id],
    ["Effective", effective === null ? null : withDays(effective)],
  ];
  const shown = facts.filter(([, value]) => value !== null && value !== undefined);
  return html`<h3><span class="${payment_rate ? "rate" : "noprice"}">${groupedDollars(outcomeText(result))}${Boolean(payment_rate) && units !== null && " per unit"}</span>
<span class="for">${billing_code ? `for ${codeWithSeverity(result)} ` : null}${provider_name ? `at ${provider_name} ` : null}on ${day}</span></h3>
<dl class="facts">
${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${String(value)}</dd></div>\n`)}</dl>`;
}

function noRateNotice(noRate: ExplainedNoRate, words: ReaderWords): Html {
  const { message, nearest } = shownNoRate(noRate);
  return html`<h3>Why there is no price</h3>
<div class="notice">
${message !== null && html`<p><strong>${words.message(message)}</strong></p>`}
<p>${NO_RATE_WORDS[noRate.code].meaning}</p>
${nearest !== null && html`<p>Nearest published period: ${withDays(nearest)}.</p>`}
</div>
`;
}

/** A step that another one refers to: `s1 ($24.00)`. */
const STEP = /\bs([0-9]+)\b(?= \()/g;

function stepsTable(steps: readonly ShownStep[], isPriced: boolean, words: ReaderWords): Html {
  const inWords = (text: string) => words.text(text.replaceAll(STEP, "step $1"));
  const line = ({ id, text, value, applied, decision, paid }: ShownStep) =>
    html`<tr class="${paid ? "paid" : applied ? "step" : "unused"}"><th scope="row">${id.slice(1)}</th><td>${inWords(text)}${
      decision !== null && html`<span class="small">Decided by: ${inWords(decision)}.</span>`
    }</td><td class="amount">${value !== null && (applied ? groupedDollars(value) : html`<s>${groupedDollars(value)}</s>`)}${
      !applied && html`<span class="small">not applied</span>`
    }</td></tr>
`;
  return html`<h3>${isPriced ? "How the rate is calculated" : "What was computed until then"}</h3>
<p class="lead">Results are rounded half up.</p>
<div class="scroll"><table>
<caption>Steps of the calculation</caption>
<thead><tr><th scope="col">Step</th><th scope="col">Calculation</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${steps.map(line)}</tbody>
</table></div>
`;
}

function figuresTable({ inputs, rows }: ResultExplanation, words: ReaderWords): Html | null {
  if (inputs.length === 0) return null;
  const line = ({ name, value, unit, from }: ExplainedInput) => {
    const row = "row" in from ? rows.find(({ id }) => id === from.row) : undefined;
    const amount = unit === "dollars" ? groupedDollars(`$${value}`) : value;
    return html`<tr><td>${name === value ? "constant" : words.text(name)}</td><td>${sourceText(from, row, words)}</td><td class="amount">${amount}</td></tr>
`;
  };
  return html`<h3>Figures and where they are published</h3>
<div class="scroll"><table>
<caption>Figures and their publications</caption>
<thead><tr><th scope="col">Figure</th><th scope="col">Published in</th><th scope="col" class="amount">Value</th></tr></thead>
<tbody>
${inputs.map(line)}</tbody>
</table></div>
`;
}

function sourceText(from: ExplainedInput["from"], row: ExplainedRow | undefined, words: ReaderWords): Html | string {
  if ("parameter" in from) return "as the claim has it";
  if ("default" in from) return `in no loaded publication; Ratebook takes ${words.text(from.default)}`;
  if (row === undefined) return "a constant of the formula";
  const period = rowPeriod(row);
  return html`${publicationText(row)}${period !== null && html`<span class="small">Effective ${withDays(period)}</span>`}`;
}

function publicationText({ publication }: ExplainedRow): string {
  if (publication === null) return "a source that the data does not name";
  const { name, publisher, published, edition, confirmed_by_edition, file, place, synthetic } = publication;
  const day = edition ?? published;
  const parts = [
    name,
    publisher,
    day === null ? null : withDays(`publication of ${day}`),
    confirmed_by_edition === null ? null : withDays(`unchanged in the publication of ${confirmed_by_edition}`),
    file,
    place,
    synthetic ? "TEST DATA: a made-up figure" : null,
  ];
  return parts.filter((part) => part !== null).join(", ");
}

function assumedTable(explanation: Explanation, words: ReaderWords): Html | null {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  return html`<h3>What the claim does not say</h3>
<div class="scroll whole"><table>
<caption>Values that the claim does not have</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Taken as</th><th scope="col">Why</th></tr></thead>
<tbody>
${assumed.map(
  ({ parameter, values, reason }) =>
    html`<tr><th scope="row">${words.label(parameter)}</th><td>${words.value(values)}</td><td>${assumedReason(reason, words)}</td></tr>\n`,
)}</tbody>
</table></div>
`;
}

function assumedReason(reason: string, words: ReaderWords): string {
  return words.text(reason.replace(/^not sent: /, "").replaceAll(/\bnot (?:sent|supplied)\b/g, "not on the claim"));
}
