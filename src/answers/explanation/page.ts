import { groupedDollars } from "../../core/text/labels.ts";
import type { Source } from "../../dataset/description.ts";
import { madeUpText } from "../../dataset/made-up.ts";
import { Html, html } from "./markup.ts";
import { STYLE } from "./page-style.ts";
import {
  type ConsideredRows,
  consideredRows,
  type LabeledValue,
  type LosingRows,
  type ShownFigure,
  type ShownSource,
  type ShownStep,
  shownSources,
  shownSteps,
} from "./record-words.ts";
import {
  advisoriesOf,
  assumedValues,
  codeText,
  codeWithSeverity,
  dayLabel,
  dayOf,
  type ExplainedLookup,
  furtherFields,
  holdsText,
  identifiers,
  kindText,
  LIMITS,
  lookupTitle,
  outcomeText,
  repeatingAddress,
  repeatingCommand,
  shownNoRate,
} from "./result-words.ts";
import type { ExplainedNoRate, Explanation, ResultExplanation } from "./schema.ts";

/** A page with this many results begins with a table of them. */
const SUMMARY_FROM = 3;

/**
 * The explanation as a page to print or send: one file without scripts, fonts or other resources. It shows the record
 * and computes nothing. `sources`: those of the release, which say whether it is test data.
 */
export function explanationPage(explanation: Explanation, lookup: ExplainedLookup, sources: readonly Source[]): string {
  const { release } = explanation;
  return printedPage({
    title: title(explanation, dayOf(explanation, lookup)),
    heading: `${lookupTitle(lookup)}: a rate and how it is made`,
    release: `${release.name} ${release.version}`,
    engineVersion: explanation.engine_version,
    main: html`${testDataSection(sources)}${explanationSections(explanation, lookup)}${limitsSection()}${releaseSection(explanation, lookup)}`,
  });
}

interface PrintedPage {
  readonly title: Html | string;
  readonly heading: string;
  /** Name and version. */
  readonly release: string;
  readonly engineVersion: string;
  readonly main: Html;
}

/** A document to print. */
export function printedPage({ title, heading, release, engineVersion, main }: PrintedPage): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="Ratebook ${engineVersion}">
<title>${title}</title>
<style>${new Html(STYLE)}</style>
</head>
<body>
<header class="masthead"><h1>${heading}</h1><span>${release}</span></header>
<main>
${main}</main>
</body>
</html>
`.markup;
}

/** The results of one lookup. */
function explanationSections(explanation: Explanation, lookup: ExplainedLookup): Html {
  const { explanations } = explanation;
  const id = "result";
  const day = dayOf(explanation, lookup);
  const assumed = assumedSection(explanation);
  const isOne = explanations.length === 1;
  const articles = explanations.map((explained, place) => {
    const placed = {
      id,
      program: lookupTitle(lookup),
      number: place + 1,
      of: explanations.length,
      dayLabel: dayLabel(lookup),
      day,
    };
    return resultArticle(explained, placed, isOne ? assumed : null);
  });
  return html`${emptySection(explanation)}${staleSection(explanation)}${!isOne && frontSection(explanation, day, id)}${articles}`;
}

/** What applies to all of several results. */
function frontSection(explanation: Explanation, day: string, id: string): Html {
  const { explanations } = explanation;
  return html`<section class="front"><h2>${explanations.length} results</h2>
${explanations.length >= SUMMARY_FROM && summaryTable(explanations, day, id)}
${assumedSection(explanation)}</section>
`;
}

/** Browsers suggest it as the name of the printed file. */
function title({ explanations, request }: Explanation, day: string): Html {
  const [first] = explanations;
  const outcome =
    first === undefined || explanations.length > 1 ? `${explanations.length} results` : outcomeText(first.result);
  const provider = explanations.length === 1 ? first?.result.provider_name : null;
  const code = request.billing_code ?? first?.result.billing_code ?? "";
  return html`${groupedDollars(outcome)} for ${String(code)}${provider ? html` at ${String(provider)}` : null} on ${day}`;
}

function summaryTable(explanations: readonly ResultExplanation[], day: string, id: string): Html {
  return html`<p class="lead">On ${day}, one line for each result.</p>
