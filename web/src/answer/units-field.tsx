import type { ResultExplanation } from "../../../src/answers/explanation/schema.ts";
import { type Factor, parseFactor } from "../../../src/core/money/factor.ts";
import { dollarText } from "../../../src/core/money/money.ts";
import { Refusal } from "../../../src/core/text/refusal.ts";
import { paidForUnits } from "../../../src/reprice/pricing/payment-comparison.ts";
import { readUnits } from "../../../src/reprice/values/amounts.ts";
import { useDraft } from "../parts/draft.ts";
import { figureText, moneyText, typedDigits } from "../words/amount.ts";

interface UnitsFieldProps {
  readonly explained: ResultExplanation;
  /** As the address has them; empty: none. */
  readonly units: string;
  readonly onUnits: (units: string) => void;
}

/** More digits than any line has units. */
const UNITS_CHARACTERS_MAX = 12;

/** The units of the claim line, where the rate is for one unit: it stands at the price, since only the answer knows that. */
export function UnitsField({ explained, units, onUnits }: UnitsFieldProps) {
  const { draft, setDraft, send } = useDraft(units, onUnits);
  if (explained.units === null) {
    return units === "" || !explained.result.payment_rate ? null : <p class="price-units">{WHOLE_LINE}</p>;
  }
  const outcome = unitsOutcome(explained, draft);
  const limit = unitsLimitText(explained);
  const id = "units-of-line";
  const isFaulty = outcome?.kind === "fault";
  return (
    <div class={isFaulty ? "price-units field-faulty" : "price-units"}>
      <label for={id}>Units</label>
      <input
        id={id}
        type="text"
        inputMode="decimal"
        autocomplete="off"
        maxLength={UNITS_CHARACTERS_MAX}
        value={draft}
        aria-describedby={`${id}-outcome`}
        aria-invalid={isFaulty ? true : undefined}
        onInput={({ currentTarget }) => setDraft(currentTarget.value)}
        onChange={({ currentTarget }) => send(currentTarget.value.trim())}
      />
      <span id={`${id}-outcome`} role="status">
        {outcome === null ? null : <span class={isFaulty ? "fault" : "units-amount"}>{outcome.text}</span>}{" "}
        {limit === null ? null : <span class="units-limit">{limit}</span>}
      </span>
    </div>
  );
}

/* A rate per unit times the units of a claim line, by the arithmetic of repricing. Whether a rate is per unit, and how many units are paid, is in the answer. */

/** What the entered units come to. */
type UnitsOutcome =
  /** `text`: "3 units come to $72.00 ($24.00 x 3)."; `atRate`: the $72.00 */
  | { readonly kind: "amount"; readonly text: string; readonly atRate: Factor }
  | { readonly kind: "fault"; readonly text: string };

/** What the units of a line depend on: the rate, and the limit of units where the rate is per unit. */
export interface RateOfLine extends Pick<ResultExplanation, "units"> {
  readonly result: Readonly<Record<string, unknown>>;
}

/** `entered`: as typed. Null where nothing is entered, and where the rate is not per unit. */
export function unitsOutcome({ units, result }: RateOfLine, entered: string): UnitsOutcome | null {
  const rate = parseFactor(String(result.payment_rate));
  if (units === null || rate === null || entered.trim() === "") return null;
  const read = readUnits(typedDigits(entered) ?? entered, false);
  const figure = read instanceof Refusal ? null : read.figure;
  if (figure === null || figure.text.startsWith("-")) {
    return { kind: "fault", text: "Enter a number of units, such as 3 or 0.5, up to 999,999." };
  }
  const max = parseFactor(units.max ?? "");
  const { unitsPriced, atRate, isCut } = paidForUnits(rate, figure, max);
  const amount = moneyText(dollarText(atRate));
  const times = `${moneyText(String(result.payment_rate))} \u00d7 ${figureText(unitsPriced.text)}`;
  const count = (digits: string) => `${figureText(digits)} ${digits === "1" ? "unit" : "units"}`;
  const isOne = figure.text === "1";
  const text = isCut
    ? `${count(unitsPriced.text)} of ${figureText(figure.text)} ${unitsPriced.text === "1" ? "is" : "are"} paid: ${amount} (${times}).`
    : `${count(figure.text)} ${isOne ? "comes" : "come"} to ${amount} (${times}).`;
  return { kind: "amount", text, atRate };
}

/** "At most 4 units are paid."; null where the state publishes no limit. */
function unitsLimitText({ units }: ResultExplanation): string | null {
  if (units === null || units.max === null) return null;
  const digits = units.max;
  return `At most ${figureText(digits)} ${/^1(?:\.0*)?$/.test(digits) ? "unit is" : "units are"} paid.`;
}

/** Where the address has units and the rate is for the whole line. */
export const WHOLE_LINE = "This rate is for the whole claim line, whatever its units.";
