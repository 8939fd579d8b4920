import { expect, test } from "vitest";
import { NO_TOLERANCE, readTolerance } from "../../../src/reprice/pricing/payment-comparison.ts";

test.each(["0.5", "0.50", "$0.500", "00.5"])(
  "%s is half a dollar: a run that is resumed may say it otherwise",
  (text) => {
    expect(readTolerance(text)).toEqual({ figure: "0.50", of: "dollars" });
  },
);

test.each([
  ["10", "10.00"],
  ["100.00", "100.00"],
  ["0.005", "0.005"],
])("%s keeps its digits", (text, figure) => {
  expect(readTolerance(text)).toEqual({ figure, of: "dollars" });
});

test.each(["0", "0.00"])("%s is no tolerance", (text) => {
  expect(readTolerance(text)).toEqual(NO_TOLERANCE);
});
