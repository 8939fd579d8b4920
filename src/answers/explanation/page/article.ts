import type { ResultExplanation } from "../explanation.ts";
import { advisoriesOf, furtherFields } from "../words/result.ts";
import { toldSteps } from "../words/steps.ts";
import { consideredSection } from "./considered.ts";
import { headline, type Placed } from "./headline.ts";
import { type Html, html } from "./html.ts";
import { noRateNotice } from "./no-rate.ts";
import { sourcesSection } from "./sources.ts";
import { stepsTable } from "./steps.ts";

/**
 * One result: the price, its calculation, its figures with their sources, and what else was considered. `assumed` stands
 * among them where the page does not say it for all results at once.
 */
export function resultArticle(explained: ResultExplanation, placed: Placed, assumed: Html | null): Html {
  const { no_rate, result } = explained;
  const steps = toldSteps(explained);
  return html`<article id="result-${placed.number}">
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
