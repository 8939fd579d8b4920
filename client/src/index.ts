export type { AboutAnswer, Answered, CallOptions } from "./answer.ts";
export type { Download } from "./download.ts";
export {
  type AbortedFailure,
  type AnswerTooLargeFailure,
  type Failure,
  type InvalidRequestFailure,
  type JobFailedFailure,
  type NetworkFailure,
  type ProblemCode,
  type ProblemFailure,
  RatebookError,
  type SourceFailedFailure,
  type TimeoutFailure,
  type UnexpectedAnswerFailure,
} from "./failure.ts";
export type { ClaimsFile, RepricingOrder } from "./file-form.ts";
export type * from "./generated/openapi.ts";
export type { AnswerTo, RequestFor, ResultOf, SettingOf, StateCode } from "./lookups.ts";
export type { RatebookOptions } from "./options.ts";
export type { PricedItem, PriceManyOptions } from "./price-many.ts";
export { Ratebook } from "./ratebook.ts";
export type { DoneRepricingJob, RepriceOptions, Repricing, UploadOptions, WaitOptions } from "./repricing.ts";
export type { Clock } from "./retry.ts";
