import fc from "fast-check";
import { type Day, dayNumber, parseDay } from "../../../src/core/calendar/day.ts";
import type { ParameterKind } from "../../../src/pricing/request/parameter.ts";

/*
 * How people and their programs write what a request has in one form: every shape of a value is read back as the value.
 */

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
/** 1970-01-01 as spreadsheets count. */
const SPREADSHEET_EPOCH = 25_569;

/** Headings that exports have for a parameter, besides its name. */
const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  npi: ["NPI", "Rendering NPI", "Billing Provider NPI", "npi number"],
  date_of_service: ["DOS", "Service Date", "Date Of Service", "From DOS", "DATE\nOF SERVICE"],
  admit_date: ["Admit Date", "Admission Date", "ADMIT"],
  discharge_date: ["Discharge Date", "Date of Discharge"],
  length_of_stay: ["LOS", "Length Of Stay"],
  place_of_service: ["POS", "Place of Service"],
  anesthesia_minutes: ["Anesthesia Minutes", "Minutes"],
  total_charges: ["Charges", "Total Charges"],
  billed_charges: ["Charges", "Billed Charges", "Charge Amount"],
  gross_charges: ["Charges", "Gross Charges"],
  units: ["Units", "Qty", "Service Units"],
  paid_amount: ["Paid", "Paid Amount", "Amount Paid"],
};
const CODE_HEADINGS = { outpatient: ["CPT/HCPCS", "Procedure Code", "HCPCS"], inpatient: ["DRG", "APR DRG"] };

export function headingOf(name: string, setting: "inpatient" | "outpatient"): fc.Arbitrary<string> {
  // Beside another identifier a name is left alone unless it is called just so.
  if (name === "provider_name") return fc.constant(name);
  const known = name === "billing_code" ? CODE_HEADINGS[setting] : (HEADINGS[name] ?? []);
  const spaced = name.replaceAll("_", " ");
  return fc.constantFrom(name, spaced, spaced.toUpperCase(), ...known);
}

/** A value as one of the forms that it has in files. */
export function shapeOf(name: string, kind: ParameterKind, value: string): fc.Arbitrary<string> {
  const text = value.trim();
  if (text === "") return fc.constantFrom("", " ", "NULL");
  const shapes = shapesOf(name, kind, text);
  return fc.tuple(fc.constantFrom(...shapes), fc.constantFrom("", " ", "\u00a0")).map(([shape, edge]) => shape + edge);
}

function shapesOf(name: string, kind: ParameterKind, text: string): readonly string[] {
  if (name === "place_of_service") {
    if (text.toLowerCase() === "facility") return [text, "21", "22", "23.0"];
    return text.toLowerCase() === "non_facility" ? [text, "11", "12"] : [text];
  }
  if (kind === "day") return dayShapes(text);
  if (kind === "npi") return [text, `${text}.0`, `'${text}`, `="${text}"`];
  if (kind === "code") return /^[0-9]+$/.test(text) ? [text, `${text}.0`, `'${text}`] : [text, `="${text}"`];
  if (kind === "flag") return /^(true|1)$/i.test(text) ? ["true", "Y", "yes", "TRUE", "1"] : ["false", "N", "No", "0"];
  if (kind === "count") return [text, `${text}.0`];
  // Without cents or a dollar sign a comma could be a decimal one.
  if (kind === "dollars") {
    return [text, `$${text}`, text.includes(".") ? grouped(text) : text, `$ ${grouped(text)}`];
  }
  return [text];
}

function dayShapes(text: string): readonly string[] {
  const day = parseDay(text) as Day;
  const [year = "", month = "", date = ""] = day.split("-");
  const [m, d] = [Number(month), Number(date)];
  const number = dayNumber(day) + SPREADSHEET_EPOCH;
  return [
    day,
    `${m}/${d}/${year}`,
    `${month}/${date}/${year}`,
    `${m}-${d}-${year}`,
    `${year}${month}${date}`,
    `${year}/${m}/${d}`,
    `${day} 00:00:00`,
    `${day}T08:30:00Z`,
    `${m}/${d}/${year} 12:00:00 AM`,
    `${d}-${MONTHS[m - 1]}-${year}`,
    `${MONTHS[m - 1]} ${d}, ${year}`,
    ...(year.startsWith("20") ? [`${m}/${d}/${year.slice(2)}`] : []),
    ...(year >= "1990" && year < "2060" ? [String(number), `${number}.5`] : []),
  ];
}

/** With commas between its thousands. */
export function grouped(text: string): string {
  const [whole = "", fraction] = text.split(".");
  const parts = whole.replace(/\B(?=([0-9]{3})+$)/g, ",");
  return fraction === undefined ? parts : `${parts}.${fraction}`;
}
