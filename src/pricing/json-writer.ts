import type { ObjectSchema, Schema } from "../core/schema/schema.ts";
import type { Result, WrittenResult } from "./result.ts";

export type ResultsJson = (results: readonly WrittenResult[]) => string;

/** The results of one lookup as JSON.stringify would write them, but in the order of their schema. */
export function resultsJson(schema: ObjectSchema): ResultsJson {
  // Compiled for the first result: every process loads all states, and most write results of few.
  let resultJson: ((result: Result) => string) | undefined;
  return (results) => {
    resultJson ??= resultWriter(fieldsOf(schema));
    let json = "[";
    for (let place = 0; place < results.length; place += 1) {
      if (place > 0) json += ",";
      json += resultJson((results[place] as WrittenResult).result);
    }
    return `${json}]`;
  };
}

interface WrittenField {
  readonly name: string;
  /** The text before the value: `,"npi":` */
  readonly opening: string;
  /** Where the value is: `result["npi"]` */
  readonly value: string;
  readonly schema: Schema;
  readonly isOptional: boolean;
}

/** The fields of a schema in their order, the first with the brace before it. */
function fieldsOf({ properties, required }: ObjectSchema): readonly WrittenField[] {
  return Object.entries(properties).map(([name, schema], place) => ({
    name,
    opening: `${place === 0 ? "{" : ","}${JSON.stringify(name)}:`,
    value: `result[${JSON.stringify(name)}]`,
    schema,
    isOptional: !required.includes(name),
  }));
}

/**
 * Compiles a function that writes results like JSON.stringify. Most of some fifty fields are null, so it writes runs of
 * nulls in one piece. It looks for characters to escape only in texts that may have them. Its source is made only of
 * names in our schema.
 */
function resultWriter(fields: readonly WrittenField[]): (result: Result) => string {
  const source = `(result) => { let json = ""; ${writtenFields(fields)} return json + "}"; }`;
  return new Function("escaped", "numberText", `return ${source}`)(escaped, numberText);
}

function writtenFields(fields: readonly WrittenField[]): string {
  return inRuns(fields).map(writtenRun).join(" ");
}

/** Longer runs are seldom all null or all present. */
const FIELDS_PER_RUN = 4;

/** Runs of fields that may be null and are always there; other fields alone. */
function inRuns(fields: readonly WrittenField[]): readonly (readonly WrittenField[])[] {
  const runs: WrittenField[][] = [];
  for (const field of fields) {
    const run = runs.at(-1);
    const joins =
      run !== undefined &&
      run.length < FIELDS_PER_RUN &&
      [...run, field].every((each) => isNullable(each) && !each.isOptional);
    if (joins) run.push(field);
    else runs.push([field]);
  }
  return runs;
}

/** A run that is all null, or all present, is written in as few pieces as possible. */
function writtenRun(run: readonly WrittenField[]): string {
  const [first] = run;
  if (run.length === 1 && first !== undefined) return writtenField(first);
  const all = (comparison: string) => run.map(({ value }) => `${value} ${comparison}`).join(" && ");
  const nulls = run.map(({ opening }) => `${opening}null`).join("");
  return `if (${all("=== null")}) json += ${JSON.stringify(nulls)};
    else if (${all("!== null")}) json += ${valuesOf(run)};
    else { ${run.map(writtenField).join(" ")} }`;
}

function writtenField(field: WrittenField): string {
  const { opening, value, isOptional } = field;
  const present = `json += ${valuesOf([field])};`;
  const written = isNullable(field)
    ? `if (${value} === null) json += ${JSON.stringify(`${opening}null`)}; else ${present}`
    : present;
  return isOptional ? `if (${value} !== undefined) { ${written} }` : written;
}

/** Fields that are not null, as a sum of texts: the text between two values is one piece. */
function valuesOf(fields: readonly WrittenField[]): string {
  const terms: string[] = [];
  let between = "";
  for (const { opening, value, schema } of fields) {
    const quote = isText(schema) ? '"' : "";
    terms.push(JSON.stringify(between + opening + quote), textOf(value, schema));
    between = quote;
  }
  return [...terms, JSON.stringify(between)].join(" + ");
}

function textOf(value: string, schema: Schema): string {
  switch (typesOf(schema)[0]) {
    case "string":
      return isPlain(schema) ? value : `escaped(${value})`;
    case "number":
    case "integer":
      return `numberText(${value})`;
    case "boolean":
      return `(${value} ? "true" : "false")`;
    default:
      return `JSON.stringify(${value})`;
  }
}

function typesOf({ type = [] }: Schema): readonly string[] {
  return [type].flat();
}

function isText(schema: Schema): boolean {
  return typesOf(schema)[0] === "string";
}

function isNullable({ schema }: WrittenField): boolean {
  return typesOf(schema).includes("null");
}

/** Days, decimals, identifiers and choices need no escaping. */
function isPlain({ format, pattern, enum: values }: Schema): boolean {
  return format !== undefined || pattern !== undefined || values !== undefined;
}

/** Anything but printable characters without the quotation mark, the backslash and halves of surrogate pairs. */
const NEEDS_ESCAPING = /[^ !#-[\]-\ud7ff\ue000-\uffff]/;

function escaped(text: string): string {
  return NEEDS_ESCAPING.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** JSON has no numbers that are not finite. */
function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : "null";
}
