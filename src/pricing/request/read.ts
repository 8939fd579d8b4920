import { recordMaker } from "../../core/runtime/records.ts";
import { choice, named, object, string, type ValueOf } from "../../core/schema/schema.ts";
import { closestAmong, didYouMeanOneOf, lettersAndDigits, nearMiss } from "../../core/text/closest.ts";
import { isLongerThan } from "../../core/text/encoding.ts";
import { sendOneOf } from "../../core/text/labels.ts";
import { quoted, Refusal } from "../../core/text/refusal.ts";
import { snakeCase } from "../../core/text/spelling.ts";
import type { Defaults, Parameter, Parameters, RequestOf } from "./parameter.ts";

export const FAULT_CODES = [
  "missing_parameter",
  "invalid_parameter",
  "unknown_parameter",
  "missing_provider_identifier",
] as const;

export const faultSchema = named(
  "Fault",
  object("Fault", {
    field: string("The faulty field, by its name in the request."),
    code: choice(FAULT_CODES, "What kind of fault it is."),
    message: string("What is wrong with it, and what was expected."),
  }),
);

export type RequestFault = ValueOf<typeof faultSchema>;
export type FaultCode = RequestFault["code"];

export type Read<Request> =
  | { readonly ok: true; readonly request: Request }
  | { readonly ok: false; readonly faults: readonly RequestFault[] };

export type RequestFields = Readonly<Record<string, unknown>>;

/** Reads the parameters of one endpoint from query strings and batch items. */
export interface RequestReader<Request> {
  /** Parameters by their wire names, in the contract's order. */
  readonly names: readonly string[];
  readonly fromQuery: (query: RequestFields, defaults: Defaults) => Read<Request>;
  readonly fromItem: (item: RequestFields, defaults: Defaults) => Read<Request>;
}

interface Slot {
  readonly wireName: string;
  readonly place: number;
  readonly parameter: Parameter<unknown>;
}

export function requestReader<Spec extends Parameters>(spec: Spec): RequestReader<RequestOf<Spec>> {
  const slots = Object.entries(spec).map(([key, parameter], place) => ({
    wireName: snakeCase(key),
    place,
    parameter,
  }));
  const slotByWireName = new Map<string, Slot>(slots.map((slot) => [slot.wireName, slot]));
  const names = slots.map((slot) => slot.wireName);
  const unknownParameter = unknownNames(
    "a parameter of this endpoint",
    meantAmong(names),
    `known parameters: ${names.join(", ")}.`,
  );
  const requiredSlots = slots.filter((slot) => slot.parameter.required);
  const group = slots.filter((slot) => slot.parameter.identifiesProvider);
  const valuesOfNothingSent = absentValues(Object.values(spec));
  const requestOf = recordMaker([...Object.keys(spec), "today"]) as (values: readonly unknown[]) => RequestOf<Spec>;

  function read(
    fields: RequestFields,
    defaults: Defaults,
    readValue: (parameter: Parameter<unknown>, value: unknown) => unknown,
  ): Read<RequestOf<Spec>> {
    const values = valuesOfNothingSent(defaults);
    const faults: (RequestFault & { readonly place: number })[] = [];
    const sent: Slot[] = [];
    let unknown = 0;
    for (const name in fields) {
      const slot = slotByWireName.get(name);
      if (slot === undefined) {
        unknown += 1;
        if (unknown <= UNKNOWN_NAMED_MAX) faults.push({ ...unknownParameter(name), place: slots.length });
        continue;
      }
      const value = readValue(slot.parameter, fields[name]);
      if (value === undefined) continue;
      sent.push(slot);
      if (value instanceof Refusal) faults.push({ ...invalid(slot, fields[name], value), place: slot.place });
      else values[slot.place] = value;
    }

    for (const slot of requiredSlots) {
      if (!sent.includes(slot)) faults.push({ ...missing(slot), place: slot.place });
    }
    const [firstOfGroup] = group;
    if (firstOfGroup !== undefined && !group.some((slot) => sent.includes(slot))) {
      faults.push({ ...missingIdentifier(group), place: firstOfGroup.place });
    }

    if (faults.length === 0) return { ok: true, request: requestOf(values) };
    faults.sort((a, b) => a.place - b.place);
    return { ok: false, faults: faults.map(({ place: _, ...fault }) => fault) };
  }

  return {
    names,
    fromQuery: (query, defaults) => read(query, defaults, readText),
    fromItem: (item, defaults) => read(item, defaults, readJson),
  };
}

