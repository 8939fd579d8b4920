import { dayText, withDays } from "../../core/calendar/day.ts";
import { groupedDollars, labelOf } from "../../core/text/labels.ts";
import type { Source } from "../../dataset/description.ts";
import { madeUpText } from "../../dataset/made-up.ts";
import { Html, html } from "./markup.ts";
import { NO_RATE_WORDS } from "./no-rate-words.ts";
import { STYLE } from "./page-style.ts";
import { type ReaderWords, readerWords, tableTitle } from "./reader-words.ts";
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
    title: title(explanation, dayText(dayOf(explanation, lookup))),
    heading: `${lookupTitle(lookup)}: a rate and its calculation`,
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
  const words = readerWords(lookup);
  const day = dayText(dayOf(explanation, lookup));
  const assumed = assumedSection(explanation, words);
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
    return resultArticle(explained, placed, words, isOne ? assumed : null);
  });
  return html`${emptySection(explanation, words)}${staleSection(explanation, words)}${!isOne && frontSection(explanation, day, id, words)}${articles}`;
}

/** What applies to all of several results. */
function frontSection(explanation: Explanation, day: string, id: string, words: ReaderWords): Html {
  const { explanations } = explanation;
  return html`<section class="front"><h2>${explanations.length} results</h2>
${explanations.length >= SUMMARY_FROM && summaryTable(explanations, day, id)}
${assumedSection(explanation, words)}</section>
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
<thead><tr><th scope="col">No.</th><th scope="col">Provider</th><th scope="col">Identifier</th><th scope="col">Code</th><th scope="col">Effective</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${explanations.map((explained, place) => resultLine(explained, place, id))}</tbody>
</table></div>`;
}

function resultLine({ result, period }: ResultExplanation, place: number, id: string): Html {
  return html`<tr><th scope="row"><a href="#${id}-${place + 1}">${place + 1}</a></th><td>${String(result.provider_name ?? "none found")}</td><td>${identifiers(result)[0] ?? null}</td><td>${result.billing_code ? codeWithSeverity(result) : ""}</td><td class="nowrap">${effectiveText(period)}</td><td class="amount">${groupedDollars(outcomeText(result))}</td></tr>
`;
}

/**
 * One result: price, calculation, figures with sources, and rows that were considered. `assumed`: only if the page does
 * not state it once for all results.
 */
function resultArticle(explained: ResultExplanation, placed: Placed, words: ReaderWords, assumed: Html | null): Html {
  const { no_rate, result } = explained;
  const steps = shownSteps(explained);
  return html`<article id="${placed.id}-${placed.number}">
${headline(explained, placed)}
${advisoriesOf(result).map((advisory) => html`<div class="notice"><p><strong>Please note.</strong> ${words.text(advisory)}</p></div>\n`)}${
  no_rate !== null && noRateNotice(no_rate, words)
}
${
  steps.length > 0 &&
  html`<h3>${no_rate === null ? "How it is calculated" : "What was computed until then"}</h3>
${stepsTable(steps, words)}
`
}${sourcesSection(explained, words)}${assumed}
${consideredSection(explained, words)}
${fieldsSection(explained, words)}
</article>
`;
}

function fieldsSection({ result }: ResultExplanation, words: ReaderWords): Html | null {
  const fields = furtherFields(result);
  if (fields.length === 0) return null;
  return html`<h3>The rest of the answer</h3>
<dl class="fields">
${fields.map(([name, value]) => html`<div><dt>${words.label(name)}</dt> <dd>${words.value(value)}</dd></div>\n`)}</dl>`;
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

/*
 * A lookup has neither the units of a claim line nor, with most rates, what was billed for it: the page shows them beside the rate. It
 * puts what they come to in the place of these sentences, by the rate and the limit of units that are marked there.
 */
const RATE_OF_ONE_UNIT =
  "This is the rate of one unit. A claim line comes to the rate times its units, and to no more than what was billed.";
const WITHOUT_BILLED = "This is the rate. A claim line comes to no more than what was billed.";

function headline({ result, units, period }: ResultExplanation, { program, number, of, dayLabel, day }: Placed): Html {
  const { npi, state_provider_id, provider_name, billing_code, payment_rate } = result;
  const facts: readonly (readonly [string, unknown])[] = [
    [dayLabel, day],
    ["Code", codeText(result)],
    ["Kind of rate", kindText({ result, units })],
    ["NPI", npi],
    [labelOf("state_provider_id"), state_provider_id],
    ["Effective", effectiveText(period)],
  ];
  const shown = facts.filter(([, value]) => value !== null && value !== undefined);
  return html`${of > 1 && html`<p class="lead">${program}: result ${number} of ${of}</p>\n`}<h2><span class="${
    payment_rate ? "price" : "noprice"
  }">${groupedDollars(outcomeText(result))}</span>
<span class="for">${billing_code ? `for ${codeWithSeverity(result)} ` : null}${provider_name ? `at ${provider_name} ` : null}on ${day}</span></h2>
${Boolean(payment_rate) && html`<p class="lead" data-rate="${String(payment_rate)}"${units !== null && html` data-units-max="${units.max ?? ""}"`}>${units === null ? WITHOUT_BILLED : RATE_OF_ONE_UNIT}</p>\n`}<dl class="facts">
${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${String(value)}</dd></div>\n`)}</dl>`;
}

function effectiveText(period: ResultExplanation["period"]): string | null {
  const text = holdsText({ period });
  return text === null ? null : withDays(text);
}

/** Why there is no price: the rows that were expected, what is nearest, and what would help. */
function noRateNotice(noRate: ExplainedNoRate, words: ReaderWords): Html {
  const { message, nearest } = shownNoRate(noRate);
  const { code, sought, remedy } = noRate;
  return html`<h3>Why there is no price</h3>
