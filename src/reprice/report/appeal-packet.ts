import { type Html, html } from "../../answers/explanation/markup.ts";
import { limitsSection, printedPage } from "../../answers/explanation/page.ts";
import { payerSections } from "../../answers/explanation/payer-page.ts";
import { type ExplainedLookup, LEFT_OUT, lookupTitle } from "../../answers/explanation/result-words.ts";
import type { Explanation } from "../../answers/explanation/schema.ts";
import { withDays } from "../../core/calendar/day.ts";
import { asFactor } from "../../core/money/arithmetic.ts";
import { DollarSum } from "../../core/money/dollar-sum.ts";
import { parseFactor } from "../../core/money/factor.ts";
import { dollarText } from "../../core/money/money.ts";
import { faultWords, groupedDollars } from "../../core/text/labels.ts";
import { countText, plural } from "../../core/text/plural.ts";
import { formulaOfLine } from "../pricing/payment-comparison.ts";
import { hasRemark, remarksForPayer } from "../pricing/remarks.ts";
import type { ResultRow } from "./result-rows.ts";

/** A claim line as it was priced, and the explanation of its price. */
export interface ExplainedClaimLine {
  readonly row: ResultRow;
  readonly explanation: Explanation;
}

interface Packet {
  readonly lookup: ExplainedLookup;
  /** The client's name of the file; null where it is not known. */
  readonly fileName: string | null;
  readonly lines: readonly ExplainedClaimLine[];
  /** Null when the release has no made-up figures. */
  readonly warning: string | null;
}

/**
 * The explanations of chosen claim lines as one document to print: what goes with an appeal. It has every column of the file, each with
 * its position (`data-column`), and whether a payer's form has it (`data-on-form`): the page leaves out those that its reader does
 * not print.
 */
export function appealPacket({ lookup, fileName, lines, warning }: Packet): string {
  const [first] = lines;
  const { release, engine_version } = (first as ExplainedClaimLine).explanation;
  const of = fileName === null ? "" : ` of ${fileName}`;
  const about = `${countText(lines.length, "claim line")}${of}`;
  return printedPage({
    title: `${lookupTitle(lookup)}: ${about}`,
    heading: `${lookupTitle(lookup)}: ${about}, and how each rate is calculated`,
    release: `${release.name} ${release.version}`,
    engineVersion: engine_version,
    main: html`${warning !== null && html`<div class="notice warning"><p>${warning}</p></div>\n`}${overview(lines)}
${lines.map((line) => lineSection(line, lookup))}${limitsSection([LEFT_OUT])}${releaseSection(release)}`,
  });
}

interface AmountColumn {
  readonly heading: string;
  readonly of: (row: ResultRow) => string;
  readonly text: (amount: string) => string;
}

/** The amounts of a line in the first table; those that no line has are left out. */
function amountColumns(lines: readonly ExplainedClaimLine[]): readonly AmountColumn[] {
  const isAllowed = lines.some(({ row }) => row.isAllowed);
  const all: readonly AmountColumn[] = [
    { heading: "Billed", of: ({ billed }) => billed, text: dollars },
    { heading: isAllowed ? "Allowed" : "Paid", of: ({ compared }) => compared, text: dollars },
    { heading: "Expected", of: (row) => row.ours("expected_amount"), text: dollars },
    { heading: "Variance", of: (row) => row.ours("difference"), text: signed },
  ];
  return all.filter(({ of }) => lines.some(({ row }) => of(row) !== ""));
}

function overview(lines: readonly ExplainedClaimLine[]): Html {
  const columns = amountColumns(lines);
  const claimAt = lines.some(({ row }) => row.claim !== "") ? (lines[0]?.row.claimAt ?? null) : null;
  const word = lines.some(({ row }) => row.isAllowed) ? "allowed" : "paid";
  const totals = columns.map(({ of, text }) => {
    const amounts = lines.map(({ row }) => of(row)).filter((amount) => amount !== "");
    const total = amounts.reduce((sum, each) => sum.addText(each), new DollarSum()).total;
    return amounts.length === 0 ? "" : text(dollarText(asFactor(total)));
  });
  return html`<section class="front"><h2>${countText(lines.length, "claim line")}</h2>
<p class="lead">Expected is what the published rate comes to for the line. Variance is expected minus what was ${word}.${uncomparedText(lines)}</p>
<div class="scroll"><table>
<caption>Claim lines</caption>
<thead><tr><th scope="col">Line</th>${claimAt !== null && html`<th scope="col" data-column="${claimAt}">Claim</th>`}<th scope="col">Provider</th><th scope="col">Code</th><th scope="col">Date</th>${columns.map(({ heading }) => html`<th scope="col" class="amount">${heading}</th>`)}</tr></thead>
<tbody>
${lines.map((line) => overviewLine(line, columns, claimAt))}<tr class="paid"><th scope="row">Total</th>${claimAt !== null && html`<td data-column="${claimAt}"></td>`}<td></td><td></td><td></td>${totals.map((amount) => html`<td class="amount">${amount}</td>`)}</tr>
</tbody>
</table></div></section>`;
}

/** Lines without a variance have other amounts: then Total does not add up across its row. */
function uncomparedText(lines: readonly ExplainedClaimLine[]): string {
  const uncompared = lines.filter(({ row }) => row.ours("difference") === "").length;
  if (uncompared === 0 || uncompared === lines.length) return "";
  const text = plural(
    uncompared,
    "is not compared: it has no variance, and its other amounts are",
    "are not compared: they have no variance, and their other amounts are",
  );
  return ` ${countText(uncompared, "line")} ${text} in the totals.`;
}