/** A query parameter whose percent-encoding is not UTF-8 text. */
export class Undecodable {
  readonly sent: string;

  constructor(sent: string) {
    this.sent = sent;
  }
}

const TWICE = new Refusal("one value, but it is given more than once");
const ENCODED = new Refusal("percent-encoded UTF-8");

/** The value of a query parameter; undefined when it counts as absent. */
function readText(parameter: Parameter<unknown>, value: unknown): unknown {
  if (Array.isArray(value)) return parameter.repeated ?? TWICE;
  if (value instanceof Undecodable) return ENCODED;
  const text = textOf(parameter, String(value));
  return typeof text === "string" ? parameter.fromText(text) : text;
}

/** The value of a batch item's field; undefined when it counts as absent. */
function readJson(parameter: Parameter<unknown>, value: unknown): unknown {
  if (value === null || value === undefined) return undefined;
  if (typeof value !== "string") return parameter.fromJson(value);
  const text = textOf(parameter, value);
  return typeof text === "string" ? parameter.fromJson(text) : text;
}

/** The trimmed text; undefined when it counts as absent. Its length is checked first. */
function textOf({ charactersMax, tooLong, verbatim }: Parameter<unknown>, sent: string): string | Refusal | undefined {
  if (isLongerThan(sent, charactersMax)) return tooLong;
  const text = verbatim ? sent : sent.trim();
  return text === "" ? undefined : text;
}

function invalid({ wireName, parameter }: Slot, value: unknown, { expected }: Refusal): RequestFault {
  return {
    field: wireName,
    code: "invalid_parameter",
    message: `${wireName}${parameter.confidential ? "" : shown(value)} is not valid: expected ${expected}.`,
  };
}

/** A refused value in a message. Lists and objects are not printed: they may be deeply nested. */
function shown(value: unknown): string {
  if (value instanceof Undecodable) return ` ${quoted(value.sent)}`;
  return typeof value === "object" ? "" : ` ${quoted(String(value))}`;
}

function missing({ wireName, parameter }: Slot): RequestFault {
  return {
    field: wireName,
    code: "missing_parameter",
    message: `${wireName} is required: ${parameter.description}`,
  };
}

function missingIdentifier(group: readonly Slot[]): RequestFault {
  const names = group.map((slot) => slot.wireName);
  return {
    field: names[0] as string,
    code: "missing_provider_identifier",
    message: `${sendOneOf(names)}.`,
  };
}

/** Enough to see the mistake. A request of unknown names alone must not cost more than a real one. */
export const UNKNOWN_NAMED_MAX = 50;

/** The error of each name that a request should not have: what it most likely means, or `otherwise`. */
export function unknownNames(
  expected: string,
  meantBy: (name: string) => readonly string[],
  otherwise: string,
): (name: string) => RequestFault {
  return (name) => {
    const meant = name.length > NAME_LENGTH_MAX ? [] : meantBy(name);
    return {
      field: quotedName(name),
      code: "unknown_parameter",
      message: `${quoted(name)} is not ${expected}; ${didYouMeanOneOf(meant, otherwise)}`,
    };
  };
}

/**
 * What is wrong with a request, in one text. An unknown parameter comes first: another is often missing because it is
 * misspelt. The first error of the contract's order follows.
 */
export function faultsText(faults: readonly RequestFault[]): string {
  const [first] = faults as readonly [RequestFault];
  const unknown = faults.find(({ code }) => code === "unknown_parameter");
  if (unknown === undefined || unknown === first) return first.message;
  return `${unknown.message} ${first.message}`;
}

const NAME_LENGTH_MAX = 60;

