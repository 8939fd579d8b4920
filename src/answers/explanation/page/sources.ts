import type { ResultExplanation } from "../explanation.ts";
import type { Said } from "../words/publication.ts";
import { type ToldFigure, type ToldSource, toldSources } from "../words/sources.ts";
import { grouped } from "./grouped.ts";
import { type Html, html } from "./html.ts";

/** The figures with their sources, and the rows that decided without a figure. */
export function sourcesSection(explained: ResultExplanation): Html {
  const { ofFigures, withoutFigures } = toldSources(explained);
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

function figuresTable(sources: readonly ToldSource[]): Html {
  return html`<div class="scroll"><table class="figures">
<caption>Figures and their sources</caption>
<thead><tr><th scope="col">Id</th><th scope="col">Figure</th><th scope="col">Where it stands</th><th scope="col">Unit</th><th scope="col" class="amount">Value</th></tr></thead>
${sources.map(sourceGroup)}</table></div>`;
}

function sourceGroup({ id, title, said, figures }: ToldSource): Html {
  return html`<tbody>
<tr class="source"><th scope="rowgroup" colspan="5">${rowTitle(id, title)}${saidLine(said)}</th></tr>
${figures.map((figure, place) => figureLine(figure, place === figures.length - 1))}</tbody>
`;
}

function rowTitle(id: string | null, title: string): Html {
  return html`${id !== null && html`<span class="id">${id}</span> `}<strong>${title}</strong>`;
}

function saidLine(said: readonly Said[]): Html | null {
  return said.length === 0 ? null : html`<span class="small">${said.map(saidText)}</span>`;
}

function saidText([label, value]: Said, place: number): Html {
  return html`${place > 0 && "; "}${label} ${label === "SHA-256" ? html`<code>${value}</code>` : value}`;
}

function figureLine({ id, name, value, unit, where, paid }: ToldFigure, isLast: boolean): Html {
  return html`<tr class="figure${isLast && " last"}${paid && " paid"}"><th scope="row" class="id">${id}</th><td>${name}${
    paid && html`<span class="small">paid as it is published</span>`
  }</td><td>${where}</td><td>${unit}</td><td class="amount">${grouped(value)}</td></tr>
`;
}
