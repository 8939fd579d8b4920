import { describe, expect, it } from "vitest";
import { withModifierApart } from "../../../src/reprice/values/billing-code.ts";
import { sampleClaims } from "../support/sample-claims.ts";

const { reprice } = sampleClaims();

describe("A code with its modifier in it", () => {
  it("is not priced, and the line says how to write both", async () => {
    const line = (code: string) => `1000700140,${code},2026-10-01,24.00\n`;
    const { results, outcome } = await reprice(
      `npi,billing_code,date_of_service,paid\n${["9921325", "99213tc", "9921300", "99213-25"].map(line).join("")}`,
    );
    expect(
      results.map(({ outcome, expected_amount, remark_codes }) => [outcome, expected_amount, remark_codes]),
    ).toEqual([
      ["not_priced", "", "modifier_in_code"],
      ["not_priced", "", "modifier_in_code"],
      ["not_priced", "", ""],
      ["as_expected", "24.00", ""],
    ]);
    expect(results[0]?.remarks).toBe(
      "9921325 may be a code and its modifier. If so, write 99213-25 and price the line again.",
    );
    if (outcome.kind !== "complete") throw new Error("it was interrupted");
    const reasons = outcome.tally.notPriced.map(([code, reason, lines]) => [code, reason, lines]);
    expect(reasons).toEqual([
      ["code_not_listed", expect.stringMatching(/ It may be a code with its modifier\. If so, write a hyphen/), 2],
      ["code_not_listed", expect.not.stringContaining("modifier"), 1],
    ]);
  });

  it("has five characters with a digit, and two of the national list of modifiers", () => {
    expect(withModifierApart("J012525")).toBe("J0125-25");
    expect(withModifierApart("99213TC")).toBe("99213-TC");
    for (const code of ["99213", "992132", "99213255", "ABCDE25", "99213Q0X", ""])
      expect(withModifierApart(code)).toBeNull();
  });
});