<div class="notice">
${message !== null && html`<p><strong>${words.message(message)}</strong></p>`}
<p>${NO_RATE_WORDS[code].meaning}</p>
${sought !== null && html`<p>Looked for in ${words.table(sought.table)} (${sought.table}): ${words.key(sought.key, sought.table) || "any row"}, on ${dayText(sought.date)}.</p>`}
${nearest !== null && html`<p>Nearest published period: ${withDays(nearest)}.</p>`}
</div>
${
  remedy.length > 0 &&
  html`<h3>What would help</h3>
<ul>${remedy.map(({ parameter, value, why }) => html`<li>${words.label(parameter)}${value !== null && ` ${words.value(value)}`}: ${words.text(why)}</li>`)}</ul>`
}`;
}

/** The calculation as a receipt: one line for each step, its amount at the right. */
function stepsTable(steps: readonly ShownStep[], words: ReaderWords): Html {
  return html`<p class="lead">Each step with its rule of the methodology. Results are rounded half up; s names a step, i a figure of the next table.</p>
<div class="scroll"><table>
<caption>Steps of the calculation</caption>
<thead><tr><th scope="col">Step</th><th scope="col">Calculation</th><th scope="col">Rule</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${steps.map((step) => stepLine(step, words))}</tbody>
</table></div>`;
}

function stepLine({ id, text, formula, section, value, applied, decision, paid }: ShownStep, words: ReaderWords): Html {
  const about = [
    ...(formula === null ? [] : [`${formula}.`]),
    ...(decision === null ? [] : [`Decided by: ${decision}.`]),
  ];
  const kind = paid ? "paid" : applied ? "step" : "unused";
  return html`<tr class="${kind}"><th scope="row" class="id">${id}</th>
<td>${words.text(text)}${about.length > 0 && html`<span class="small">${words.text(about.join(" "))}</span>`}</td>
<td class="nowrap">${section}</td>
<td class="amount">${value !== null && (applied ? groupedDollars(value) : html`<s>${groupedDollars(value)}</s>`)}${paid && html`<span class="small">paid</span>`}${
    !applied && html`<span class="small">not applied</span>`
  }</td></tr>
`;
}

function sourcesSection(explained: ResultExplanation, words: ReaderWords): Html {
  const { ofFigures, withoutFigures } = shownSources(explained);
  return html`${
    ofFigures.length > 0 &&
    html`<h3>Figures and where they come from</h3>
<p class="lead">Figures as they are published, below the row of the dataset that they are taken from; r names a row.</p>
${figuresTable(ofFigures, words)}
`
  }${
    withoutFigures.length > 0 &&
    html`<h3>${ofFigures.length > 0 ? "Other rows that were used" : "What was found"}</h3>
<ul class="rows">${withoutFigures.map((source) => html`<li>${rowTitle(source, words)}${saidLine(source, words)}</li>`)}</ul>
`
  }`;
}

function figuresTable(sources: readonly ShownSource[], words: ReaderWords): Html {
  return html`<div class="scroll"><table class="figures">
<caption>Figures and their sources</caption>
<thead><tr><th scope="col">Id</th><th scope="col">Figure</th><th scope="col">Where it stands</th><th scope="col">Unit</th><th scope="col" class="amount">Value</th></tr></thead>
${sources.map((source) => sourceGroup(source, words))}</table></div>`;
}

function sourceGroup(source: ShownSource, words: ReaderWords): Html {
  const { figures, row } = source;
  return html`<tbody>
