import { lettersAndDigits } from "../../core/text/closest.ts";
import type { RateLookup } from "../../pricing/lookup.ts";
import {
  ALLOWED_AMOUNT,
  BILLED_AMOUNT,
  CHARGES,
  PAID_AMOUNT,
  PAYER_STATE,
  SEVERITY,
  UNITS,
} from "../values/column-names.ts";

interface Meaning {
  readonly headings: readonly string[];
  readonly mean: readonly string[];
  /** The setting in which it means that: stays have procedures besides their DRG, and visits can have a DRG. */
  readonly setting?: RateLookup["setting"];
}

/**
 * Headings in exports of billing systems, in any spelling, and their meaning: the first of these roles that the lookup has.
 * Narrower than the parameter names of requests (`src/pricing/request/read.ts`): a claims file has `Name` and `Date`
 * columns of many things.
 */
const HEADINGS: readonly Meaning[] = [
  {
    headings: [
      "NPI number",
      "NPI no",
      "Provider NPI",
      "Rendering NPI",
      "Rendering provider NPI",
      "Billing NPI",
      "Billing provider NPI",
      "Servicing NPI",
      "Servicing provider NPI",
      "Performing NPI",
      "Facility NPI",
      "Hospital NPI",
      "Service facility NPI",
    ],
    mean: ["npi"],
  },
  {
    headings: [
      "CPT",
      "CPT code",
      "CPT4",
      "HCPCS",
      "HCPCS code",
      "CPT/HCPCS",
      "HCPCS/CPT",
      "CPT/HCPCS code",
      "HCPCS/CPT code",
      "Procedure",
      "Procedure code",
      "Procedure cd",
      "Proc",
      "Proc code",
      "Proc cd",
      "Service code",
      "Billed code",
      "EAPG",
      "EAPG code",
      "APG",
      "APG code",
    ],
    mean: ["billing_code"],
    setting: "outpatient",
  },
  {
    headings: ["DRG", "DRG code", "APR DRG", "APR DRG code", "APR-DRG-SOI"],
    mean: ["billing_code"],
    setting: "inpatient",
  },
  {
    headings: ["SOI", "SOI code", "Severity", "Severity of illness", "APR SOI", "DRG severity"],
    mean: [SEVERITY],
    setting: "inpatient",
  },
  {
    headings: [
      "DOS",
      "DOS from",
      "From DOS",
      "Service date",
      "Service date from",
      "Service from",
      "Service from date",
      "Date of service from",
      "First date of service",
      "From date of service",
      "From date",
      "Svc date",
      "Svc dt",
      "Service dt",
    ],
    mean: ["date_of_service"],
  },
  { headings: ["Admit", "Admit dt", "Admission date", "Admission dt", "Date of admission"], mean: ["admit_date"] },
  { headings: ["Discharge", "Discharge dt", "Date of discharge", "Disch date"], mean: ["discharge_date"] },
  { headings: ["LOS", "Length of stay days", "Covered days"], mean: ["length_of_stay"] },
  {
    headings: [
      "Charges",
      "Charge",
      "Charge amount",
      "Charge amt",
      "Charged amount",
      "Billed",
      "Billed amount",
      "Billed amt",
      "Billed charges",
      "Amount billed",
      "Submitted charges",
      "Total charges",
      "Line charge",
      "Line charges",
    ],
    mean: [...CHARGES, BILLED_AMOUNT],
  },
  { headings: ["POS", "Place of service code", "POS code"], mean: ["place_of_service"] },
  {
    headings: ["Anesthesia min", "Anes minutes", "Anes min", "Anesthesia time", "Minutes"],
    mean: ["anesthesia_minutes"],
  },
  {
    headings: [
      "Units",
      "Qty",
      "Quantity",
      "Units billed",
      "Billed units",
      "Service units",
      "Units of service",
      "Number of units",
    ],
    mean: [UNITS],
  },
  {
    headings: [
      "Paid",
      "Paid amount",
      "Paid amt",
      "Amount paid",
      "Amt paid",
      "Payment",
      "Payment amount",
      "Payment amt",
      "Medicaid paid",
      "Total paid",
      "Line paid",
    ],
    mean: [PAID_AMOUNT],
  },
  {
    headings: [
      "Allowed",
      "Allowed amount",
      "Allowed amt",
      "Amount allowed",
      "Amt allowed",
      "Medicaid allowed",
      "Medicaid allowed amount",
      "Total allowed",
      "Line allowed",
      "Line allowed amount",
    ],
    mean: [ALLOWED_AMOUNT],
  },
  // `State` alone can be the patient's: a question (`guessed-columns.ts`).
  {
    headings: ["Payor state", "Paying state", "Medicaid state", "Program state", "State of payer", "State program"],
    mean: [PAYER_STATE],
  },
];