<div class="scroll"><table>
<caption>Results</caption>
<thead><tr><th scope="col">No.</th><th scope="col">Provider</th><th scope="col">Identifier</th><th scope="col">Code</th><th scope="col">In force</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${explanations.map((explained, place) => resultLine(explained, place, id))}</tbody>
</table></div>`;
}

function resultLine({ result, period }: ResultExplanation, place: number, id: string): Html {
  return html`<tr><th scope="row"><a href="#${id}-${place + 1}">${place + 1}</a></th><td>${String(result.provider_name ?? "none found")}</td><td>${identifiers(result)[0] ?? null}</td><td>${result.billing_code ? codeWithSeverity(result) : ""}</td><td class="nowrap">${holdsText({ period })}</td><td class="amount">${groupedDollars(outcomeText(result))}</td></tr>
`;
}

/**
 * One result: price, calculation, figures with sources, and rows that were considered. `assumed`: only if the page does
 * not state it once for all results.
 */
function resultArticle(explained: ResultExplanation, placed: Placed, assumed: Html | null): Html {
  const { no_rate, result } = explained;
  const steps = shownSteps(explained);
  return html`<article id="${placed.id}-${placed.number}">
${headline(explained, placed)}
${advisoriesOf(result).map((advisory) => html`<div class="notice"><p><strong>Please note.</strong> ${advisory}</p></div>\n`)}${
  no_rate !== null && noRateNotice(no_rate)
}
${
  steps.length > 0 &&
  html`<h3>${no_rate === null ? "How it is calculated" : "What was computed until then"}</h3>
${stepsTable(steps)}
`
}${sourcesSection(explained)}${assumed}
${consideredSection(explained)}
${fieldsSection(explained)}
</article>
`;
}

function fieldsSection({ result }: ResultExplanation): Html | null {
  const fields = furtherFields(result);
  if (fields.length === 0) return null;
  return html`<h3>The rest of the answer</h3>
<dl class="fields">
${fields.map(([name, value]) => html`<div><dt>${name}</dt> <dd>${value}</dd></div>\n`)}</dl>`;
}

interface Placed {
  readonly id: string;
  /** `Medi-Cal, outpatient`: a printed page of several must name it. */
  readonly program: string;
  readonly number: number;
  readonly of: number;
  /** `Date of service`, `Admit date`. */
  readonly dayLabel: string;
  readonly day: string;
}

function headline({ result, units, period }: ResultExplanation, { program, number, of, dayLabel, day }: Placed): Html {
  const { npi, state_provider_id, provider_name, billing_code, payment_rate } = result;
  const facts: readonly (readonly [string, unknown])[] = [
    [dayLabel, day],
    ["Code", codeText(result)],
    ["Kind of rate", kindText({ result, units })],
    ["NPI", npi],
    ["State ID", state_provider_id],
    ["In force", holdsText({ period })],
  ];
  const shown = facts.filter(([, value]) => value !== null && value !== undefined);
  return html`${of > 1 && html`<p class="lead">${program}: result ${number} of ${of}</p>\n`}<h2><span class="${
    payment_rate ? "price" : "noprice"
  }">${groupedDollars(outcomeText(result))}</span>
<span class="for">${billing_code ? `for ${codeWithSeverity(result)} ` : null}${provider_name ? `at ${provider_name} ` : null}on ${day}</span></h2>
<dl class="facts">
${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${String(value)}</dd></div>\n`)}</dl>`;
}

