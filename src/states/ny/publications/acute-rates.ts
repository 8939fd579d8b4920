import {
  amount,
  type Conversion,
  figure,
  oneLine,
  percent,
  rounded,
  zeroAbsent,
} from "../../../imports/declaring/conversions.ts";
import { firstHeading, heading, optional } from "../../../imports/declaring/fields.ts";
import type { Intake, Opening } from "../../../imports/declaring/intake.ts";
import { publication, section } from "../../../imports/declaring/publication.ts";
import { certificateDigits } from "../identifiers.ts";
import { acuteRates, parameters, providers } from "../tables.ts";
import { RATE_SHEET } from "./publishers.ts";

const DIGITS = 7;
const WRITTEN = /^([0-9]{6,7})([A-Za-z]?)$/;

/**
 * An operating certificate with its leading zero restored; null for other texts: rate sheets have bands of column
 * numbers above their rows and footnotes below.
 */
export const certificate: Conversion = (cell) => {
  const found = WRITTEN.exec(cell.replace(/\s+/g, ""));
  return found === null ? null : `${(found[1] as string).padStart(DIGITS, "0")}${(found[2] as string).toUpperCase()}`;
};

/** Rate sheets spread their captions over rows: `DISCHARGE` above `CASE PAYMENT RATE`, a band of column numbers above both. */
const CAPTION_ROWS = 3;

/** The first columns of every sheet by operating certificate. */
const CERTIFICATE_FIELDS = {
  opcert: heading(
    ["OPCERT", "Operating Certificate Number", "Operating Certificate", /^op(?:erating)?\.? ?cert/],
    certificate,
  ),
  facility: optional(
    firstHeading([/(?:hospital|facility|provider|clinic) name/, "Hospital", "Facility", "Provider", "Name"], oneLine),
  ),
};

const NO_CERTIFICATE = "no operating certificate in the row: a heading, a total or a footnote";

const NO_PROVIDER =
  "rates of an operating certificate that no provider has, so that no NPI finds them; import ny/facilities or ny/certificates";

/** Reports rates whose certificate has no provider yet; they are imported. */
async function strangers({ known }: Opening): Promise<(opcert: string, name: string | null, to: Intake) => void> {
  const holders = await known(providers, ({ opcert }) => (opcert === null ? null : certificateDigits(opcert)));
  return (opcert, name, intake) => {
    if (holders(certificateDigits(opcert)).length > 0) return;
    intake.find({ title: NO_PROVIDER, example: `${opcert} ${name ?? ""}`.trim() });
  };
}

/** The columns are known from a program that reads the managed care sheet, and from the description of the other one. */
const ACUTE_SHEET = { ...RATE_SHEET, form: "XLSX or CSV", confidence: "remembered" } as const;

const dollars = rounded(2, amount);

/** A ratio, which some editions print as a percentage. */
const fraction: Conversion = (cell) => (cell.endsWith("%") ? percent(cell) : figure(cell));

/**
 * The columns of both acute schedules. Their numbers differ between editions, so captions count. Fields with narrow
 * captions come first; wider ones match the rest.
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

/** The statewide price, which the schedules repeat for each hospital; imported if all are equal. */
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
        const reportStranger = await strangers(opening);
        const price = new StatewidePrice("statewide_base_price_ffs");
        return {
          record({ opcert, facility, statewidePrice, dischargeRate, dme, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (dischargeRate === null) return intake.leaveOut("no discharge rate", `${opcert} ${facility ?? ""}`);
            reportStranger(opcert, facility, intake);
            price.see(statewidePrice);
            intake.take(acuteRates, { opcert, payerClass: "FFS", dischargeRate, dme, ...fields });
          },
          end: (intake) => price.take(intake),
        };
      },
    }),
  ],
});

/** Managed care; the state pays its DME separately from the claim, so it is not part of these rates. */
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
        const reportStranger = await strangers(opening);
        const price = new StatewidePrice("statewide_base_price_mmc");
        return {
          record({ opcert, facility, statewidePrice, dischargeRate, ...fields }, intake) {
            if (opcert === null) return intake.leaveOut(NO_CERTIFICATE);
            if (dischargeRate === null) return intake.leaveOut("no discharge rate", `${opcert} ${facility ?? ""}`);
            reportStranger(opcert, facility, intake);
            price.see(statewidePrice);
            intake.take(acuteRates, { opcert, payerClass: "MMC", dischargeRate, ...fields });
          },
          end: (intake) => price.take(intake),
        };
      },
    }),
  ],
});
