import { canBeCompared, STAYS_NOT_COMPARED } from "../../answers/benchmark/compared.ts";
import type { Day } from "../../core/calendar/day.ts";
import { boolean, choice, object, optional, string } from "../../core/schema/schema.ts";
import { closestAmong } from "../../core/text/closest.ts";
import { jsonPlace } from "../../core/text/json-place.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { type RequestFault, unknownNames } from "../../pricing/request/read.ts";
import { lookupOf, type State, settingsOf } from "../../pricing/state/state.ts";
import type { CareSetting } from "../../registry/definition.ts";
import type { ReleaseDescription } from "../../release/release.ts";
import { NO_TOLERANCE, readTolerance, type Tolerance } from "../pricing/payment-comparison.ts";
import { COLUMNS_JSON_EXPECTED, columnsIn } from "../reading/decided-columns.ts";
import { readGroupingNames } from "../report/grouping.ts";
import { OPTION_DESCRIPTIONS, optionSentences } from "../repricing-options.ts";
import { chosenFields } from "../writing/output-columns.ts";
import type { FindingsPaths } from "./job-folder.ts";
import type { JobSpace } from "./space.ts";

const AS_JSON = `: ${COLUMNS_JSON_EXPECTED}; null keeps a column as it is`;

const optionalFields = {
  sheet: optional(string(optionSentences(OPTION_DESCRIPTIONS.sheet))),
  columns: optional(string(optionSentences(OPTION_DESCRIPTIONS.columns, AS_JSON))),
  compare: optional(string(optionSentences(OPTION_DESCRIPTIONS.compare))),
  no_charge_limit: optional(boolean(optionSentences(OPTION_DESCRIPTIONS.noChargeLimit))),
  medicare: optional(boolean(optionSentences(OPTION_DESCRIPTIONS.medicare))),
  fields: optional(string(optionSentences(OPTION_DESCRIPTIONS.fields))),
  tolerance: optional(string(optionSentences(OPTION_DESCRIPTIONS.tolerance))),
  by: optional(string(optionSentences(OPTION_DESCRIPTIONS.by))),
  dry_run: optional(boolean(optionSentences(OPTION_DESCRIPTIONS.dryRun))),
};

export function orderForm(states: readonly State[]) {
  return object("Order", {
    state: choice(
      states.map(({ code }) => code),
      "Code of the state.",
    ),
    setting: choice(settingsOf(states), "What its lines are."),
    ...optionalFields,
  });
}

const ORDER_FIELDS: readonly string[] = ["state", "setting", ...Object.keys(optionalFields)];

const FORM_FIELDS = ["file", "claims", ...ORDER_FIELDS];
const unknownField = unknownNames(
  "a field of this form",
  closestAmong(FORM_FIELDS),
  `known are ${FORM_FIELDS.join(", ")}.`,
);

/** A request to reprice a file, from the fields of its form. */
export interface Order {
  readonly state: State;
  readonly setting: CareSetting;
  /** Name or number of a sheet; null for the first one. */
  readonly sheet: string | null;
  readonly fields: readonly string[];
  readonly tolerance: Tolerance;
  /** Groupings of the totals; null for the usual ones. */
  readonly by: readonly string[] | null;
  /** The meaning of columns by heading; null for a column that is kept as is. */
  readonly columns: readonly (readonly [heading: string, role: string | null])[];
  readonly compare: string | null;
  readonly noChargeLimit: boolean;
  readonly isBesideMedicare: boolean;
  readonly isDryRun: boolean;
}

export interface JobTask extends Omit<Order, "state"> {
  readonly state: string;
  readonly release: { readonly file: string; readonly description: ReleaseDescription };
  readonly input: string;
  /** Where the claims (837) are that the input (835) is joined with, if the client sent some. */
  readonly claims?: string;
  readonly out: string;
  readonly workbook: string;
  readonly findings: FindingsPaths;
  /** Disk limits. */
  readonly space: JobSpace;
  readonly today: Day;
  /** Months after which an edition is called stale; null: never. */
  readonly staleAfterMonths: number | null;
  /** Other states that the key is enabled for: providers of the file may be theirs. */
  readonly otherStates?: readonly string[];
  /** The client's name of the file, for the workbook; null where the form has none. */
  readonly fileName?: string | null;
  /** The same of the file with the claims. */
  readonly claimsName?: string | null;
  /** Where the client reaches the page, for links in the workbook; null when there is no page. */
  readonly pageOrigin?: string | null;
  /** Whether it resumes an earlier turn. */
  readonly isResumed?: boolean;
  /** Bytes of results from earlier turns. */
  readonly writtenBefore?: number;
  /** Of a preview: whether the lines are counted, as for a file that will be priced. */
  readonly countsLines?: boolean;
}

