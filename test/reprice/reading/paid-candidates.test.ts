import { expect, test } from "vitest";
import { lookupOf, type State } from "../../../src/pricing/state/state.ts";
import { FORM_ADVICE } from "../../../src/reprice/jobs/messages.ts";
import { nothingCompared, readColumns } from "../../../src/reprice/reading/input-columns.ts";
import { states } from "../../../src/states/index.ts";

function said(...names: readonly string[]) {
  const lookup = lookupOf(states[0] as State, "outpatient");
  const all = ["npi", "billing_code", ...names];
  const read = readColumns({ names: all, lookup, decided: new Map(), compare: null, passThrough: [] });
  if (!read.ok) throw new Error(read.faults.join());
  return [nothingCompared(all, read.columns), nothingCompared(all, read.columns, FORM_ADVICE)];
}

test("a file that says what was paid is compared", () => {
  expect(said("Paid")).toEqual([null, null]);
});

test("a file that does not is not, and is told so", () => {
  const text = "Nothing compared: no column was taken for what was paid.";
  expect(said("Payer", "Paid Date", "Payment Method")).toEqual([text, text]);
});

test("columns that may be it are named, with how to say so", () => {
  const text = "Nothing compared: no column was taken for what was paid.";
  expect(said("Payer Paid")).toEqual([
    `${text} "Payer Paid" may be it: --compare "Payer Paid".`,
    `${text} "Payer Paid" may be it: the field compare "Payer Paid".`,
  ]);
});
