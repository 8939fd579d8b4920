import type { ExplainedNoRate } from "../explanation.ts";
import { toldNoRate } from "../words/no-rate.ts";
import { type Html, html } from "./html.ts";

/** Why there is no price: what was sought, what is nearest, and what would help. */
export function noRateNotice(noRate: ExplainedNoRate): Html {
  const { message, code, meaning, sought, nearest, remedies } = toldNoRate(noRate);
  return html`<h3>Why there is no price</h3>
<div class="notice">
${message !== null && html`<p><strong>${message}</strong></p>`}
<p>${meaning} <code>(${code})</code></p>
${sought !== null && html`<p>Looked for in ${sought}.</p>`}
${nearest !== null && html`<p>Nearest published period: ${nearest}.</p>`}
</div>
${
  remedies.length > 0 &&
  html`<h3>What would help</h3>
<ul>${remedies.map(({ send, why }) => html`<li><code>${send}</code>: ${why}</li>`)}</ul>`
}`;
}
