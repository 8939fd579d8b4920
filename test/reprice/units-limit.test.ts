import { expect, it } from "vitest";
import { sampleClaims } from "./support/sample-claims.ts";

/* 36415 of a laboratory in New York is $3.00, for one unit a claim. */

const { reprice } = sampleClaims("ny");

it("Units beyond the published limit are not expected to be paid", async () => {
  const csv = ["NPI,CPT,DOS,Units,Paid", "1100040009,36415,2026-10-01,1,3.00", "1100040009,36415,2026-10-01,4,3.00"];
  const { results } = await reprice(csv.join("\n"));
  expect(results.map(({ expected_amount, outcome, remarks }) => [expected_amount, outcome, remarks])).toEqual([
    ["3.00", "as_expected", ""],
    ["3.00", "as_expected", "Of 4 units the state pays 1."],
  ]);
});
