import { LIMITS } from "../../../pricing/limits.ts";
import type { Explanation } from "../explanation.ts";
import type { AskedOf } from "../words/about.ts";
import { assumedValues } from "../words/assumed.ts";
import { repeatingAddress, repeatingCommand } from "../words/repeating.ts";
import { type Html, html } from "./html.ts";

/** The defaults that the prices rest on. */
export function assumedSection(explanation: Explanation): Html | null {
  const assumed = assumedValues(explanation);
  if (assumed.length === 0) return null;
  return html`<h3>What was assumed</h3>
<p class="lead">Not sent with the question; another value may give another price.</p>
<div class="scroll whole"><table>
<caption>Assumptions</caption>
<thead><tr><th scope="col">Parameter</th><th scope="col">Assumed</th><th scope="col">Why</th></tr></thead>
<tbody>
${assumed.map(
  ({ parameter, values, reason }) =>
    html`<tr><th scope="row" class="id">${parameter}</th><td>${values}</td><td>${reason}</td></tr>\n`,
)}</tbody>
</table></div>`;
}

/** The editions that are much older than the day that was priced from them. */
export function staleSection({ stale }: Explanation): Html | null {
  if (stale.length === 0) return null;
  return html`<div class="notice"><p><strong>Old rates.</strong></p>
<ul>${stale.map(({ message }) => html`<li>${message}</li>`)}</ul></div>
`;
}

/** The tables without any row that the prices looked into. */
export function emptySection({ empty_tables: empty }: Explanation): Html | null {
  if (empty.length === 0) return null;
  return html`<div class="notice"><p><strong>Data in part.</strong></p>
<ul>${empty.map(({ message }) => html`<li>${message}</li>`)}</ul></div>
`;
}

/** What no price takes into account. */
export function limitsSection(): Html {
  return html`<section><h2 class="minor">What is left out</h2>
${LIMITS.map((sentence) => html`<p>${sentence}</p>\n`)}</section>
`;
}

/** What the question was answered from, and how to ask it again. */
export function releaseSection(explanation: Explanation, asked: AskedOf): Html {
  const { release, engine_version } = explanation;
  const facts: readonly (readonly [string, Html | string])[] = [
    ["Release", `${release.name}, version ${release.version}; answered by Ratebook ${engine_version}`],
    ["Content hash", html`<code>${release.content_hash}</code>`],
    ["As a command", html`<code>${repeatingCommand(explanation, asked).join(" ")}</code>`],
    ["Over HTTP", html`<code>GET ${repeatingAddress(explanation, asked)}</code>`],
  ];
  return html`<section><h2 class="minor">Release, and how to repeat it</h2>
<dl class="release">
${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>\n`)}</dl></section>
`;
}
