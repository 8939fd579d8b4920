import { describe, expect, it } from "vitest";
import { borderHospitals } from "../../../../src/states/ca/publications/border-hospitals.ts";
import { csv } from "../../../imports/fixtures.ts";
import { importing } from "../../../imports/support.ts";

describe("the list of border hospitals", () => {
  const file = {
    name: "hospital-characteristics-list-for-california-border-provider-in-state-fiscal-year-2019-20.csv",
    content: csv(
      [
        "Provider Name",
        "City",
        "State",
        "Designated NICU",
        "SFY 2019-20 Cost-to-Charge Ratio",
        "SFY 2019-20 Wage Adjusted Base Rate",
      ],
      ["Desert  Hospital", "Yuma", "AZ", "No", "30.1%", "6,900.10"],
      ["Lake Hospital", "Reno", "NV", "Yes", "28%", "7,000.00"],
    ),
  };
  const map = JSON.stringify({
    publication: "ca/border-hospitals",
    legends: { npis: { "Desert Hospital, Yuma, AZ": "1100000009" } },
  });

  it("takes the hospitals that the mapping file gives an NPI, under an ID made of it", async () => {
    const { rows, report } = await importing(borderHospitals, file, { map });
    expect(rows("ca/providers")).toMatchObject([
      {
        npi: "1100000009",
        state_provider_id: "BORDER-1100000009",
        provider_name: "Desert Hospital",
        provider_type: "hospital",
        city: "Yuma",
        state: "AZ",
      },
    ]);
    expect(rows("ca/hospital_rates")).toMatchObject([
      {
        state_provider_id: "BORDER-1100000009",
        drg_base_rate: "6900.10",
        cost_to_charge_ratio: "0.301",
        designated_public_hospital: "false",
        effective_start_date: "2019-07-01",
        effective_end_date: "2020-06-30",
      },
    ]);
    expect(report.leftOut).toEqual([
      {
        reason: "no NPI: add it to the legend npis of the mapping file",
        count: 1,
        examples: ["line 3: Lake Hospital, Reno, NV"],
      },
    ]);
  });

  it("is refused with an NPI that is none", async () => {
    const wrong = map.replace("1100000009", "110");
    await expect(importing(borderHospitals, file, { map: wrong })).rejects.toThrow('means "110", expected 10 digits');
  });
});
