import { expect, test } from "vitest";
import { decidedColumns } from "../../../src/reprice/reading/decided-columns.ts";

const NOTHING = { columns: new Map<string, string>(), passThrough: [], compare: null };
const KEPT = new Map([
  ["Date of\nservice", "date_of_service"],
  ["Paid", "paid_amount"],
  ["Mod 1", "modifier"],
  ["Payer  Paid", null],
]);

function decided(said: Partial<Parameters<typeof decidedColumns>[0]>) {
  const { decided: all, leftAlone } = decidedColumns({ ...NOTHING, ...said }, KEPT);
  return { ...Object.fromEntries(all), leftAlone };
}

test("what a file keeps holds where nothing else is said, its headings in one line", () => {
  expect(decided({})).toEqual({
    "Date of service": "date_of_service",
    Paid: "paid_amount",
    "Mod 1": "modifier",
    leftAlone: ["Payer Paid"],
  });
});

test("what is said now counts, however the heading is broken or spaced there", () => {
  expect(decided({ columns: new Map([["Date of service ", "admit_date"]]) })).toMatchObject({
    "Date of service": "admit_date",
  });
});

test.each([
  ["--columns", { columns: new Map([["Payer Paid", "paid_amount"]]) }, { "Payer Paid": "paid_amount" }],
  ["--compare", { compare: "Payer Paid" }, {}],
])("a kept column loses what %s says of another", (_option, said, more) => {
  expect(decided(said)).toEqual({
    "Date of service": "date_of_service",
    "Mod 1": "modifier",
    ...more,
    leftAlone: [],
  });
});

test("a claim has several modifiers: a further one takes nothing away", () => {
  expect(decided({ columns: new Map([["Mod 2", "modifier"]]) })).toMatchObject({ "Mod 1": "modifier" });
});

test("a column that is to be passed through is nothing any more", () => {
  expect(decided({ passThrough: ["Paid"] })).not.toHaveProperty("Paid");
});
