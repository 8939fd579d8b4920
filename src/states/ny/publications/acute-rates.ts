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
import { publication, section } from "../../../imports/declaring/publication.ts";
import { acuteRates, parameters } from "../tables.ts";
import { CAPTION_ROWS, CERTIFICATE_FIELDS, NO_CERTIFICATE, strangers } from "./certificate-sheets.ts";
import { RATE_SHEET } from "./publishers.ts";

/** The columns are known from a program that reads the managed care sheet, and from the description of the other one. */
const ACUTE_SHEET = { ...RATE_SHEET, form: "XLSX or CSV", confidence: "remembered" } as const;

const dollars = rounded(2, amount);

/** A ratio, which some editions print as a percentage. */
const fraction: Conversion = (cell) => (cell.endsWith("%") ? percent(cell) : figure(cell));

/**
 * The columns of both acute schedules. They are numbered, but differently in each edition, so their captions count;
 * fields with narrow captions come first, so that wider ones find what is left.
 */
const ACUTE_FIELDS = {
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
class StatewidePrice {
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

/** Fee for service: capital per discharge includes what the managed care schedule lists as add-ons. */
export const acuteFeeForService = publication({
  ...ACUTE_SHEET,
  name: "acute-ffs",
  title: "Acute Inpatient Rates, Fee for Service (PUB_IP_MA_FFS_Acute)",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        dme: optional(heading(/\bdme\b|direct medical education|2589/, dollars)),
        ...ACUTE_FIELDS,
      },
      feeds: [acuteRates, parameters],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        const price = new StatewidePrice("statewide_base_price_ffs");
        return {
          record({ opcert, facility, statewidePrice, dischargeRate, dme, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (dischargeRate === null) return intake.leaveOut("no discharge rate", `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            price.see(statewidePrice);
            intake.take(acuteRates, { opcert, payerClass: "FFS", dischargeRate, dme, ...fields });
          },
          end: (intake) => price.take(intake),
        };
      },
    }),
  ],
});

/** Managed care; its DME is paid by the state apart from the claim, so it is no part of these rates. */
export const acuteManagedCare = publication({
  ...ACUTE_SHEET,
  name: "acute-hmo",
  title: "Acute Inpatient Rates, Managed Care (PUB_IP_MA_HMO_Acute)",
  sections: [
    section({
      captionRows: CAPTION_ROWS,
      fields: {
        addonAmbulance: optional(heading(/ambulance/, dollars)),
        addonTeachingElection: optional(heading(/teaching/, dollars)),
        addonSchoolNursing: optional(heading(/nursing/, dollars)),
        addonMinWage: optional(heading(/minimum wage|min\.? wage/, dollars)),
        safetyNetSdpPerDisch: optional(heading(/safety.?net|\bsdp\b|directed payment/, dollars)),
        hhAcrPerDisch: optional(heading(/\bacr\b|average commercial|public hospital/, dollars)),
        ...ACUTE_FIELDS,
      },
      feeds: [acuteRates, parameters],
      read: async (opening) => {
        const tellStranger = await strangers(opening);
        const price = new StatewidePrice("statewide_base_price_mmc");
        return {
          record({ opcert, facility, statewidePrice, dischargeRate, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (dischargeRate === null) return intake.leaveOut("no discharge rate", `${opcert} ${facility ?? ""}`);
            tellStranger(opcert, facility, intake);
            price.see(statewidePrice);
            intake.take(acuteRates, { opcert, payerClass: "MMC", dischargeRate, ...fields });
          },
          end: (intake) => price.take(intake),
        };
      },
    }),
  ],
});
