import {
  amount,
  type Conversion,
  figure,
  percent,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake } from "../../../imports/declaring/intake.ts";
import { parameters } from "../tables.ts";
import { CERTIFICATE_FIELDS } from "./certificates.ts";

export const dollars = rounded(2, amount);

/** A ratio, which some editions print as a percentage. */
const fraction: Conversion = (cell) => (cell.endsWith("%") ? percent(cell) : figure(cell));

/**
 * The columns of both acute schedules. They are numbered, but differently in each edition, so their captions count;
 * fields with narrow captions come first, so that wider ones find what is left.
 */
export const ACUTE_FIELDS = {
  ...CERTIFICATE_FIELDS,
  statewidePrice: optional(heading(/statewide.*price/, dollars)),
  capitalPerDiem: optional(heading(/capital.*(?:per diem|transfer)/, dollars)),
  capitalPerDisch: optional(heading([/capital.*(?:disch|case)|2990/, /^(?!.*diem).*capital/], dollars)),
  alcPerDiem: optional(heading(/\balc\b|alternate level|295[01]/, dollars)),
  isaf: optional(heading(/\bisaf\b|institution.?specific.*(?:adj|factor)/, zeroAbsent(figure))),
  highCostCc: optional(heading(/high.?cost|charge.*convert/, zeroAbsent(fraction))),
  dischargeRate: heading(
    [/2946/, /^(?!.*(?:capital|admission|add.?on|dme|\bacr\b|sdp|safety)).*discharge.*(?:rate|payment)/],
    zeroAbsent(dollars),
  ),
};

/** The statewide price, which the schedules repeat for each hospital; it is taken when they all have the same. */
export class StatewidePrice {
  readonly #prices = new Set<string>();
  readonly #parameter: string;

  constructor(parameter: "statewide_base_price_ffs" | "statewide_base_price_mmc") {
    this.#parameter = parameter;
  }

  see(price: string | null): void {
    if (price !== null) this.#prices.add(price);
  }

  take(intake: Intake): void {
    const [price, other] = this.#prices;
    if (price === undefined) return;
    if (other === undefined) intake.take(parameters, { name: this.#parameter, value: price });
    else
      intake.find({ title: `statewide prices that differ, so that ${this.#parameter} is not taken`, example: other });
  }
}
