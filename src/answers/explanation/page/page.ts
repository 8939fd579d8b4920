import type { Explanation } from "../explanation.ts";
import { type AskedOf, askedText } from "../words/about.ts";
import { dayLabel, dayOf } from "../words/repeating.ts";
import { outcomeText } from "../words/result.ts";
import { resultArticle } from "./article.ts";
import { grouped } from "./grouped.ts";
import { type Html, html } from "./html.ts";
import { assumedSection, emptySection, limitsSection, releaseSection, staleSection } from "./lookup-sections.ts";
import { STYLE } from "./style.ts";
import { summaryTable } from "./summary.ts";

/** From so many results on, a page begins with a table of them. */
const SUMMARY_FROM = 3;

/**
 * The explanation as a page that can be printed and sent on: one file without script, fonts or anything else to load. It
 * shows the record and computes nothing of its own.
 */
export function explanationPage(explanation: Explanation, asked: AskedOf): string {
  const { explanations, release } = explanation;
  const day = dayOf(explanation, asked);
  const assumed = assumedSection(explanation);
  const isOne = explanations.length === 1;
  const articles = explanations.map((explained, place) => {
    const placed = {
      program: askedText(asked),
      number: place + 1,
      of: explanations.length,
      dayLabel: dayLabel(asked),
      day,
    };
    return resultArticle(explained, placed, isOne ? assumed : null);
  });
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="generator" content="Ratebook ${explanation.engine_version}">
<title>${title(explanation, day)}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="masthead"><h1>${askedText(asked)}: a rate and how it is made</h1><span>${release.name} ${release.version}</span></header>
<main>
${emptySection(explanation)}${staleSection(explanation)}${!isOne && frontSection(explanation, day)}${articles}${limitsSection()}${releaseSection(explanation, asked)}</main>
</body>
</html>
`.markup;
}

/** What is said once of several results. */
function frontSection(explanation: Explanation, day: string): Html {
  const { explanations } = explanation;
  return html`<section class="front"><h2>${explanations.length} results</h2>
${explanations.length >= SUMMARY_FROM && summaryTable(explanations, day)}
${assumedSection(explanation)}</section>
`;
}

/** What browsers propose as the name of the printed file. */
function title({ explanations, request }: Explanation, day: string): Html {
  const [first] = explanations;
  const outcome =
    first === undefined || explanations.length > 1 ? `${explanations.length} results` : outcomeText(first.result);
  const provider = explanations.length === 1 ? first?.result.provider_name : null;
  const code = request.billing_code ?? first?.result.billing_code ?? "";
  return html`${grouped(outcome)} for ${String(code)}${provider ? html` at ${String(provider)}` : null} on ${day}`;
}
