import { expect, test } from "vitest";
import { CHANGE_KINDS } from "../../../src/diff/release-change.ts";
import { amountText, cellText, daysText, KINDS, percentText, signedText } from "../../../web/src/changes/diff.ts";

test("the page tells every kind of change, in the order of the comparison", () => {
  expect(KINDS).toEqual(CHANGE_KINDS);
});

test("differences have their sign and every digit that came", () => {
  expect(signedText("0.0800")).toBe("+0.0800");
  expect(signedText("-1234567.10")).toBe("\u22121,234,567.10");
  expect(signedText("0.00")).toBe("0.00");
  expect(percentText("-11.50")).toBe("\u221211.50 %");
});

test("figures are grouped, and what is no figure stays as it is", () => {
  expect(amountText("18427.15")).toBe("18,427.15");
  expect(amountText("Level 1000")).toBe("Level 1000");
  expect(amountText(null)).toBe("none");
  const npi = { column: "npi", before: "1200010019", after: "1200010027", difference: null, percent: null };
  expect(cellText(npi)).toBe("npi: 1200010019 \u2192 1200010027");
  const fee = { column: "fee", before: "1000.00", after: "1100.00", difference: "100.00", percent: "10.00" };
  expect(cellText(fee)).toBe("fee: 1,000.00 \u2192 1,100.00");
});

test("days say from when, until when, and what they are compared with", () => {
  expect(daysText({ from: "2026-01-01", to: null, before_until: "2025-12-31" })).toBe(
    "since 1 Jan 2026; before: until 31 Dec 2025",
  );
  expect(daysText({ from: null, to: null, before_until: null })).toBe("on any day");
});