/** Why there is no price: the rows that were expected, what is nearest, and what would help. */
function noRateNotice(noRate: ExplainedNoRate): Html {
  const { message, code, meaning, searched, nearest, remedies } = shownNoRate(noRate);
  return html`<h3>Why there is no price</h3>
<div class="notice">
${message !== null && html`<p><strong>${message}</strong></p>`}
<p>${meaning} <code>(${code})</code></p>
${searched !== null && html`<p>Looked for in ${searched}.</p>`}
${nearest !== null && html`<p>Nearest published period: ${nearest}.</p>`}
</div>
${
  remedies.length > 0 &&
  html`<h3>What would help</h3>
<ul>${remedies.map(({ send, why }) => html`<li><code>${send}</code>: ${why}</li>`)}</ul>`
}`;
}

/** The calculation as a receipt: one line for each step, its amount at the right. */
function stepsTable(steps: readonly ShownStep[]): Html {
  return html`<p class="lead">Each step with its rule of the methodology. Results are rounded half up; s names a step, i a figure of the next table.</p>
<div class="scroll"><table>
<caption>Steps of the calculation</caption>
<thead><tr><th scope="col">Step</th><th scope="col">Calculation</th><th scope="col">Rule</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${steps.map(stepLine)}</tbody>
</table></div>`;
}

function stepLine({ id, text, formula, section, value, applied, decision, paid }: ShownStep): Html {
  const about = [
    ...(formula === null ? [] : [`${formula}.`]),
    ...(decision === null ? [] : [`Decided by: ${decision}.`]),
  ];
  const kind = paid ? "paid" : applied ? "step" : "unused";
  return html`<tr class="${kind}"><th scope="row" class="id">${id}</th>
<td>${groupedDollars(text)}${about.length > 0 && html`<span class="small">${groupedDollars(about.join(" "))}</span>`}</td>
<td class="nowrap">${section}</td>
<td class="amount">${value !== null && (applied ? groupedDollars(value) : html`<s>${groupedDollars(value)}</s>`)}${paid && html`<span class="small">paid</span>`}${
    !applied && html`<span class="small">not applied</span>`
  }</td></tr>
`;
}

function sourcesSection(explained: ResultExplanation): Html {
  const { ofFigures, withoutFigures } = shownSources(explained);
  return html`${
    ofFigures.length > 0 &&
    html`<h3>Figures and where they come from</h3>
<p class="lead">Figures as they are published, below the row of the dataset that they are taken from; r names a row.</p>
${figuresTable(ofFigures)}
`
  }${
    withoutFigures.length > 0 &&
    html`<h3>${ofFigures.length > 0 ? "Other rows that were used" : "What was found"}</h3>
<ul class="rows">${withoutFigures.map(({ id, title, said }) => html`<li>${rowTitle(id, title)}${saidLine(said)}</li>`)}</ul>
`
  }`;
}

function figuresTable(sources: readonly ShownSource[]): Html {
  return html`<div class="scroll"><table class="figures">
<caption>Figures and their sources</caption>
<thead><tr><th scope="col">Id</th><th scope="col">Figure</th><th scope="col">Where it stands</th><th scope="col">Unit</th><th scope="col" class="amount">Value</th></tr></thead>
${sources.map(sourceGroup)}</table></div>`;
}

function sourceGroup({ id, title, said, figures }: ShownSource): Html {
  return html`<tbody>
<tr class="source"><th scope="rowgroup" colspan="5">${rowTitle(id, title)}${saidLine(said)}</th></tr>
${figures.map((figure, place) => figureLine(figure, place === figures.length - 1))}</tbody>
`;
}

function rowTitle(id: string | null, title: string): Html {
  return html`${id !== null && html`<span class="id">${id}</span> `}<strong>${title}</strong>`;
}

function saidLine(said: readonly LabeledValue[]): Html | null {
  return said.length === 0 ? null : html`<span class="small">${said.map(saidText)}</span>`;
}

function saidText([label, value]: LabeledValue, place: number): Html {
  return html`${place > 0 && "; "}${label} ${label === "SHA-256" ? html`<code>${value}</code>` : value}`;
}

