import { Refusal } from "../../core/text/refusal.ts";
import { asItIs, trimmedFor } from "./read-value.ts";

// The state whose Medicaid program pays a line, where a file has lines of several.

/** States and territories with a Medicaid program, by their postal codes. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ al: "Alabama", ak: "Alaska", az: "Arizona", ar: "Arkansas", ca: "California", co: "Colorado" },
  ...{ ct: "Connecticut", de: "Delaware", dc: "District of Columbia", fl: "Florida", ga: "Georgia", hi: "Hawaii" },
  ...{ id: "Idaho", il: "Illinois", in: "Indiana", ia: "Iowa", ks: "Kansas", ky: "Kentucky", la: "Louisiana" },
  ...{ me: "Maine", md: "Maryland", ma: "Massachusetts", mi: "Michigan", mn: "Minnesota", ms: "Mississippi" },
  ...{ mo: "Missouri", mt: "Montana", ne: "Nebraska", nv: "Nevada", nh: "New Hampshire", nj: "New Jersey" },
  ...{ nm: "New Mexico", ny: "New York", nc: "North Carolina", nd: "North Dakota", oh: "Ohio", ok: "Oklahoma" },
  ...{ or: "Oregon", pa: "Pennsylvania", ri: "Rhode Island", sc: "South Carolina", sd: "South Dakota" },
  ...{ tn: "Tennessee", tx: "Texas", ut: "Utah", vt: "Vermont", va: "Virginia", wa: "Washington" },
  ...{ wv: "West Virginia", wi: "Wisconsin", wy: "Wyoming", as: "American Samoa", gu: "Guam" },
  ...{ mp: "Northern Mariana Islands", pr: "Puerto Rico", vi: "Virgin Islands" },
};

const CODES: ReadonlyMap<string, string> = new Map(
  Object.entries(NAMES).flatMap(([code, name]) => [
    [code, code],
    [name.toLowerCase(), code],
  ]),
);

const NO_STATE = new Refusal("a state, such as CA or California");
const readText = trimmedFor(asItIs);

/** The name of a state by its code in small letters: `Florida`. */
export function stateName(code: string): string {
  return NAMES[code] ?? code;
}

/** The code of a state by its code or name in any letters; null for any other text. */
export function stateIn(text: string): string | null {
  return CODES.get(text.toLowerCase().replace(/\s+/g, " ")) ?? null;
}

/** The code of the state that pays a line; null for an empty cell. */
export function readPayerState(cell: string): string | null | Refusal {
  const value = readText(cell);
  if (value instanceof Refusal) return value;
  return value.text === "" ? null : (stateIn(value.text) ?? NO_STATE);
}