function overviewLine(
  { row, explanation }: ExplainedClaimLine,
  columns: readonly AmountColumn[],
  claimAt: number | null,
): Html {
  const { provider_name, billing_code } = explanation.explanations[row.shown]?.result ?? {};
  const claim = row.claim.slice(0, CELL_CHARACTERS_MAX);
  const amounts = columns.map(({ of, text }) => html`<td class="amount">${text(of(row))}</td>`);
  return html`<tr><th scope="row"><a href="#line-${row.line}">${row.line}</a></th>${claimAt !== null && html`<td data-column="${claimAt}">${claim}</td>`}<td>${String(provider_name ?? "")}</td><td>${String(billing_code ?? "")}</td><td class="nowrap">${withDays(row.ours("date_priced"))}</td>${amounts}</tr>
`;
}

/** Columns of the file that a line shows: an export can have two thousand. Those that a payer's form has are among them. */
const COLUMNS_SHOWN_MAX = 200;
const CELL_CHARACTERS_MAX = 200;

/** One line on pages by itself: what is expected for it, the claim as it was sent, and the explanation of its rate. */
function lineSection({ row, explanation }: ExplainedClaimLine, lookup: ExplainedLookup): Html {
  const remarks = remarksForPayer(row.ours("remarks"));
  const claim = row.claim.slice(0, CELL_CHARACTERS_MAX);
  const inTitle =
    claim !== "" && row.claimAt !== null && html`<span data-column="${row.claimAt}">, claim ${claim}</span>`;
  const filled = [...row.sent.keys()].filter((place) => row.sent[place]?.[1] !== "");
  const others = filled.filter((place) => !row.onForm.includes(place));
  const leftOut = new Set(others.slice(Math.max(COLUMNS_SHOWN_MAX - (filled.length - others.length), 0)));
  const more = plural(leftOut.size, "1 more column of the file is", `${leftOut.size} more columns of the file are`);
  return html`<section class="line" id="line-${row.line}"><h2>Line ${row.line}${inTitle}</h2>
${expectedForLine(row, explanation)}<dl class="facts">
${filled.filter((place) => !leftOut.has(place)).map((place) => sentCell(row, place))}</dl>
${leftOut.size > 0 && html`<p>${more} not shown.</p>\n`}${remarks !== "" && html`<p><strong>Please note.</strong> ${groupedDollars(withDays(faultWords(remarks)))}</p>\n`}${othersText(row, explanation)}${shownResults(row, explanation).map((place) => payerSections(explanation, lookup, place))}</section>
`;
}

function sentCell({ sent, onForm }: ResultRow, place: number): Html {
  const [heading, value] = sent[place] ?? ["", ""];
  const form = onForm.includes(place) && html` data-on-form`;
  return html`<div data-column="${place}"${form}><dt>${heading.slice(0, CELL_CHARACTERS_MAX)}</dt><dd>${value.slice(0, CELL_CHARACTERS_MAX)}</dd></div>\n`;
}

/** The result that the line was compared with. Of several amounts none was: all of them are shown. */
function shownResults(row: ResultRow, { explanations }: Explanation): readonly number[] {
  return hasSeveralAmounts(row) ? [...explanations.keys()] : [row.shown];
}

/** The remark, not the reason: a takeback or a line that is not owed can have several amounts too. */
function hasSeveralAmounts(row: ResultRow): boolean {
  return hasRemark(row.ours("remark_codes"), "several_amounts");
}

function othersText(row: ResultRow, { explanations }: Explanation): Html | null {
  const others = explanations.length - 1;
  if (others < 1) return null;
  if (hasSeveralAmounts(row)) {
    return html`<p>This line has ${explanations.length} results with different amounts: none was compared.</p>\n`;
  }
  const named = row.ours("other_results");
  const have = plural(others, "one more result", `${others} more results`);
  return html`<p>There ${plural(others, "is", "are")} ${have} for this line, which ${plural(others, "is", "are")} not explained here${named !== "" && `: ${groupedDollars(named)}`}.</p>\n`;
}

/** The expected amount before all others, with its rate, the units and the billed amount of the line, and the variance; null without one. */
function expectedForLine(row: ResultRow, { explanations }: Explanation): Html | null {
  const [atRate, amount] = [row.ours("amount_at_rate"), row.ours("expected_amount")];
  const { result, units = null } = explanations[row.shown] ?? {};
  const rate = result?.payment_rate;
  if (amount === "" || typeof rate !== "string") return null;
  const figure = parseFactor(rate);
  const shown = figure === null ? rate : dollarText(figure);
  const published = units === null ? `Rate: $${shown}` : `Rate: $${shown} per unit`;
  const formula = formulaOfLine(published, { rate: shown, units: row.ours("units_priced"), atRate, amount });
  const variance = row.ours("difference");
  const word = row.isAllowed ? "allowed" : "paid";
  return html`<h3><span class="price">${dollars(amount)}</span>
<span class="for">expected for the line</span></h3>
<p>${groupedDollars(formula)}.${variance !== "" && html` <strong>Variance:</strong> ${signed(variance)} (expected minus what was ${word}).`}</p>
`;
}

function dollars(amount: string): string {
  if (amount === "") return "";
  return groupedDollars(amount.startsWith("-") ? `\u2212$${amount.slice(1)}` : `$${amount}`);
}

/** A variance always has its sign, as on the page: `+$14.82`. */
function signed(variance: string): string {
  return variance.startsWith("-") || /^[0.]*$/.test(variance) ? dollars(variance) : `+${dollars(variance)}`;
}

function releaseSection({ name, version, content_hash }: Explanation["release"]): Html {
  return html`<section><h2 class="minor">Rates</h2>
<dl class="release"><dt>Release</dt><dd>${name}, version ${version}</dd>
<dt class="on-screen">Content hash</dt><dd class="on-screen"><code>${content_hash}</code></dd>
</dl></section>
`;
}