function figureLine({ id, name, value, unit, where, paid }: ShownFigure, isLast: boolean): Html {
  return html`<tr class="figure${isLast && " last"}${paid && " paid"}"><th scope="row" class="id">${id}</th><td>${name}${
    paid && html`<span class="small">paid as it is published</span>`
  }</td><td>${where}</td><td>${unit}</td><td class="amount">${groupedDollars(value)}</td></tr>
`;
}

/** The unused rows and why they were not used: one line per reason. */
function consideredSection({ rows, rows_left_out }: ResultExplanation): Html | null {
  const groups = consideredRows(rows);
  if (groups.length === 0) return null;
  return html`<h3>What else was considered</h3>
<p class="lead">Rows of the dataset that were read and not used${rows_left_out > 0 && `; ${rows_left_out} more are not listed`}.</p>
<ul class="rows">
${groups.map(rowGroup)}</ul>`;
}

function rowGroup({ title, publications, losing }: ConsideredRows): Html {
  return html`<li><strong>${title}</strong>${
    publications.length > 0 && html`<span class="small">published in ${publications.join("; ")}</span>`
  }<ul>${losing.map(losingLine)}</ul></li>
`;
}

function losingLine({ count, lines, whyNot, periods }: LosingRows): Html {
  return html`<li>${whyNot}: ${count}, ${lines} ${
    periods.length > 0 && html`<span class="periods">(in force ${periods.map(period)})</span>`
  }</li>`;
}

/** No line break between the days of a period. */
function period(text: string, place: number): Html {
  return html`${place > 0 && "; "}<span class="nowrap">${text}</span>`;
}

function assumedSection(explanation: Explanation): Html | null {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  return html`<h3>Defaults used</h3>
<p class="lead">Not entered; another value may give another price.</p>
<div class="scroll whole"><table>
<caption>Values that were not entered</caption>
<thead><tr><th scope="col">Parameter</th><th scope="col">Default</th><th scope="col">Why</th></tr></thead>
<tbody>
${assumed.map(
  ({ parameter, values, reason }) =>
    html`<tr><th scope="row" class="id">${parameter}</th><td>${values}</td><td>${reason}</td></tr>\n`,
)}</tbody>
</table></div>`;
}

/** On the first page, above the price. */
function testDataSection(sources: readonly Source[]): Html | null {
  const madeUp = madeUpText(sources);
  if (madeUp === null) return null;
  return html`<div class="notice test-data"><p><strong>TEST DATA.</strong> ${madeUp} Not for paying or disputing claims.</p></div>
`;
}

function staleSection({ stale }: Explanation): Html | null {
  if (stale.length === 0) return null;
  return html`<div class="notice"><p><strong>Old rates.</strong></p>
<ul>${stale.map(({ message }) => html`<li>${message}</li>`)}</ul></div>
`;
}

function emptySection({ empty_tables: empty }: Explanation): Html | null {
  if (empty.length === 0) return null;
  return html`<div class="notice"><p><strong>Data in part.</strong></p>
<ul>${empty.map(({ message }) => html`<li>${message}</li>`)}</ul></div>
`;
}

export function limitsSection(sentences = LIMITS): Html {
  return html`<section><h2 class="minor">What is left out</h2>
${sentences.map((sentence) => html`<p>${sentence}</p>\n`)}</section>
`;
}

/** The release, and how to repeat the lookup. */
function releaseSection(explanation: Explanation, lookup: ExplainedLookup): Html {
  const { release, engine_version } = explanation;
  const facts: readonly (readonly [string, Html | string])[] = [
    ["Release", `${release.name}, version ${release.version}; answered by Ratebook ${engine_version}`],
    ["Content hash", html`<code>${release.content_hash}</code>`],
    ["As a command", html`<code>${repeatingCommand(explanation, lookup).join(" ")}</code>`],
    ["Over HTTP", html`<code>GET ${repeatingAddress(explanation, lookup)}</code>`],
  ];
  return html`<section><h2 class="minor">Release, and how to repeat it</h2>
<dl class="release">
${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl></section>
`;
}
