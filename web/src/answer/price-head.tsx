import { outcomeText } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import type { ReleaseInService } from "../api/ready.ts";
import { AddToBasket } from "../basket/add-to-basket.tsx";
import { addressOfLookup, type Lookup } from "../look-up/lookup.ts";
import { CopyButton, Link } from "../parts/buttons.tsx";
import { WithOutside } from "../parts/chart-frame.tsx";
import { testDataText } from "../test-data.tsx";
import { todayHere } from "../words/day.ts";
import { type AlternativePrices, type Available, besideAmount } from "./alternatives.ts";
import { enteredFacts } from "./assumed-and-available.tsx";
import { billedText } from "./billed-limit.ts";
import { emailText } from "./email-text.ts";
import { notesOf } from "./notes.ts";
import { priceAge } from "./price-age.ts";
import { readableText } from "./receipt/bars.tsx";
import type { DefaultUsed } from "./receipt/receipt-of.ts";
import { aboutPrice, sentenceOf } from "./sentence.ts";
import { UnitsField, unitsOutcome } from "./units-field.tsx";

interface PriceHeadProps {
  readonly lookup: Lookup;
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
  readonly release: ReleaseInService | null;
  readonly available: readonly Available[];
  readonly prices: AlternativePrices;
  /** Of numbers that were not entered. */
  readonly defaults: readonly DefaultUsed[];
  readonly onUnits: (units: string) => void;
}

/** The price with what else it could be, its kind, its age, and what it is for; and the ways to take it to others. */
export function PriceHead(props: PriceHeadProps) {
  const { lookup, explanation, explained, release, available, prices, defaults, onUnits } = props;
  const { setting } = lookup;
  const { result } = explained;
  const day = String(explanation.request[setting.day_parameter] ?? todayHere());
  const age = priceAge(explained, { day, today: todayHere(), release, setting });
  const beside = besideAmount(available, prices);
  const price = readableText(outcomeText(result));
  const about = aboutPrice(explained);
  const units = lookup.units ?? "";
  const ofUnits = unitsOutcome(explained, units);
  const billed = billedText(explained, units, lookup.billed ?? "");
  const sentence = sentenceOf(explanation, explained, lookup);
  const notes = notesOf(explanation, result);
  // With its day: a link without one shows the price of the day on which it is opened.
  const link =
    location.origin + addressOfLookup({ ...lookup, fields: { ...lookup.fields, [setting.day_parameter]: day } });
  const copied = emailText({
    price,
    beside,
    about,
    units: [ofUnits?.kind === "amount" ? ofUnits.text : [], billed ?? []].flat(),
    age,
    testData: release === null ? null : testDataText(release),
    sentence,
    notes,
    entered: enteredFacts(lookup, explanation),
    explanation,
    explained,
    setting,
    defaults,
    link,
  });
  return (
    <div class="price-head">
      <h2 class={prices.isPending || beside.length > 0 ? "price has-alternatives" : "price"}>
        {price}
        {beside.length === 0 ? null : (
          <span class="price-beside">
            <span class="unseen">, </span>
            {beside.map((text, place) => (
              <span key={text} class="price-alternative">
                {text}
                {place < beside.length - 1 ? ", " : ""}
              </span>
            ))}
          </span>
        )}
      </h2>
      <p class="price-about">{about}</p>
      <UnitsField explained={explained} units={units} onUnits={onUnits} />
      {billed === null ? null : (
        <p class="price-units">
          <span class="units-amount">{billed}</span>{" "}
          <Link to={addressOfLookup({ ...lookup, billed: "" })}>Leave it out</Link>
        </p>
      )}
      {age === null ? null : (
        <p class="price-age">
          <strong class={age.isMadeUp ? "made-up" : undefined}>{age.text}.</strong> {age.beyond}
        </p>
      )}
      <p class="sentence">
        <WithOutside text={sentence} outside={typeof result.provider_name === "string" ? result.provider_name : null} />
      </p>
      <p class="price-actions">
        <CopyButton label="Copy link" text={link} what="to this rate" />
        <CopyButton label="Copy for an email" text={copied} what="" />
        <button type="button" class="quiet" onClick={() => print()}>
          Print
        </button>
      </p>
      <AddToBasket lookup={lookup} explanation={explanation} explained={explained} />
      {notes.length === 0 ? null : (
        <ul class="answer-notes">
          {notes.map(({ title, message }) => (
            <li key={message}>
              <strong>{title}.</strong> {message}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
