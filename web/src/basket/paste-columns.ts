import type { CatalogueSetting, CatalogueState } from "../api/ready.ts";

/*
 * The columns of lines that were copied with their headings. What is in a column is known by its name, so that other columns of the
 * spreadsheet, such as charges and names, can be left out, and a modifier or the severity can stand apart from its code.
 */

type Role = "code" | "modifier" | "severity" | "npi" | "day" | "state";

/** What a column is, by its heading in small letters. */
const ROLES: readonly (readonly [Role, RegExp])[] = [
  ["npi", /^(?:(?:billing|rendering|servicing|attending|provider|prov|facility|hospital) )?npi(?: (?:number|no|#))?$/],
  ["modifier", /^mod(?:ifier)?s? ?[1-4]?$/],
  ["severity", /^(?:soi|severity(?: of illness)?|sev)$/],
  ["code", /^(?:(?:cpt|hcpcs|procedure|proc|billing|service|ms|apr|drg|eapg|apg)[ /-]*)+(?:code|cd)?$|^code$/],
  ["day", /^(?:dos|day|date|(?:service|admit|admission|discharge|from) date|date of service|from|admit|discharge)$/],
  ["state", /^(?:state|st)$/],
];

/** The part of a heading that is a label of its codes. */
const SYSTEM = /(?:(?:ms|apr)[ _-]?)?drg|e?apg|cpt|hcpcs/i;

export interface PastedColumns {
  readonly places: Readonly<Record<Role, readonly number[]>>;
  /** How many there are: a line with another number of cells was not copied with them. */
  readonly count: number;
  /** What the heading of the code says of it, as a label such as "MS-DRG"; may be empty. */
  readonly label: string;
  /** The headings of columns that are left out. */
  readonly unused: readonly string[];
}

/** The columns of a line of headings; null where it does not say which ones the code and the NPI are. */
export function columnsOf(line: string, { day_parameter: dayParameter }: CatalogueSetting): PastedColumns | null {
  const headings = cellsOf(line);
  const roles = headings.map((heading) => roleOf(heading));
  const at = (role: Role) => roles.flatMap((each, place) => (each === role ? [place] : []));
  const days = at("day");
  // An admission and a discharge: the one that the rates go by.
  const [word = ""] = dayParameter.split("_");
  const meant = days.filter((place) => headings[place]?.toLowerCase().startsWith(word));
  const places = {
    code: at("code"),
    modifier: at("modifier"),
    severity: at("severity"),
    npi: at("npi"),
    day: days.length > 1 ? meant : days,
    state: at("state"),
  };
  const isKnown = [places.code, places.npi].every(({ length }) => length === 1);
  const isClear =
    [places.severity, places.state].every(({ length }) => length < 2) && (days.length === 0 || places.day.length === 1);
  const used = new Set(Object.values(places).flat());
  const unused = headings.filter((heading, place) => heading !== "" && !used.has(place));
  const [label = ""] = SYSTEM.exec(headings[places.code[0] ?? -1] ?? "") ?? [];
  return isKnown && isClear ? { places, count: headings.length, label, unused } : null;
}

function roleOf(heading: string): Role | null {
  const words = heading
    .toLowerCase()
    .replaceAll(/[\s_.:]+/g, " ")
    .trim();
  return ROLES.find(([, form]) => form.test(words))?.[0] ?? null;
}

function cellsOf(line: string): readonly string[] {
  return line.split("\t").map((cell) => cell.trim());
}

/** Whether a line has the columns of the headings. */
export function hasColumns(line: string, { count }: PastedColumns): boolean {
  return cellsOf(line).length === count;
}

interface ColumnsOfLine {
  /** Code, NPI and day of the line, and nothing else. */
  readonly line: string;
  readonly state: CatalogueState;
  readonly setting: CatalogueSetting;
}

interface Place {
  readonly state: CatalogueState;
  readonly setting: CatalogueSetting;
}

/** The columns of a line that are used, and the state that it names; a text is the reason why it cannot be priced. */
export function usedOf(
  line: string,
  { places, label }: PastedColumns,
  place: Place,
  states: readonly CatalogueState[],
): ColumnsOfLine | string {
  const cells = cellsOf(line);
  const textOf = (role: Role) => places[role].map((each) => cells[each] ?? "").filter((cell) => cell !== "");
  const [named] = textOf("state");
  const state = named === undefined ? place.state : states.find((each) => isCalled(each, named));
  if (state === undefined) return `${named} is not a state with rates here.`;
  const setting = state.settings.find((each) => each.setting === place.setting.setting);
  if (setting === undefined) return `${state.name} has no ${place.setting.setting} rates here.`;
  const behind = [...textOf("modifier"), ...textOf("severity")].flatMap((cell) => cell.split(/[^A-Za-z0-9]+/));
  const written = textOf("code").map((each) => (/^[A-Z]?[0-9]/i.test(each) ? `${label} ${each}`.trim() : each));
  const code = [written.join(" "), ...behind.filter((each) => each !== "")].join("-");
  return { line: [code, ...textOf("npi"), ...textOf("day")].join("\t"), state, setting };
}

function isCalled({ code, name }: CatalogueState, text: string): boolean {
  return [code, name].some((each) => each.toLowerCase() === text.toLowerCase());
}
