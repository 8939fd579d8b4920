import { expect, it } from "vitest";
import { delimiterByCount } from "../../../../src/core/text/csv.ts";

const guessed = (...lines: readonly string[]) => delimiterByCount(lines, [",", ";", "|"], (sign) => sign);

it("takes the delimiter that splits one line into most cells, whatever stands above the table", () => {
  expect(guessed("Fees, by code", "code;fee;start", "99213;12.50;2025-01-01")).toBe(";");
  expect(guessed("code|fee")).toBe("|");
});

it("takes the first named of several that split alike, and of none", () => {
  expect(guessed("Fees, by code, and start", "code;fee;start")).toBe(",");
  expect(guessed("code")).toBe(",");
});
