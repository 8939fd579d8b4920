import { useEffect, useRef, useState } from "preact/hooks";
import { askDocument, type Problem } from "../../api/ask.ts";
import { type Lookup, ratePath } from "../../look-up/lookup.ts";
import { documentText, parsedDocument, useMadeDocument } from "../../parts/made-document.ts";
import { inPageWords } from "../../words/problem.ts";
import { billedText } from "../billed-limit.ts";
import { type RateOfLine, unitsOutcome, WHOLE_LINE } from "../units-field.tsx";

const LABEL = "All rows and sources as a page to print";

/** The printed explanation. A lookup has no units and no billed amount: where the reader has some, the page adds what they come to. */
export function PageToPrint({ lookup }: { readonly lookup: Lookup }) {
  const { units = "", billed = "" } = lookup;
  const path = ratePath(lookup, "/explain");
  return units === "" && billed === "" ? <a href={path}>{LABEL}</a> : <WithUnits {...{ path, units, billed }} />;
}

interface WithUnitsProps {
  readonly path: string;
  readonly units: string;
  readonly billed: string;
}

function WithUnits({ path, units, billed }: WithUnitsProps) {
  const [said, setSaid] = useState("");
  const addressOf = useMadeDocument();
  const withdrawal = useRef(new AbortController());
  useEffect(() => () => withdrawal.current.abort(), []);
  async function open() {
    // Opened by the click itself: browsers refuse a tab that opens later.
    const tab = globalThis.open("", "_blank");
    if (tab === null) {
      setSaid("The browser opens no new tab here. Allow it for this site, and try again.");
      return;
    }
    setSaid("");
    const answer = await askDocument(path, withdrawal.current.signal).catch(() => null);
    if (answer?.ok) tab.location.replace(addressOf(withUnits(answer.body, units, billed)));
    else tab.close();
    if (answer?.ok === false) setSaid(problemText(answer.problem));
  }
  return (
    <>
      <button type="button" class="quiet" onClick={open}>
        {LABEL}
      </button>
      <span role="status">{said}</span>
    </>
  );
}

function problemText(problem: Problem): string {
  const { title, detail } = inPageWords(problem);
  return `${title}. ${detail}`;
}

/** The document with what the units come to below each rate, by the rate that the document itself has. */
function withUnits(page: string, units: string, billed: string): string {
  const document = parsedDocument(page);
  for (const place of document.querySelectorAll("[data-rate]")) {
    const max = place.getAttribute("data-units-max");
    const rate = { payment_rate: place.getAttribute("data-rate"), rate_found: true };
    const text = textOfLine(
      { result: rate, units: max === null ? null : { max: max === "" ? null : max } },
      units,
      billed,
    );
    if (text === null) continue;
    const said = document.createElement("strong");
    said.textContent = text;
    place.replaceChildren(said);
  }
  return documentText(document);
}

/** "This is the rate of one unit. 2 units come to $48.00 ($24.00 × 2)."; null where the units cannot be read. */
export function textOfLine(rate: RateOfLine, units: string, billed: string): string | null {
  const outcome = unitsOutcome(rate, units);
  if (outcome?.kind === "fault") return null;
  const ofUnits = outcome?.text ?? (rate.units === null ? (units === "" ? null : WHOLE_LINE) : null);
  return [
    rate.units === null ? null : "This is the rate of one unit.",
    ofUnits,
    billedText(rate, units, billed) ?? "A claim line comes to no more than what was billed.",
  ]
    .filter((sentence) => sentence !== null)
    .join(" ");
}
