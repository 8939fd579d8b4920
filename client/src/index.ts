export type { AboutAnswer, Answered } from "./answer.ts";
export type { Clock } from "./clock.ts";
export {
  type AbortedFailure,
  type AnswerTooLargeFailure,
  type Failure,
  type InvalidRequestFailure,
  type NetworkFailure,
  type ProblemCode,
  type ProblemFailure,
  RatebookError,
  type TimeoutFailure,
  type UnexpectedAnswerFailure,
} from "./failure.ts";
export type * from "./generated/index.ts";
export type { SettingOf, StateCode } from "./lookups.ts";
export type { RatebookOptions } from "./options.ts";
export type { PricedItem, PriceManyOptions } from "./price-many.ts";
export { type CallOptions, Ratebook } from "./ratebook.ts";
