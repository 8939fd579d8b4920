import { assumedValues } from "../../../src/answers/explanation/result-words.ts";
import type { Explanation, ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { capital } from "../../../src/core/text/labels.ts";
import type { CatalogueSetting } from "../api/ready.ts";
import { NOT_FOR_CLAIMS } from "../test-data.tsx";
import { labelOf } from "../words/names.ts";
import { type EnteredFact, parameterValue } from "./assumed-and-available.tsx";
import type { PriceNote } from "./notes.ts";
import type { PriceAge } from "./price-age.ts";
import type { DefaultUsed } from "./receipt/receipt-of.ts";
import { receiptLines } from "./receipt/receipt-text.ts";

interface ShownAnswer {
  readonly price: string;
  readonly beside: readonly string[];
  readonly about: string;
  /** What the entered units come to, and whether what was billed limits it. */
  readonly units: readonly string[];
  readonly age: PriceAge | null;
  /** Which part of the data is made up; null where nothing is, or where it is not known yet. */
  readonly testData: string | null;
  readonly sentence: string;
  readonly notes: readonly PriceNote[];
  /** The facts of the claim besides those in the sentence. */
  readonly entered: readonly EnteredFact[];
  readonly explanation: Explanation;
  readonly explained: ResultExplanation;
  readonly setting: CatalogueSetting;
  readonly defaults: readonly DefaultUsed[];
  /** The address that shows the same price again. */
  readonly link: string;
}

/** The price and its receipt as plain text, for an email: what the page shows, in its words. */
export function emailText(shown: ShownAnswer): string {
  const {
    price,
    beside,
    about,
    units,
    age,
    testData,
    sentence,
    notes,
    entered,
    explanation,
    explained,
    setting,
    defaults,
    link,
  } = shown;
  const { release } = explanation;
  const steps = receiptLines(explained, setting, defaults);
  const assumed = assumedValues(explanation).map(
    ({ parameter, values }) => `${labelOf(parameter)}: ${parameterValue(parameter, values, setting)}`,
  );
  const isTest = testData !== null || age?.isMadeUp === true;
  const parts = [
    // First: the text leaves the page, and the band over it stays.
    isTest
      ? [["TEST DATA.", age?.isMadeUp ? `${age.text}.` : "", testData ?? NOT_FOR_CLAIMS].filter(Boolean).join(" ")]
      : [],
    [[price, ...beside].join(", "), about === "" ? [] : capital(about), ...units, sentence].flat(),
    age === null ? [] : [`${age.text}. ${age.beyond ?? ""}`.trim()],
    notes.map(({ title, message }) => `${title}. ${message}`),
    entered.length === 0
      ? []
      : ["Entered", ...entered.map(({ parameter, value }) => `${labelOf(parameter)}: ${value}`)],
    steps.length === 0 ? [] : ["Calculation", ...steps],
    assumed.length === 0 ? [] : ["Defaults used, because they were not entered", ...assumed],
    [`Rates: ${release.name} ${release.version}`, link],
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}
