import type { PriceList } from "../answers/price-list/schema.ts";
import { safeCell } from "../dataset/safe-cell.ts";
import { type PlanCharge, type StandardCharge, standardCharges } from "./standard-charges.ts";
import { ATTESTATION, generalHeadings, TALL_HEADINGS, type TallHeading, TEMPLATE_VERSION } from "./template.ts";

/** The whole list of one provider, and the day that the file is made on. */
export interface ListToWrite {
  readonly list: PriceList;
  readonly madeOn: string;
}

/** The state's words for values. */
type Words = Readonly<Record<string, string>>;

const LINE_END = "\r\n";

/**
 * The list as the template's tall CSV, piece by piece. What only the hospital knows stays empty, and the attestation is false: only the
 * hospital can confirm it.
 */
export function* templateCsv({ list, madeOn }: ListToWrite, words: Words): Generator<string> {
  const { provider, state } = list;
  const general = [
    provider?.name,
    madeOn,
    TEMPLATE_VERSION,
    provider?.name,
    provider?.address,
    "",
    provider?.npi,
    "false",
  ];
  yield csvRow(generalHeadings(state.toUpperCase()));
  yield csvRow(general);
  yield csvRow(TALL_HEADINGS);
  for (const charge of standardCharges(list, words)) {
    for (const plan of charge.charges) yield csvRow(TALL_HEADINGS.map((heading) => CELLS[heading]?.(charge, plan)));
  }
}

type CellOf = (charge: StandardCharge, plan: PlanCharge) => string | null;

/** The cells that we know. Gross and cash charges, drugs, and the amounts of past remittances are the hospital's. */
const CELLS: Readonly<Partial<Record<TallHeading, CellOf>>> = {
  description: ({ description }) => description,
  "code|1": ({ code }) => code,
  "code|1|type": ({ codeType }) => codeType,
  modifiers: ({ modifier }) => modifier,
  setting: ({ setting }) => setting,
  payer_name: (_, { payer }) => payer,
  plan_name: (_, { plan }) => plan,
  "standard_charge|negotiated_dollar": (_, { dollars }) => dollars,
  "standard_charge|negotiated_percentage": (_, { percentage }) => percentage,
  "standard_charge|negotiated_algorithm": (_, { algorithm }) => algorithm,
  "standard_charge|methodology": ({ methodology }) => methodology,
  "standard_charge|min": ({ minimum }) => minimum,
  "standard_charge|max": ({ maximum }) => maximum,
  additional_generic_notes: (_, { notes }) => notes,
};

function csvRow(cells: readonly (string | null | undefined)[]): string {
  return cells.map((cell) => safeCell(cell ?? "")).join(",") + LINE_END;
}

/** The list as the template's JSON, piece by piece. Amounts are JSON numbers with the digits of the exact decimals. */
export function* templateJson({ list, madeOn }: ListToWrite, words: Words): Generator<string> {
  const { provider, state } = list;
  const head = JSON.stringify({
    hospital_name: provider?.name ?? "",
    last_updated_on: madeOn,
    version: TEMPLATE_VERSION,
    location_name: [provider?.name ?? ""],
    hospital_address: [provider?.address ?? ""],
    license_information: { state: state.toUpperCase() },
    attestation: { attestation: ATTESTATION, confirm_attestation: false, attester_name: "" },
    type_2_npi: [provider?.npi ?? ""],
  });
  yield `${head.slice(0, -1)},"standard_charge_information":[`;
  let before: StandardCharge | null = null;
  for (const charge of standardCharges(list, words)) {
    // Lines of one code follow each other.
    const isOfSameCode = before !== null && before.code === charge.code && before.codeType === charge.codeType;
    if (isOfSameCode) yield ",";
    else yield `${before === null ? "" : "]},"}\n${itemStart(charge)}`;
    yield chargeJson(charge);
    before = charge;
  }
  yield `${before === null ? "" : "]}"}]}\n`;
}

function itemStart({ description, code, codeType }: StandardCharge): string {
  const start = JSON.stringify({ description, code_information: [{ code, type: codeType }] });
  return `${start.slice(0, -1)},"standard_charges":[`;
}

function chargeJson({ setting, modifier, minimum, maximum, charges, methodology }: StandardCharge): string {
  return members([
    ["minimum", minimum],
    ["maximum", maximum],
    ["setting", JSON.stringify(setting)],
    ["modifier_code", modifier === null ? null : JSON.stringify([modifier])],
    ["payers_information", `[${charges.map((charge) => payerJson(charge, methodology)).join(",")}]`],
  ]);
}

function payerJson({ payer, plan, dollars, percentage, algorithm, notes }: PlanCharge, methodology: string): string {
  return members([
    ["payer_name", JSON.stringify(payer)],
    ["plan_name", JSON.stringify(plan)],
    ["standard_charge_dollar", dollars],
    ["standard_charge_percentage", percentage],
    ["standard_charge_algorithm", algorithm === null ? null : JSON.stringify(algorithm)],
    ["methodology", JSON.stringify(methodology)],
    ["additional_payer_notes", JSON.stringify(notes)],
  ]);
}

/** An object from members that are JSON already; without those that are null. */
function members(entries: readonly (readonly [name: string, json: string | null])[]): string {
  return `{${entries.flatMap(([name, json]) => (json === null ? [] : `${JSON.stringify(name)}:${json}`)).join(",")}}`;
}