<tr class="source"><th scope="rowgroup" colspan="5">${rowTitle(source, words)}${saidLine(source, words)}</th></tr>
${figures.map((figure, place) => figureLine(figure, row, place === figures.length - 1, words))}</tbody>
`;
}

/** The table by its name; where the row is in the dataset stands below it. */
function rowTitle({ id, title, row }: ShownSource, words: ReaderWords): Html {
  return html`${id !== null && html`<span class="id">${id}</span> `}<strong>${row === null ? title : tableTitle(row.table, words)}</strong>`;
}

function saidLine({ said, row, title }: ShownSource, words: ReaderWords): Html | null {
  if (row === null) return null;
  const shown = said.map(([label, value]): LabeledValue => {
    if (label === "found by") return [label, words.key(row.key, row.table)];
    if (label === "in force") return ["effective", withDays(value)];
    return label === "edition" || label === "published" ? [label, withDays(value)] : [label, value];
  });
  return html`<span class="small">${title}; ${shown.map(saidText)}</span>`;
}

function saidText([label, value]: LabeledValue, place: number): Html {
  const between = place > 0 && "; ";
  if (label === "SHA-256") return html`<span class="on-screen">${between}${label} <code>${value}</code></span>`;
  return html`${between}${label} ${value}`;
}

function figureLine(
  { id, name, value, unit, where, paid }: ShownFigure,
  row: ShownSource["row"],
  isLast: boolean,
  words: ReaderWords,
): Html {
  const column = /^column (.*)$/.exec(where)?.[1];
  const place = column === undefined || row === null ? words.text(where) : words.column(column, row.table);
  return html`<tr class="figure${isLast && " last"}${paid && " paid"}"><th scope="row" class="id">${id}</th><td>${words.text(name)}${
    paid && html`<span class="small">paid as it is published</span>`
  }</td><td>${place}</td><td>${unit}</td><td class="amount">${groupedDollars(value)}</td></tr>
`;
}

/** The unused rows and why they were not used: one line per reason. */
function consideredSection({ rows, rows_left_out }: ResultExplanation, words: ReaderWords): Html | null {
  const groups = consideredRows(rows);
  if (groups.length === 0) return null;
  return html`<h3>What else was considered</h3>
<p class="lead">Rows of the dataset that were read and not used${rows_left_out > 0 && `; ${rows_left_out} more are not listed`}.</p>
<ul class="rows">
${groups.map((group) => rowGroup(group, words))}</ul>`;
}

function rowGroup({ table, key, publications, losing }: ConsideredRows, words: ReaderWords): Html {
  return html`<li><strong>${tableTitle(table, words)}</strong> (${table}), ${words.key(key, table)}${
    publications.length > 0 && html`<span class="small">published in ${withDays(publications.join("; "))}</span>`
  }<ul>${losing.map((lines) => losingLine(lines, words))}</ul></li>
`;
}

function losingLine({ count, lines, whyNot, periods }: LosingRows, words: ReaderWords): Html {
  return html`<li>${words.text(whyNot)}: ${count}, ${lines} ${
    periods.length > 0 && html`<span class="periods">(effective ${periods.map(period)})</span>`
  }</li>`;
}

/** No line break between the days of a period. */
function period(text: string, place: number): Html {
  return html`${place > 0 && "; "}<span class="nowrap">${withDays(text)}</span>`;
}

function assumedSection(explanation: Explanation, words: ReaderWords): Html | null {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  return html`<h3>Defaults used</h3>
<p class="lead">Not entered; another value may give another price.</p>
<div class="scroll whole"><table>
<caption>Values that were not entered</caption>
<thead><tr><th scope="col">Field</th><th scope="col">Default</th><th scope="col">Why</th></tr></thead>
<tbody>
${assumed.map(
  ({ parameter, values, reason }) =>
    html`<tr><th scope="row">${words.label(parameter)}</th><td>${words.value(values)}</td><td>${words.text(reason.replace(/^not sent: /, ""))}</td></tr>\n`,
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

function staleSection({ stale }: Explanation, words: ReaderWords): Html | null {
  if (stale.length === 0) return null;
  return html`<div class="notice"><p><strong>Old rates.</strong></p>
<ul>${stale.map(({ table, message }) => html`<li>${aboutTable(table, message, words)}</li>`)}</ul></div>
`;
}

/** A message of the record with its table and days in words. */
function aboutTable(table: string, message: string, words: ReaderWords): string {
  return withDays(message.replace(table, message.startsWith(table) ? tableTitle(table, words) : words.table(table)));
}

function emptySection({ empty_tables: empty }: Explanation, words: ReaderWords): Html | null {
  if (empty.length === 0) return null;
  return html`<div class="notice"><p><strong>Data in part.</strong></p>
<ul>${empty.map(({ table, message }) => html`<li>${aboutTable(table, message, words)}</li>`)}</ul></div>
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
    ["As a command", html`<code>${repeatingCommand(explanation, lookup).join(" ")}</code>`],
    ["Over HTTP", html`<code>GET ${repeatingAddress(explanation, lookup)}</code>`],
  ];
  return html`<section><h2 class="minor">Release, and how to repeat it</h2>
<dl class="release">
${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}<dt class="on-screen">Content hash</dt><dd class="on-screen"><code>${release.content_hash}</code></dd>
</dl></section>
`;
}
