import type { ToldStep } from "../words/steps.ts";
import { grouped } from "./grouped.ts";
import { type Html, html } from "./html.ts";

/** The calculation as a receipt: one line for each step, its amount at the right. */
export function stepsTable(steps: readonly ToldStep[]): Html {
  return html`<p class="lead">Each step with its rule of the methodology. Results are rounded half up; s names a step, i a figure of the next table.</p>
<div class="scroll"><table>
<caption>Steps of the calculation</caption>
<thead><tr><th scope="col">Step</th><th scope="col">Calculation</th><th scope="col">Rule</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${steps.map(stepLine)}</tbody>
</table></div>`;
}

function stepLine({ id, text, formula, section, value, applied, decision, paid }: ToldStep): Html {
  const about = [
    ...(formula === null ? [] : [`${formula}.`]),
    ...(decision === null ? [] : [`Decided by: ${decision}.`]),
  ];
  const kind = paid ? "paid" : applied ? "step" : "unused";
  return html`<tr class="${kind}"><th scope="row" class="id">${id}</th>
<td>${grouped(text)}${about.length > 0 && html`<span class="small">${grouped(about.join(" "))}</span>`}</td>
<td class="nowrap">${section}</td>
<td class="amount">${value !== null && (applied ? grouped(value) : html`<s>${grouped(value)}</s>`)}${paid && html`<span class="small">paid</span>`}${
    !applied && html`<span class="small">not applied</span>`
  }</td></tr>
`;
}
