import type { ResultExplanation } from "../explanation.ts";
import { codeText, codeWithSeverity, holdsText, kindText, outcomeText } from "../words/result.ts";
import { grouped } from "./grouped.ts";
import { type Html, html } from "./html.ts";

/** A result's place on the page, whose it is and the day that it is of. */
export interface Placed {
  /** `California Medicaid, outpatient`, which a page that is taken out of several has to say itself. */
  readonly program: string;
  readonly number: number;
  readonly of: number;
  /** `Date of service`, `Admit date`. */
  readonly dayLabel: string;
  readonly day: string;
}

/** The price, large, and what it is the price of. */
export function headline({ result, period }: ResultExplanation, { program, number, of, dayLabel, day }: Placed): Html {
  const { npi, state_provider_id, provider_name, billing_code, payment_rate } = result;
  const facts: readonly (readonly [string, unknown])[] = [
    [dayLabel, day],
    ["Code", codeText(result)],
    ["Kind of rate", kindText(result)],
    ["NPI", npi],
    ["State ID", state_provider_id],
    ["In force", holdsText({ period })],
  ];
  const shown = facts.filter(([, value]) => value !== null && value !== undefined);
  return html`${of > 1 && html`<p class="lead">${program}: result ${number} of ${of}</p>\n`}<h2><span class="${
    payment_rate ? "price" : "noprice"
  }">${grouped(outcomeText(result))}</span>
<span class="for">${billing_code ? `for ${codeWithSeverity(result)} ` : null}${provider_name ? `at ${provider_name} ` : null}on ${day}</span></h2>
<dl class="facts">
${shown.map(([label, value]) => html`<div><dt>${label}</dt><dd>${String(value)}</dd></div>\n`)}</dl>`;
}
