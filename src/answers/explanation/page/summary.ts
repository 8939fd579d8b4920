import type { ResultExplanation } from "../explanation.ts";
import { codeWithSeverity, holdsText, identifiers, outcomeText } from "../words/result.ts";
import { grouped } from "./grouped.ts";
import { type Html, html } from "./html.ts";

/** All results at a glance, each with a link to its article. */
export function summaryTable(explanations: readonly ResultExplanation[], day: string): Html {
  return html`<p class="lead">On ${day}, one line for each result.</p>
<div class="scroll"><table>
<caption>Results</caption>
<thead><tr><th scope="col">No.</th><th scope="col">Provider</th><th scope="col">Identifier</th><th scope="col">Code</th><th scope="col">In force</th><th scope="col" class="amount">Result</th></tr></thead>
<tbody>
${explanations.map(resultLine)}</tbody>
</table></div>`;
}

function resultLine({ result, period }: ResultExplanation, place: number): Html {
  return html`<tr><th scope="row"><a href="#result-${place + 1}">${place + 1}</a></th><td>${String(result.provider_name ?? "none found")}</td><td>${identifiers(result)[0] ?? null}</td><td>${result.billing_code ? codeWithSeverity(result) : ""}</td><td class="nowrap">${holdsText({ period })}</td><td class="amount">${grouped(outcomeText(result))}</td></tr>
`;
}
