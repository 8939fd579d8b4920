import { expect, it } from "vitest";
import type { Option, TriedValue } from "../../src/answers/options/schema.ts";
import { optionsText } from "../../src/answers/options.ts";

const value = (told: Partial<TriedValue>): TriedValue => ({
  value: null,
  rate_found: true,
  payment_rate: "24.00",
  difference: "0.00",
  results: 1,
  differs: false,
  ...told,
});

const option = (told: Partial<Option>): Option => ({
  parameter: "modifier",
  description: "A modifier.",
  type: "choice",
  sent: null,
  assumed: null,
  matters: true,
  values: [],
  ...told,
});

it("groups the values of what matters by what they pay, and names the rest", () => {
  const none = { rate_found: false, payment_rate: null, difference: null, differs: true };
  const values = [
    value({}),
    value({ value: "26", payment_rate: "10.00", difference: "-14.00", differs: true }),
    value({ value: "TC", payment_rate: "30.00", difference: "6.00", differs: true, results: 2 }),
    value({ value: "50", ...none }),
    value({ value: "51", ...none }),
    value({ value: "52", payment_rate: null, difference: null, differs: true }),
  ];
  const parameters = [
    option({ values, assumed: "26" }),
    option({ parameter: "size", matters: false }),
    option({ parameter: "region", matters: null }),
    option({ parameter: "stay", sent: 3, values: [value({ value: 1 })] }),
  ];
  const asSent = { rate_found: true, payment_rate: "24.00", parameters, complete: false };
  expect(optionsText({ value: asSent }).text).toBe(
    `As sent: $24.00

modifier (not sent, assumed 26)
  A modifier.
    $24.00: not sent
    $10.00 (-14.00): 26
    $30.00 (+6.00), first of 2 results: TC
    no rate: 50, 51
    rate found, no dollar amount: 52

stay (sent 3)
  A modifier.
    $24.00: 1

Changes nothing here: size

Not known: region

Not every value was tried: the provider has too many records.`,
  );
});