function quotedName(name: string): string {
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX)}...` : name;
}

/** The default values of all parameters. They stay the same all day, so they are computed once a day and copied. */
function absentValues(parameters: readonly Parameter<unknown>[]): (defaults: Defaults) => unknown[] {
  let values: readonly unknown[] = [];
  let day: string | null = null;
  return (defaults) => {
    if (defaults.today !== day) {
      values = [...parameters.map((parameter) => parameter.absent(defaults)), defaults.today];
      day = defaults.today;
    }
    return values.slice();
  };
}

/**
 * Other names that people use for a parameter, and the candidates in order: the first one that the endpoint has is
 * suggested. Without one, or for an ambiguous word, nothing is suggested, even if a name contains the word.
 */
export const SYNONYMS: readonly { readonly words: readonly string[]; readonly mean: readonly string[] }[] = [
  {
    words: ["date", "day", "dos", "service_date", "date_of_service"],
    mean: ["date_of_service", "admit_date", "discharge_date"],
  },
  { words: ["admit", "admitted", "admission", "admission_date", "date_of_admission"], mean: ["admit_date"] },
  { words: ["discharge", "discharged", "date_of_discharge"], mean: ["discharge_date"] },
  {
    words: ["code", "hcpcs", "hcpcs_code", "cpt", "cpt_code", "procedure", "procedure_code", "proc_code"],
    mean: ["billing_code"],
  },
  {
    words: ["drg", "drg_code", "apr_drg", "apg", "apg_code", "eapg", "eapg_code", "service_code"],
    mean: ["billing_code"],
  },
  { words: ["name", "provider", "hospital", "hospital_name", "facility_name"], mean: ["provider_name"] },
  { words: ["provider_id", "provider_number", "medicaid_id", "medicaid_provider_id"], mean: ["state_provider_id"] },
  { words: ["npi_number", "provider_npi"], mean: ["npi"] },
  { words: ["certificate", "operating_certificate"], mean: ["opcert"] },
  { words: ["los", "days"], mean: ["length_of_stay"] },
  {
    words: ["charge", "charges", "billed", "billed_amount", "total_charges", "billed_charges", "gross_charges"],
    mean: ["total_charges", "billed_charges", "gross_charges"],
  },
  { words: ["pos", "site_of_service"], mean: ["place_of_service"] },
  { words: ["mod", "mods"], mean: ["modifier"] },
  { words: ["minutes", "anesthesia_time"], mean: ["anesthesia_minutes"] },
  { words: ["er"], mean: ["emergency_room"] },
  { words: ["transfer", "transfer_claim", "transfer_out"], mean: ["transfer_claim", "transfer_out"] },
  { words: ["cah"], mean: ["critical_access_hospital"] },
  { words: ["zip", "postal_code"], mean: ["zip_code"] },
  { words: ["size", "count", "max", "max_results", "page_size", "per_page"], mean: ["limit"] },
  { words: ["ref", "correlation_id"], mean: ["reference_id"] },
  { words: ["state", "service", "patient"], mean: [] },
];

const MEANT_BY = new Map(SYNONYMS.flatMap(({ words, mean }) => words.map((word) => [lettersAndDigits(word), mean])));

/** Words that a misspelt name can be recognised by, as `procedure_cod`. A short word is a typing error away from many others. */
const LONG_WORDS = SYNONYMS.flatMap(({ words }) => words).filter((word) => lettersAndDigits(word).length >= 12);

/** The equally likely parameters that an unknown name may mean; none in doubt. */
export function meantAmong(parameters: readonly string[]): (name: string) => readonly string[] {
  const closest = closestAmong(parameters);

  return (name) => {
    const synonyms = MEANT_BY.get(lettersAndDigits(name));
    const near = synonyms === undefined ? closest(name) : [];
    if (near.length > 0) return near;
    const meant = synonyms ?? MEANT_BY.get(lettersAndDigits(nearMiss(name, LONG_WORDS) ?? "")) ?? [];
    return meant.filter((synonym) => parameters.includes(synonym)).slice(0, 1);
  };
}
