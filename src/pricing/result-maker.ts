import { recordMerger } from "../runtime/records.ts";
import type { Members as ResultFields } from "../schema/schema.ts";
import type { CommonResult } from "./common-result.ts";
import { type CommonOutpatientResult, outpatientResultFields } from "./outpatient-result.ts";
import { commonResultFields, type ResultSchema } from "./result-fields.ts";

/** The fields of a result besides the shared ones; one that is left out where it does not apply may be undefined. */
type OwnFields<ResultObject, Shared> = {
  readonly [Name in keyof Omit<ResultObject, keyof Shared>]: undefined extends ResultObject[Name]
    ? ResultObject[Name] | undefined
    : ResultObject[Name];
};

/** Makes a result of the fields that it shares with others and those of its own. */
type ResultMaker<ResultObject, Shared> = (shared: Shared, own: OwnFields<ResultObject, Shared>) => ResultObject;

/** The maker of a schema's results, of the fields that all results share and those of its own. */
export function resultMaker<ResultObject>(schema: ResultSchema<ResultObject>): ResultMaker<ResultObject, CommonResult> {
  return makerOver(schema, commonResultFields);
}

/** The same of an outpatient schema, of the fields that all outpatient results share. */
export function outpatientResultMaker<ResultObject>(
  schema: ResultSchema<ResultObject>,
): ResultMaker<ResultObject, CommonOutpatientResult> {
  return makerOver(schema, outpatientResultFields);
}

/**
 * Spreading fifteen fields into an object of fifty makes it grow piece by piece, which takes longer than pricing it; written down
 * with all of its fields it is one piece of memory.
 */
function makerOver<ResultObject, Shared>(
  { object }: ResultSchema<ResultObject>,
  shared: ResultFields,
): ResultMaker<ResultObject, Shared> {
  const names = Object.keys(object.properties);
  return recordMerger(names, (name) => name in shared) as unknown as ResultMaker<ResultObject, Shared>;
}
