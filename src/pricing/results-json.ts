import type { Result } from "./lookup.ts";
import type { FieldSchema, ObjectSchema } from "./result-fields.ts";

/** Turns the results of a lookup into a JSON array. */
export type ResultsJson = (results: readonly Result[]) => string;

/**
 * The results of one lookup as JSON.stringify would write them, but in the order of their schema. A result has some fifty
 * fields and most of them are null: a function that is made from the schema writes neighbours that are null in one piece,
 * and looks for characters to escape only in texts that may have some.
 */
export function resultsJson(schema: ObjectSchema): ResultsJson {
  const resultJson = compiled(schema);
  return (results) => {
    let json = "[";
    for (let place = 0; place < results.length; place += 1) {
      if (place > 0) json += ",";
      json += resultJson(results[place] as Result);
    }
    return `${json}]`;
  };
}

interface Field {
  /** What stands before the value: `,"npi":` */
  readonly opening: string;
  /** Where the value is: `result["npi"]` */
  readonly value: string;
  readonly schema: FieldSchema;
  readonly isOptional: boolean;
}

/** The source is made of the names in the schema alone, which are ours. */
function compiled({ properties, required }: ObjectSchema): (result: Result) => string {
  const fields = Object.entries(properties).map(([name, schema], place) => ({
    opening: `${place === 0 ? "{" : ","}${JSON.stringify(name)}:`,
    value: `result[${JSON.stringify(name)}]`,
    schema,
    isOptional: !required.includes(name),
  }));
  const source = `return (result) => { let json = ""; ${inRuns(fields).map(writtenRun).join(" ")} return json + "}"; }`;
  return new Function("escaped", "numberText", source)(escaped, numberText);
}

/** More fields are seldom null together. */
const FIELDS_PER_RUN = 8;

/** Fields that may be null together, and others alone. */
function inRuns(fields: readonly Field[]): readonly (readonly Field[])[] {
  const runs: Field[][] = [];
  for (const field of fields) {
    const run = runs.at(-1);
    const joins = run !== undefined && run.length < FIELDS_PER_RUN && [...run, field].every(isNullable);
    if (joins) run.push(field);
    else runs.push([field]);
  }
  return runs;
}

function writtenRun(run: readonly Field[]): string {
  const [first] = run;
  if (run.length === 1 && first !== undefined) return writtenField(first);
  const areNull = run.map(({ value }) => `${value} === null`).join(" && ");
  const nulls = run.map(({ opening }) => `${opening}null`).join("");
  return `if (${areNull}) json += ${JSON.stringify(nulls)}; else { ${run.map(writtenField).join(" ")} }`;
}

function writtenField(field: Field): string {
  const { opening, value, isOptional } = field;
  if (isOptional) return `if (${value} !== undefined) ${writtenValue(field)}`;
  if (!isNullable(field)) return writtenValue(field);
  return `if (${value} === null) json += ${JSON.stringify(`${opening}null`)}; else ${writtenValue(field)}`;
}

function writtenValue({ opening, value, schema }: Field): string {
  const before = (text: string) => JSON.stringify(opening + text);
  switch ([schema.type].flat()[0]) {
    case "string":
      return `json += ${before('"')} + ${isPlain(schema) ? value : `escaped(${value})`} + '"';`;
    case "number":
    case "integer":
      return `json += ${before("")} + numberText(${value});`;
    case "boolean":
      return `json += ${value} ? ${before("true")} : ${before("false")};`;
    default:
      return `json += ${before("")} + JSON.stringify(${value});`;
  }
}

function isNullable({ schema, isOptional }: Field): boolean {
  return !isOptional && [schema.type].flat().includes("null");
}

/** Days, decimals and the contract's own values consist of characters that stand for themselves. */
function isPlain({ format, enum: values }: FieldSchema): boolean {
  return format !== undefined || values !== undefined;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const NEEDS_ESCAPING = /[\u0000-\u001f"\\\ud800-\udfff]/;

function escaped(text: string): string {
  return NEEDS_ESCAPING.test(text) ? JSON.stringify(text).slice(1, -1) : text;
}

/** JSON has no numbers that are not finite. */
function numberText(value: number): string {
  return Number.isFinite(value) ? String(value) : "null";
}
