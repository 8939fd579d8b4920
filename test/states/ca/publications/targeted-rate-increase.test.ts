import { describe, expect, it } from "vitest";
import { targetedRateIncrease } from "../../../../src/states/ca/publications/targeted-rate-increase.ts";
import { csv, xlsx } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

const AS_OF = { asOf: "2024-01-01" };
const OPEN = { effective_start_date: "2024-01-01", effective_end_date: "" };

function schedule(...rows: readonly (readonly string[])[]) {
  return { name: "tri.csv", content: csv(["Fee schedule"], ["Procedure Code", "Modifier", "TRI Rate"], ...rows) };
}

describe("the Targeted Rate Increase fee schedule", () => {
  it("takes dollar rates as fixed prices without the hospital add-on", async () => {
    const { rows, report } = await importing(targetedRateIncrease, schedule(["99213", "", "$81.20"]), AS_OF);
    expect(rows("ca/outpatient_rates")).toEqual([
      {
        procedure_code: "99213",
        procedure_type: "Targeted Rate Increase",
        unit_value: "81.20",
        conversion_indicator: "9",
        cutback_ind: "",
        professional_fraction: "",
        family_planning_eligible: "",
        hopd_addon_eligible: "false",
        published_basic_rate: "",
        ...OPEN,
      },
    ]);
    expect(rows("ca/conversion_factors")).toEqual([
      {
        procedure_type: "Targeted Rate Increase",
        conversion_indicator: "9",
        service_type: "FIXED PRICE",
        emergency: "false",
        provider_type: "",
        age_group: "any",
        conversion_factor: "1.00",
        selection_rank: "1",
        ...OPEN,
      },
    ]);
    expect(report.sums).toEqual([{ title: "rates in dollars", total: "81.2" }]);
  });

  it("leaves out rates of a modifier, rates in words and lines without a code", async () => {
    const file = schedule(["99213", "", "1,081.20"], ["76805", "TC", "70"], ["99499", "", "By Report"], ["", "", "5"]);
    const { rows, report } = await importing(targetedRateIncrease, file, AS_OF);
    expect(rows("ca/outpatient_rates")).toMatchObject([{ procedure_code: "99213", unit_value: "1081.20" }]);
    expect(report.leftOut).toEqual([
      { reason: "a rate of a modifier, which has no place in the tables", count: 1, examples: ["line 4: 76805"] },
      { reason: "no dollar rate", count: 1, examples: ["line 5: 99499"] },
      { reason: "no procedure code", count: 1, examples: ["line 6"] },
    ]);
  });

  it("reads a workbook whose headings say it in other words", async () => {
    const workbook = xlsx({
      Notes: [["words"]],
      TRI: [
        ["CPT/HCPCS\nCode", "Targeted Rate Increase Fee"],
        [99213, 81.2],
      ],
    });
    const { rows } = await importing(targetedRateIncrease, { name: "tri.xlsx", content: workbook }, AS_OF);
    expect(rows("ca/outpatient_rates")).toMatchObject([{ procedure_code: "99213", unit_value: "81.20" }]);
  });

  it("is refused with two rates for one code, and without rates", async () => {
    const twice = schedule(["99213", "", "81.20"], ["99213", "", "90.00"]);
    await expect(importing(targetedRateIncrease, twice, AS_OF)).rejects.toThrow(/99213/);
    const none = { name: "tri.csv", content: csv(["Procedure Code", "Amount"], ["99213", "81.20"]) };
    await expect(importing(targetedRateIncrease, none, AS_OF)).rejects.toThrow(/TRI Rate/);
  });
});
