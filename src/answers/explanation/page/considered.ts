import type { ResultExplanation } from "../explanation.ts";
import { type ConsideredRows, consideredRows, type LosingRows } from "../words/considered.ts";
import { type Html, html } from "./html.ts";

/** The rows that were read and not used, and why: those that lost for one reason are one line. */
export function consideredSection({ rows, rows_left_out }: ResultExplanation): Html | null {
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

/** A period that is not broken between its days. */
function period(text: string, place: number): Html {
  return html`${place > 0 && "; "}<span class="nowrap">${text}</span>`;
}
