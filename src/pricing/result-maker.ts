import { recordMerger } from "../runtime/records.ts";
import type { CommonResult } from "./common-result.ts";
import { commonResultFields, type ResultSchema } from "./result-fields.ts";

/** The fields of a result besides the common ones; one that is left out where it does not apply may be undefined. */
type OwnFields<ResultObject> = {
  readonly [Name in keyof Omit<ResultObject, keyof CommonResult>]: undefined extends ResultObject[Name]
    ? ResultObject[Name] | undefined
    : ResultObject[Name];
};

/** Makes a result of the fields that all results share and those of its own. */
export type ResultMaker<ResultObject> = (common: CommonResult, own: OwnFields<ResultObject>) => ResultObject;

/**
 * The maker of a schema's results. Spreading fifteen fields into an object of fifty makes it grow piece by piece, which takes
 * longer than pricing it; written down with all of its fields it is one piece of memory.
 */
export function resultMaker<ResultObject>({ object }: ResultSchema<ResultObject>): ResultMaker<ResultObject> {
  const names = Object.keys(object.properties);
  return recordMerger(names, (name) => name in commonResultFields) as unknown as ResultMaker<ResultObject>;
}
