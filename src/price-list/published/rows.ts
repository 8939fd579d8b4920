import type { SourceRow } from "../../imports/sources/row.ts";
import { type FileFacts, headingText, modifiersIn, type OnCharge, type PublishedCode } from "./charge.ts";

/** Reads the rows under the headings of a file. */
export interface ChargeReader {
  readonly form: FileFacts["form"];
  /** The cells of a row up to the last one that is read. */
  readonly width: number;
  readonly read: (row: SourceRow, onCharge: OnCharge) => void;
}

/** The facts of the template's first two rows. */
export function generalFacts(
  headings: readonly string[],
  values: readonly string[],
): Omit<FileFacts, "form" | "pricedOn"> {
  const named = headings.map(headingText);
  const under = (heading: string) => values[named.indexOf(heading)] || null;
  const license = named.find((heading) => heading.startsWith("license_number|"));
  const state = license?.split("|")[1] ?? "";
  return {
    hospital: under("hospital_name"),
    state: /^[a-z]{2}$/.test(state) ? state.toUpperCase() : null,
    npis: (under("type_2_npi") ?? "").match(/[0-9]{10}/g) ?? [],
    updated: under("last_updated_on"),
    version: under("version"),
  };
}

/** The reader for the template's third row, in either form; null for other headings. */
export function templateReader(written: readonly string[]): ChargeReader | null {
  const headings = written.map(headingText);
  const codes = codeColumns(headings);
  if (codes.length === 0) return null;
  if (headings.includes("payer_name")) return tallReader(headings, codes);
  return wideReader(written, headings, codes);
}

interface CodeColumns {
  readonly code: number;
  readonly type: number;
}

/** `code|1` with `code|1|type`, and so on. */
function codeColumns(headings: readonly string[]): readonly CodeColumns[] {
  return headings.flatMap((heading, code) => {
    const type = /^code\|[0-9]+$/.test(heading) ? headings.indexOf(`${heading}|type`) : -1;
    return type < 0 ? [] : [{ code, type }];
  });
}

/** What every row of the template has, whatever its form. */
function commonCells(row: SourceRow, headings: readonly string[], codes: readonly CodeColumns[]) {
  const cell = (heading: string) => cellOf(row, headings.indexOf(heading));
  return {
    place: `line ${row.number}`,
    description: cell("description"),
    codes: codes.flatMap(({ code, type }): PublishedCode[] => {
      const text = cellOf(row, code);
      return text === "" ? [] : [{ code: text, type: cellOf(row, type).toUpperCase() }];
    }),
    modifiers: modifiersIn(cell("modifiers")),
    setting: cell("setting").toLowerCase(),
  };
}

function cellOf(row: SourceRow, place: number): string {
  return place < 0 ? "" : row.cell(place);
}

/** Columns that a file does not have are at -1. */
function widthOf(places: readonly number[]): number {
  return places.reduce((most, place) => Math.max(most, place + 1), 0);
}

function tallReader(headings: readonly string[], codes: readonly CodeColumns[]): ChargeReader {
  const at = (heading: string) => headings.indexOf(heading);
  const columns = {
    payer: at("payer_name"),
    plan: at("plan_name"),
    dollars: at("standard_charge|negotiated_dollar"),
    percentage: at("standard_charge|negotiated_percentage"),
    algorithm: at("standard_charge|negotiated_algorithm"),
  };
  return {
    form: "tall CSV",
    width: widthOf([...codes.flatMap(({ code, type }) => [code, type]), ...Object.values(columns)]),
    read: (row, onCharge) => {
      const payer = cellOf(row, columns.payer);
      const plan = cellOf(row, columns.plan);
      if (payer === "" && plan === "") return;
      onCharge({
        ...commonCells(row, headings, codes),
        payer,
        plan,
        dollars: cellOf(row, columns.dollars),
        percentage: cellOf(row, columns.percentage),
        algorithm: cellOf(row, columns.algorithm),
      });
    },
  };
}

interface PlanColumns {
  readonly payer: string;
  readonly plan: string;
  dollars: number;
  percentage: number;
  algorithm: number;
}