const MEANT_BY = new Map(
  HEADINGS.flatMap(({ headings, mean, setting }) =>
    headings.map((each) => [lettersAndDigits(each), { mean, setting }] as const),
  ),
);

/** A share of something, or a yes/no question about it, is not the thing itself. */
const SHARE_OR_QUESTION = /[%?]/;

const MODIFIER_HEADING =
  /^(?:proc|procedure|hcpcs|cpt|cpthcpcs|service)?(?:mod|mods|modifier|modifiers|modifiercode|modcd)([1-4])?$/;
/** The words of longer modifier headings, such as `HCPCS_1ST_MDFR_CD`. */
const MODIFIER_WORD = /^(?:mods?|modifiers?|mdfr)$/;
const WORD_BESIDE = /^(?:line|proc|prcdr|procedure|hcpcs|cpt|service|svc|srvc|code|cd)$/;
const PLACE_WORD = /^([1-4])(?:st|nd|rd|th)?$/;

/** The number of the modifier that a column holds: 0 when it may hold all; null for another column. */
export function modifierPlace(heading: string): number | null {
  const parts = MODIFIER_HEADING.exec(lettersAndDigits(heading));
  return parts === null ? modifierPlaceInWords(heading) : Number(parts[1] ?? 0);
}

function modifierPlaceInWords(heading: string): number | null {
  const words = heading.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const places = words.flatMap((word) => PLACE_WORD.exec(word)?.[1] ?? []);
  const others = words.filter((word) => !PLACE_WORD.test(word));
  const isPlain = others.every((word) => MODIFIER_WORD.test(word) || WORD_BESIDE.test(word));
  if (places.length > 1 || !isPlain || !others.some((word) => MODIFIER_WORD.test(word))) return null;
  return Number(places[0] ?? 0);
}

/** Not `Denied` or `Denial` alone, which most often hold yes and no. */
const DENIAL_HEADING =
  /^(?:(?:claim|line|service|svc|payer)?(?:denial|denied)(?:codes?|cds?|reasons?|reasoncodes?|reasoncds?|carcs?)|(?:denial)?carcs?(?:codes?)?|claimadjustmentreasoncodes?)[1-9]?$/;

/** Whether a column has the codes or words of denials: `Denial Code 2`, `CARC`. */
export function isDenialHeading(heading: string): boolean {
  return DENIAL_HEADING.test(lettersAndDigits(heading));
}

const STATE_OF_PAYER = /^(?:payer|payor)state$|^stateofpayer$/;
const ADDRESS_OF_PAYER = /^(?:payer|payor)(?:city|zip|postalcode|addr|street)/;

/** Whether a heading such as `Payer State` is part of the payer's address, by the headings beside it: `Payer City`, `Payer Zip`. */
export function isInPayersAddress(heading: string, names: readonly string[]): boolean {
  return (
    STATE_OF_PAYER.test(lettersAndDigits(heading)) &&
    names.some((name) => ADDRESS_OF_PAYER.test(lettersAndDigits(name)))
  );
}

/** An export of lines repeats this on each line of a claim. */
const TOTAL_CHARGES = lettersAndDigits("Total charges");

/** Whether a column has the charges of a whole claim: the charges of the line have precedence. */
export function isOfWholeClaim(heading: string, { setting }: RateLookup): boolean {
  return setting === "outpatient" && lettersAndDigits(heading) === TOTAL_CHARGES;
}

/** The role of a heading among those of a line; null for an unknown heading. */
export function meaningOf(heading: string, known: readonly string[], { setting }: RateLookup): string | null {
  const meaning = SHARE_OR_QUESTION.test(heading) ? undefined : MEANT_BY.get(lettersAndDigits(heading));
  if (meaning === undefined || (meaning.setting ?? setting) !== setting) return null;
  return meaning.mean.find((each) => known.includes(each)) ?? null;
}
