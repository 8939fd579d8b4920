import { expect } from "vitest";
import { type Failure, RatebookError } from "../../../client/src/index.ts";

/** What a call failed with; fails when it did not. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const outcome = await call.then(
    () => "It was answered.",
    (error: unknown) => error,
  );
  expect(outcome).toBeInstanceOf(RatebookError);
  return (outcome as RatebookError).failure;
}