const KINDS = {
  negotiated_dollar: "dollars",
  negotiated_percentage: "percentage",
  negotiated_algorithm: "algorithm",
} as const;

/** `standard_charge|Payer|Plan|negotiated_dollar`: the columns of each plan. Names keep their letters. */
function planColumns(written: readonly string[]): readonly PlanColumns[] {
  const plans = new Map<string, PlanColumns>();
  for (const [place, heading] of written.entries()) {
    const [what = "", payer = "", plan = "", kind = ""] = heading.split("|").map((part) => part.trim());
    const name = KINDS[kind.toLowerCase() as keyof typeof KINDS];
    if (what.toLowerCase() !== "standard_charge" || name === undefined) continue;
    const key = `${payer}|${plan}`;
    const columns = plans.get(key) ?? { payer, plan, dollars: -1, percentage: -1, algorithm: -1 };
    columns[name] = place;
    plans.set(key, columns);
  }
  return [...plans.values()];
}

function wideReader(
  written: readonly string[],
  headings: readonly string[],
  codes: readonly CodeColumns[],
): ChargeReader | null {
  const plans = planColumns(written);
  if (plans.length === 0) return null;
  return {
    form: "wide CSV",
    width: widthOf([
      ...codes.flatMap(({ code, type }) => [code, type]),
      ...plans.flatMap(({ dollars, percentage, algorithm }) => [dollars, percentage, algorithm]),
    ]),
    read: (row, onCharge) => {
      const common = commonCells(row, headings, codes);
      for (const { payer, plan, ...columns } of plans) {
        const dollars = cellOf(row, columns.dollars);
        const percentage = cellOf(row, columns.percentage);
        const algorithm = cellOf(row, columns.algorithm);
        if (dollars === "" && percentage === "" && algorithm === "") continue;
        onCharge({ ...common, payer, plan, dollars, percentage, algorithm });
      }
    },
  };
}

const CODE_HEADINGS = ["code", "billing_code", "hcpcs", "cpt", "procedure_code", "eapg", "apg"];
const DRG_HEADINGS = ["apr_drg", "drg", "aprdrg", "apr_drg_code", "drg_code"];
const SEVERITY_HEADINGS = ["soi", "severity", "severity_of_illness"];
const PRICE_HEADING = /price|rate|charge|amount|negotiated|payment|fee|allowed|paid|dollar/;

/** The reader of a plain table: a code, or a DRG with its severity, and a column for each price. Null without these. */
export function tableReader(written: readonly string[], chosen: readonly string[]): ChargeReader | null {
  const headings = written.map((heading) =>
    heading
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, "_"),
  );
  const at = (names: readonly string[]) => headings.findIndex((heading) => names.includes(heading));
  const [drg, severity] = [at(DRG_HEADINGS), at(SEVERITY_HEADINGS)];
  const code = drg < 0 ? at(CODE_HEADINGS) : drg;
  if (code < 0) return null;
  const modifier = at(["modifier", "modifiers", "mod"]);
  const wanted = chosen.map((name) => name.trim().toLowerCase());
  const prices = written.flatMap((heading, place) => {
    const name = headings[place] ?? "";
    const isWanted =
      wanted.length > 0 ? wanted.includes(heading.trim().toLowerCase()) : PRICE_HEADING.test(name) && place !== code;
    return isWanted ? [{ name: heading.trim(), place }] : [];
  });
  if (prices.length === 0) return null;
  return {
    form: "table",
    width: widthOf([code, severity, ...prices.map(({ place }) => place)]),
    read: (row, onCharge) => {
      const level = cellOf(row, severity);
      const text = `${row.cell(code)}${level === "" ? "" : `-${level}`}`;
      const codes = row.cell(code) === "" ? [] : [{ code: text, type: drg < 0 ? null : "APR-DRG" }];
      for (const { name, place } of prices) {
        const dollars = row.cell(place);
        if (dollars === "") continue;
        onCharge({
          place: `line ${row.number}`,
          description: "",
          codes,
          modifiers: modifiersIn(cellOf(row, modifier)),
          setting: null,
          payer: name,
          plan: "",
          dollars,
          percentage: "",
          algorithm: "",
        });
      }
    },
  };
}
