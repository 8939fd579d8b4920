import { describe, expect, it } from "vitest";
import { ascProcedureList } from "../../../../src/states/ga/publications/asc-procedures.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2024-01-01" };

describe("the ASC procedure list", () => {
  it("reads groups as numbers, with and without zeros and words", async () => {
    const content = csv(
      ["CPT Code", "Payment Group"],
      ["66984", "8"],
      ["10060", "01"],
      ["25447", "Group 6"],
      ["99213", ""],
    );
    const { rows, report } = await importing(ascProcedureList, { name: "asc.csv", content }, AS_OF);
    expect(rows("ga/asc_procedures").map(({ code, payment_group }) => [code, payment_group])).toEqual([
      ["10060", "01"],
      ["25447", "06"],
      ["66984", "08"],
    ]);
    expect(report.leftOut).toEqual([{ reason: "no payment group", count: 1, examples: ["line 5"] }]);
  });

  it("refuses a tenth group, and a group that is no number", async () => {
    const tenth = { name: "asc.csv", content: csv(["Code", "Group"], ["66984", "10"]) };
    await expect(importing(ascProcedureList, tenth, AS_OF)).rejects.toThrow(/"10", expected a payment group, 01 to 09/);
    const word = { name: "asc.csv", content: csv(["Code", "Group"], ["66984", "eye"]) };
    await expect(importing(ascProcedureList, word, AS_OF)).rejects.toThrow(
      /"Group" is "eye", expected a number such as 8/,
    );
  });
});