/** Reads the fields of a form and reports every error. */
export function readOrder(
  form: ReadonlyMap<string, string>,
  states: readonly State[],
): Order | readonly RequestFault[] {
  const faults: RequestFault[] = [];
  for (const name of form.keys()) {
    if (ORDER_FIELDS.includes(name)) continue;
    faults.push(unknownField(name));
  }
  const read = <Value>(field: string, value: Value | Refusal): Value | null => {
    if (!(value instanceof Refusal)) return value;
    const message = `${field} ${quoted(given(form, field))} is not valid: expected ${value.expected}.`;
    faults.push({ field, code: "invalid_parameter", message });
    return null;
  };
  const required = { state: states.map(({ code }) => code), setting: settingsOf(states) };
  for (const [field, values] of Object.entries(required)) {
    const message = `${field} is required: one of ${values.join(", ")}.`;
    if (given(form, field) === "") faults.push({ field, code: "missing_parameter", message });
  }
  const state = given(form, "state") === "" ? null : read("state", stateOf(given(form, "state"), states));
  const setting =
    given(form, "setting") === "" ? null : read("setting", settingOf(form, state === null ? states : [state]));
  const fields = state === null || setting === null ? null : read("fields", fieldsOf(form, state, setting));
  const columns = read("columns", columnsOf(given(form, "columns")));
  const tolerance = read("tolerance", whereGiven(form, "tolerance", readTolerance, NO_TOLERANCE));
  const by = read("by", whereGiven(form, "by", readGroupingNames, null));
  const isDryRun = read("dry_run", readBoolean(given(form, "dry_run")));
  const noChargeLimit = read("no_charge_limit", readBoolean(given(form, "no_charge_limit")));
  const isBesideMedicare = read("medicare", medicareOf(given(form, "medicare"), state, setting));
  const isWhole = state !== null && setting !== null && fields !== null && columns !== null && isDryRun !== null;
  const isRead = tolerance !== null && noChargeLimit !== null && isBesideMedicare !== null;
  if (!isWhole || !isRead || faults.length > 0) return faults;
  const [sheet, compare] = [given(form, "sheet") || null, given(form, "compare") || null];
  const options = { compare, noChargeLimit, isBesideMedicare, tolerance, by, isDryRun };
  return { state, setting, sheet, fields, columns, ...options };
}

/** Stays have no price of Medicare. */
function medicareOf(text: string, state: State | null, setting: CareSetting | null): boolean | Refusal {
  const isAsked = readBoolean(text);
  if (isAsked !== true || state === null || setting === null || canBeCompared(lookupOf(state, setting))) return isAsked;
  return new Refusal(`false for stays. ${STAYS_NOT_COMPARED.replace(/\.$/, "")}`);
}

function given(form: ReadonlyMap<string, string>, field: string): string {
  return form.get(field)?.trim() ?? "";
}

function whereGiven<Value>(
  form: ReadonlyMap<string, string>,
  field: string,
  read: (text: string) => Value | Refusal,
  absent: Value,
): Value | Refusal {
  const text = given(form, field);
  return text === "" ? absent : read(text);
}

function stateOf(code: string, states: readonly State[]): State | Refusal {
  const found = states.find((state) => state.code === code.toLowerCase());
  return found ?? new Refusal(`one of ${states.map((state) => state.code).join(", ")}`);
}

/** A setting of the named state, or of any state when none is named. */
function settingOf(form: ReadonlyMap<string, string>, states: readonly State[]): CareSetting | Refusal {
  const settings = settingsOf(states);
  const requested = given(form, "setting").toLowerCase();
  return settings.find((setting) => setting === requested) ?? new Refusal(`one of ${settings.join(", ")}`);
}

function fieldsOf(form: ReadonlyMap<string, string>, state: State, setting: CareSetting): readonly string[] | Refusal {
  const names = given(form, "fields");
  const requested = names === "" ? null : names.split(",").map((name) => name.trim());
  return chosenFields(lookupOf(state, setting), requested);
}

/** A yes/no field; an empty one is no. */
export function readBoolean(text: string): boolean | Refusal {
  if (text === "" || text === "false" || text === "0") return false;
  return text === "true" || text === "1" || new Refusal("true or false");
}

/** Reads `{"DOS": "date_of_service", "Payer": null}`, the format of a columns file. */
function columnsOf(text: string): Order["columns"] | Refusal {
  if (text === "") return [];
  try {
    const columns = columnsIn(text);
    return columns instanceof Refusal ? columns : [...columns];
  } catch (error) {
    return new Refusal(`${COLUMNS_JSON_EXPECTED}; it is not JSON${jsonPlace(error)}`);
  }
}
