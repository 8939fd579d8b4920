import { failure } from "../../core/runtime/failure.ts";
import { pricedDayIn } from "../template.ts";
import { modifiersIn, type OnCharge, type PublishedCode, type PublishedFile } from "./charge.ts";

/** Members that we read, of whatever kind they are. */
type Members = Readonly<Record<string, unknown>>;

/** The template's JSON. Members that the template does not have are ignored, and so are the amounts of other kinds. */
export function templateJsonFile(text: string): PublishedFile {
  const root = membersOf(parsed(text));
  const items = listOf(root.standard_charge_information);
  if (items.length === 0) {
    throw failure("The JSON has no standard_charge_information: expected the template of CMS for hospitals.");
  }
  const state = textOf(membersOf(root.license_information).state).toUpperCase();
  return {
    facts: {
      form: "JSON",
      hospital: textOf(root.hospital_name) || null,
      state: /^[A-Z]{2}$/.test(state) ? state : null,
      npis: listOf(root.type_2_npi).flatMap((npi) => textOf(npi).match(/[0-9]{10}/g) ?? []),
      updated: textOf(root.last_updated_on) || null,
      pricedOn: pricedDayIn(firstNotes(items)),
      version: textOf(root.version) || null,
    },
    read: async (onCharge) => {
      for (const [place, each] of items.entries()) readItem(membersOf(each), `item ${place + 1}`, onCharge);
      return { count: 0, first: null };
    },
  };
}

/** The notes of the first payer of the first charge. */
function firstNotes([item]: readonly unknown[]): string {
  const [charge] = listOf(membersOf(item).standard_charges);
  const [payer] = listOf(membersOf(charge).payers_information);
  return textOf(membersOf(payer).additional_payer_notes);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw failure(`The file is no JSON: ${error instanceof Error ? error.message : String(error)}.`);
  }
}

function readItem(item: Members, place: string, onCharge: OnCharge): void {
  const codes = listOf(item.code_information).flatMap((each): PublishedCode[] => {
    const { code, type } = membersOf(each);
    return textOf(code) === "" ? [] : [{ code: textOf(code), type: textOf(type).toUpperCase() }];
  });
  for (const each of listOf(item.standard_charges)) {
    const charge = membersOf(each);
    const modifiers = listOf(charge.modifier_code).flatMap((modifier) => modifiersIn(textOf(modifier)));
    for (const of of listOf(charge.payers_information)) {
      const payer = membersOf(of);
      onCharge({
        place,
        description: textOf(item.description),
        codes,
        modifiers,
        setting: textOf(charge.setting).toLowerCase(),
        payer: textOf(payer.payer_name),
        plan: textOf(payer.plan_name),
        dollars: textOf(payer.standard_charge_dollar),
        percentage: textOf(payer.standard_charge_percentage),
        algorithm: textOf(payer.standard_charge_algorithm),
      });
    }
  }
}

function membersOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A number prints the digits that it was written with, up to fifteen of them: amounts have fewer. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value.trim() : typeof value === "number" ? String(value) : "";
}
