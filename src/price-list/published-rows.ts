import type { SourceRow } from "../imports/sources/row.ts";
import { type FileFacts, modifiersIn, type OnCharge } from "./published-charge.ts";

/** Reads the rows under the headings of a file. */
export interface ChargeReader {
  readonly form: FileFacts["form"];
  readonly read: (row: SourceRow, onCharge: OnCharge) => void;
}

/** A heading as it is compared: small letters, no spaces around pipes. */
export function headingText(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*\|\s*/g, "|");
}

/** The facts of the template's first two rows. */
export function generalFacts(headings: readonly string[], values: readonly string[]): Omit<FileFacts, "form"> {
  const named = headings.map(headingText);
  const under = (heading: string) => values[named.indexOf(heading)] || null;
  const state = named.find((heading) => heading.startsWith("license_number|"))?.split("|")[1] ?? "";
  return {
    hospital: under("hospital_name"),
    state: /^[a-z]{2}$/.test(state) ? state.toUpperCase() : null,
    npis: (under("type_2_npi") ?? "").match(/[0-9]{10}/g) ?? [],
    updated: under("last_updated_on"),
  };
}

/** The columns of one plan's amounts; -1 where the file has no such column. */
interface PlanColumns {
  readonly dollars: number;
  readonly percentage: number;
}

/** The reader for the template's third row, in either form; null for other headings. */
export function templateReader(written: readonly string[]): ChargeReader | null {
  const headings = written.map(headingText);
  const codes = headings.flatMap((heading, code) => {
    const type = /^code\|[0-9]+$/.test(heading) ? headings.indexOf(`${heading}|type`) : -1;
    return type < 0 ? [] : [{ code, type }];
  });
  if (codes.length === 0) return null;
  const at = (heading: string) => headings.indexOf(heading);
  const [modifiers, setting, payer, plan] = [at("modifiers"), at("setting"), at("payer_name"), at("plan_name")];
  const charge = (row: SourceRow, { dollars, percentage }: PlanColumns) => ({
    place: `line ${row.number}`,
    codes: codes
      .map(({ code, type }) => ({ code: cellOf(row, code), type: cellOf(row, type).toUpperCase() }))
      .filter(({ code }) => code !== ""),
    modifiers: modifiersIn(cellOf(row, modifiers)),
    setting: cellOf(row, setting).toLowerCase(),
    dollars: cellOf(row, dollars),
    percentage: cellOf(row, percentage),
  });
  if (payer >= 0) {
    const columns = {
      dollars: at("standard_charge|negotiated_dollar"),
      percentage: at("standard_charge|negotiated_percentage"),
    };
    return {
      form: "tall CSV",
      read: (row, onCharge) =>
        onCharge({ ...charge(row, columns), payer: cellOf(row, payer), plan: cellOf(row, plan) }),
    };
  }
  const plans = widePlans(written);
  if (plans.length === 0) return null;
  return {
    form: "wide CSV",
    read: (row, onCharge) => {
      for (const { columns, payer: ofPayer, plan: ofPlan, all } of plans) {
        if (all.every((place) => cellOf(row, place) === "")) continue;
        onCharge({ ...charge(row, columns), payer: ofPayer, plan: ofPlan });
      }
    },
  };
}

function cellOf(row: SourceRow, place: number): string {
  return place < 0 ? "" : row.cell(place);
}

/** `standard_charge|Payer|Plan|negotiated_dollar`: the columns of each plan. Names keep their letters. */
function widePlans(written: readonly string[]) {
  const cells = written.flatMap((heading, place) => {
    const [what = "", payer = "", plan = "", kind = ""] = heading.split("|").map((part) => part.trim());
    const isCharge = what.toLowerCase() === "standard_charge" && kind.toLowerCase().startsWith("negotiated_");
    return isCharge ? [{ payer, plan, kind: kind.toLowerCase(), place }] : [];
  });
  return [...Map.groupBy(cells, ({ payer, plan }) => `${payer}|${plan}`).values()].map((ofPlan) => {
    const at = (kind: string) => ofPlan.find((each) => each.kind === kind)?.place ?? -1;
    const [{ payer, plan }] = ofPlan as [(typeof ofPlan)[number]];
    const columns = { dollars: at("negotiated_dollar"), percentage: at("negotiated_percentage") };
    return { payer, plan, columns, all: ofPlan.map(({ place }) => place) };
  });
}
